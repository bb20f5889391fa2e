import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** A button in the head of a page. On a phone it shows only its icon, so that the head is one line. */
export function HeadButton(props: ComponentProps<typeof Button>) {
  return <Button px={{ base: '2.5', sm: '4' }} {...props} />
}

/** The text of a `HeadButton`: for screen readers it is always present. */
export const HeadButtonText = chakra('span', { base: { srOnly: { base: true, sm: false } } })

import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** A button in the head of a page. On a phone its icon stands for its words, so that the head is one line. */
export function HeadButton(props: ComponentProps<typeof Button>) {
  return <Button px={{ base: '2.5', sm: '4' }} {...props} />
}

/** The words of a `HeadButton`: for a screen reader they are always there. */
export const HeadButtonText = chakra('span', { base: { srOnly: { base: true, sm: false } } })

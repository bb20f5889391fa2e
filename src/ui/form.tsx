import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const Base = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '5', width: 'full' } })

/** A column of fields. Messages are ours, beside each field; the browser's own bubbles stay away. */
export function Form(props: ComponentProps<typeof Base>) {
  return <Base noValidate {...props} />
}

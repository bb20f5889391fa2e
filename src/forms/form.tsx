import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const Base = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '5', width: 'full' } })

/** Two columns of fields if they fit: in a large dialog. */
export const Columns = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
    alignItems: 'start',
    columnGap: '8',
    rowGap: '5',
  },
})

export const Column = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '5', minW: '0' },
})

/** A column of fields. The console shows its own messages beside each field, instead of the browser's bubbles. */
export function Form(props: ComponentProps<typeof Base>) {
  return <Base noValidate {...props} />
}

import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const Base = chakra('form', { base: { display: 'flex', flexDirection: 'column', gap: '5', width: 'full' } })

/** Two columns of fields where there is room: in a large dialog. */
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

/** A column of fields. Messages are ours, beside each field; the browser's own bubbles stay away. */
export function Form(props: ComponentProps<typeof Base>) {
  return <Base noValidate {...props} />
}

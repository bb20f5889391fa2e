import { chakra } from '@chakra-ui/react'

/** Cards of a list, for a phone. */
export const Cards = chakra('ul', { base: { display: 'flex', flexDirection: 'column', gap: '2' } })

export const Card = chakra('li', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    listStyleType: 'none',
    ps: '4',
    pe: '2',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.panel',
  },
})

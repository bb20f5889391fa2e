import { chakra } from '@chakra-ui/react'

/** A list of cards, in as many columns as fit. */
export const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
    gap: '2',
  },
})

export const Card = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    minW: '0',
    listStyleType: 'none',
    ps: '4',
    pe: '2',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.panel',
  },
})

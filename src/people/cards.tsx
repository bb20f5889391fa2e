import { chakra } from '@chakra-ui/react'
import { initialsOf } from '../../domain/initials.ts'

/** A list of cards, for a phone. */
export const Cards = chakra('ul', { base: { display: 'flex', flexDirection: 'column', gap: '2' } })

export const Card = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    listStyleType: 'none',
    ps: '4',
    pe: '2',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.panel',
  },
})

/** The initials of a name in a circle. Decoration: the name stands beside it. */
export function Initials({ name }: { name: string }) {
  return (
    <chakra.span
      aria-hidden="true"
      display="grid"
      placeItems="center"
      flexShrink="0"
      boxSize="9"
      borderRadius="full"
      bg="accent.subtle"
      color="fg.accent"
      textStyle="small"
      fontWeight="semibold"
    >
      {initialsOf(name)}
    </chakra.span>
  )
}

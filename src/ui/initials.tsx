import { chakra } from '@chakra-ui/react'
import { initialsOf } from '../../domain/initials.ts'

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

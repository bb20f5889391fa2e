import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

/** How many characters of a long name always stay at its end: the extension and what tells `-1` from `-2`. */
const tail = 10

/** A name that is cut in its middle where there is no room, and whole on hover. */
export function MiddleName({ name, ...rest }: { name: string } & ComponentProps<typeof chakra.span>) {
  const characters = [...name]
  const cut = Math.max(0, characters.length - tail)
  return (
    <chakra.span display="inline-flex" minW="0" maxW="full" whiteSpace="pre" title={name} {...rest}>
      <chakra.span srOnly>{name}</chakra.span>
      <chakra.span aria-hidden="true" overflow="hidden" textOverflow="ellipsis" minW="0">
        {characters.slice(0, cut).join('')}
      </chakra.span>
      <chakra.span aria-hidden="true" flexShrink="0">
        {characters.slice(cut).join('')}
      </chakra.span>
    </chakra.span>
  )
}

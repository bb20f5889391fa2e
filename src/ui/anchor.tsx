import { chakra, defineStyle } from '@chakra-ui/react'
import { Link } from 'wouter'

export const anchorStyle = defineStyle({
  display: 'inline-flex',
  borderRadius: 'sm',
  color: 'inherit',
  textDecoration: 'none',
})

/** A link to a screen of the console, with style props. */
export const Anchor = chakra(Link, { base: anchorStyle })

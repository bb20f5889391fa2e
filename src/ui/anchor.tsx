import { chakra } from '@chakra-ui/react'
import { Link } from 'wouter'

/** A link to a screen of the console, with style props. */
export const Anchor = chakra(Link, {
  base: { display: 'inline-flex', borderRadius: 'sm', color: 'inherit', textDecoration: 'none' },
})

import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { brand } from '../site/brand.ts'
import { Anchor } from './anchor.tsx'
import { Logo } from './logo.tsx'

/** The bar of pages outside the console's frame. Its logo leads to the buckets, or to sign-in. */
export function SimpleBar({ children }: { children?: ReactNode }) {
  return (
    <chakra.header
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      h="16"
      px={{ base: '4', sm: '8' }}
    >
      <Anchor href="/" aria-label={brand.name}>
        <Logo />
      </Anchor>
      {children}
    </chakra.header>
  )
}

import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { addressOf } from '../site/base-path.ts'
import { brand } from '../site/brand.ts'
import { Anchor } from './anchor.tsx'
import { lazyPart } from './lazy.tsx'

/** The logo: the operator's, or a roof over a drawer. */
function Mark() {
  if (brand.logo) {
    const { file, width, height } = brand.logo
    return <img src={addressOf(file)} alt="" width={width} height={height} />
  }
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path
        className="roof"
        d="M2.6 13.2c4.7-.9 8.8-3.7 11.4-8.2a2.3 2.3 0 0 1 4 0c2.6 4.5 6.7 7.3 11.4 8.2"
      />
      <rect className="drawer" x="6" y="15.6" width="20" height="12.4" rx="2.6" />
      <rect className="handle" x="12" y="20" width="8" height="3.2" rx="1.6" />
    </svg>
  )
}

/** The mark and the name beside it, unless the mark is a wordmark. In src/theme/base.css, as index.html has it too. */
export function Logo() {
  return (
    <span className="brand">
      <Mark />
      {!brand.logo?.wide && <span>{brand.name}</span>}
    </span>
  )
}

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

/** The operator's links, in a chunk of their own, as most installations have none. `below`: of an entry page. */
export const BrandLinks = brand.links.length
  ? lazyPart<{ below?: boolean }>(() => import('./brand-links-list.tsx'))
  : () => null

import { chakra } from '@chakra-ui/react'
import { addressOf } from '../site/base-path.ts'
import { brand } from '../site/brand.ts'

/** The logo: the operator's, or a roof over a drawer. */
function Mark() {
  if (brand.logo !== null) {
    const { file, width, height } = brand.logo
    return <img src={addressOf(file)} alt="" width={width} height={height} className="logo" />
  }
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path
        d="M2.6 13.2c4.7-.9 8.8-3.7 11.4-8.2a2.3 2.3 0 0 1 4 0c2.6 4.5 6.7 7.3 11.4 8.2"
        stroke="var(--kho-colors-accent)"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <rect x="6" y="15.6" width="20" height="12.4" rx="2.6" fill="var(--kho-colors-accent-teal)" />
      <rect x="12" y="20" width="8" height="3.2" rx="1.6" fill="var(--kho-colors-bg)" />
    </svg>
  )
}

/** The mark and the name beside it, unless the mark is a wordmark. */
export function Logo() {
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="2.5" minW="0">
      <Mark />
      {!brand.logo?.wide && (
        <chakra.span fontSize="20px" lineHeight="28px" fontWeight="semibold" letterSpacing="-0.02em" truncate>
          {brand.name}
        </chakra.span>
      )}
    </chakra.span>
  )
}

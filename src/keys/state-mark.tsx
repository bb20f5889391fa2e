import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** A status in words; the dot is decoration. */
export function StateMark({ works, children }: { works: boolean; children: ReactNode }) {
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2"
      whiteSpace="nowrap"
      color={works ? 'fg' : 'fg.muted'}
    >
      <chakra.span
        aria-hidden="true"
        boxSize="8px"
        borderRadius="full"
        bg={works ? 'fg.success' : 'transparent'}
        borderWidth="1.5px"
        borderColor={works ? 'fg.success' : 'fg.subtle'}
      />
      {children}
    </chakra.span>
  )
}

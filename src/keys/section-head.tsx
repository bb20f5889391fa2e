import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { RefreshButton } from '../ui/head-buttons.tsx'

type Props = {
  title: string
  lead: ReactNode
  onRefresh: () => Promise<unknown>
  /** The main button: a `HeadButton`. */
  action: ReactNode
}

/** A section's purpose and buttons. Its title repeats the tab's, for screen readers only. */
export function SectionHead({ title, lead, onRefresh, action }: Props) {
  return (
    <chakra.div
      display="flex"
      alignItems="flex-start"
      justifyContent="space-between"
      gap={{ base: '2', sm: '4' }}
      mb="5"
    >
      <chakra.div maxW="640px">
        <chakra.h2 srOnly>{title}</chakra.h2>
        <chakra.p color="fg.muted" textWrap="pretty">
          {lead}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" gap={{ base: '1', sm: '2' }} flexShrink="0">
        <RefreshButton onRefresh={onRefresh} />
        {action}
      </chakra.div>
    </chakra.div>
  )
}

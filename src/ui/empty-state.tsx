import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

type Props = {
  drawing: ReactNode
  title: string
  lead: ReactNode
  /** The first step to suggest. */
  action?: ReactNode
  /** `1` if the state is the whole page. */
  level?: 1 | 2
}

/** A view without content: a small drawing, the reason, and a first step. */
export function EmptyState({ drawing, title, lead, action, level = 2 }: Props) {
  return (
    <chakra.section
      display="flex"
      flexDirection="column"
      alignItems="center"
      textAlign="center"
      gap="2"
      px="6"
      pt={{ base: '12', sm: '16' }}
      pb={{ base: '12', sm: 'max(0px, 64px - var(--tray-room, 0px))' }}
      mx="auto"
      maxW="prose"
    >
      <chakra.div mb="4">{drawing}</chakra.div>
      {level === 1 ? <PageTitle>{title}</PageTitle> : <chakra.h2 textStyle="heading">{title}</chakra.h2>}
      <chakra.div color="fg.muted" textWrap="pretty">
        {lead}
      </chakra.div>
      {action && (
        <chakra.div mt="4" display="flex" flexWrap="wrap" justifyContent="center" gap="2">
          {action}
        </chakra.div>
      )}
    </chakra.section>
  )
}

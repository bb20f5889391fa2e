import { chakra } from '@chakra-ui/react'
import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Safe } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RefreshButton } from '../ui/head-buttons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

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

/** Shown instead of keys until the identity is confirmed. */
export function Locked({ title, lead, onUnlock }: { title: string; lead: string; onUnlock: () => void }) {
  const t = useText()
  return (
    <EmptyState
      drawing={<Safe />}
      title={title}
      lead={lead}
      action={
        <Button variant="main" onClick={onUnlock}>
          <LockKeyhole />
          {t('keys.unlock')}
        </Button>
      }
    />
  )
}

/** A card's text, beside its button. */
export const CardColumn = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '1', flex: '1', minW: '0' },
})

export function ListSkeleton() {
  const t = useText()
  return (
    <chakra.div role="status" aria-busy="true" aria-label={t('common.loading')}>
      {['38%', '52%', '44%'].map(width => (
        <chakra.div
          key={width}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="6"
          h="12"
          px="3"
          borderBottomWidth="1px"
        >
          <Skeleton style={{ width }} />
          <Skeleton width="96px" />
        </chakra.div>
      ))}
    </chakra.div>
  )
}

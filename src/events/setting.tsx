import { chakra } from '@chakra-ui/react'
import { mayCall } from '../../domain/permissions.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { ClosedGate, NothingFound } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/links.tsx'
import { SectionTabs } from '../ui/section-tabs.tsx'
import { type notificationsAddress, settingSections, type topicsAddress } from './addresses.ts'

/** The account has no bucket notifications; the super admin can turn them on. */
export function TurnedOff() {
  const t = useText()
  const mayTurnOn = mayCall(useUser(), 'listAccounts')
  return (
    <EmptyState
      level={1}
      drawing={<ClosedGate />}
      title={t('topics.off.title')}
      lead={t(mayTurnOn ? 'topics.off.leadSuper' : 'topics.off.lead')}
      action={
        mayTurnOn ? (
          <LinkButton to="/users">{t('topics.off.toAccounts')}</LinkButton>
        ) : (
          <LinkButton to="/bucket-management">{t('shell.toBuckets')}</LinkButton>
        )
      }
    />
  )
}

/** The storage has no topics that the console can manage. */
export function NotOnThisStorage() {
  const t = useText()
  return (
    <EmptyState
      drawing={<NothingFound />}
      title={t('topics.unsupported.title')}
      lead={t('topics.unsupported.lead')}
    />
  )
}

export function SettingTabs({ current }: { current: typeof topicsAddress | typeof notificationsAddress }) {
  const t = useText()
  return (
    <chakra.div mb="5">
      <SectionTabs
        label={t('notifications.sections')}
        current={current}
        tabs={settingSections.map(({ address, label }) => ({ address, text: t(label) }))}
      />
    </chakra.div>
  )
}

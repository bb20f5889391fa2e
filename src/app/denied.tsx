import { useText } from '../i18n/text.ts'
import { ClosedGate } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/links.tsx'

export default function Denied() {
  const t = useText()
  return (
    <EmptyState
      level={1}
      drawing={<ClosedGate />}
      title={t('shell.denied.title')}
      lead={t('shell.denied.lead')}
      action={<LinkButton to="/bucket-management">{t('shell.toBuckets')}</LinkButton>}
    />
  )
}

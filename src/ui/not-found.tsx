import { useText } from '../i18n/text.ts'
import { NoSuchPlace } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from './links.tsx'

export default function NotFound() {
  const t = useText()
  return (
    <EmptyState
      level={1}
      drawing={<NoSuchPlace />}
      title={t('shell.notFound.title')}
      lead={t('shell.notFound.lead')}
      action={<LinkButton to="/bucket-management">{t('shell.toBuckets')}</LinkButton>}
    />
  )
}

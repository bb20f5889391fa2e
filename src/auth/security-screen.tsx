import { useText } from '../i18n/text.ts'
import { Page } from '../shell/page.tsx'
import { Safe } from '../ui/drawings/safe.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** The security page of a user whose pin is set. */
export default function SecurityScreen() {
  const t = useText()
  return (
    <Page title={t('auth.securityTitle')}>
      <EmptyState drawing={<Safe />} title={t('auth.pinIsSetTitle')} lead={t('auth.pinIsSetLead')} />
    </Page>
  )
}

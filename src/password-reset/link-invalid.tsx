import { EntryHeading } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useResetEvents } from './flow.tsx'

/** The opened link does not count: another one may be asked for. */
export function LinkInvalid({ invited }: { invited: boolean }) {
  const t = useText()
  const events = useResetEvents()
  return (
    <>
      <EntryHeading
        title={<PageTitle large>{t('auth.linkInvalidTitle')}</PageTitle>}
        lead={t(invited ? 'auth.invitationInvalidLead' : 'auth.linkInvalidLead')}
      />
      <Button variant="main" wide onClick={events.requestAnotherLink}>
        {t('auth.requestAgain')}
      </Button>
    </>
  )
}

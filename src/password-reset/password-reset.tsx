import { useLocation } from 'wouter'
import { selectScreen } from '../../machines/password-reset/selectors.ts'
import { EntryHeading } from '../entry/entry-layout.tsx'
import { WayOut } from '../entry/way-out.tsx'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { PasswordResetFlow, useReset, useResetEvents } from './flow.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { MailSent } from './mail-sent.tsx'
import { ResetPassword } from './reset-password.tsx'

/** The screens of a forgotten password and of an invitation, open to everyone, signed in or not. */
export default function PasswordReset() {
  return (
    <PasswordResetFlow>
      <Screen />
    </PasswordResetFlow>
  )
}

function Screen() {
  const screen = useReset(selectScreen)
  if (screen === 'checking') return <ScreenLoading />
  return (
    <>
      <View screen={screen} />
      <WayOut />
    </>
  )
}

function View({ screen }: { screen: Exclude<ReturnType<typeof selectScreen>, 'checking'> }) {
  const invited = useLocation()[0] === '/invitation'
  if (screen === 'request') return <ForgotPassword />
  if (screen === 'sent') return <MailSent />
  return screen === 'link invalid' ? <LinkInvalid invited={invited} /> : <ResetPassword invited={invited} />
}

/** The opened link is invalid: offers to request another one. */
function LinkInvalid({ invited }: { invited: boolean }) {
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

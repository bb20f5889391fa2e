import { useLocation } from 'wouter'
import { selectScreen } from '../../machines/password-reset/selectors.ts'
import { WayOut } from '../entry/way-out.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { PasswordResetFlow, useReset } from './flow.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { LinkInvalid } from './link-invalid.tsx'
import { MailSent } from './mail-sent.tsx'
import { ResetPassword } from './reset-password.tsx'

/** The screens of a forgotten password, and of an invitation, for whoever opens them, signed in or not. */
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

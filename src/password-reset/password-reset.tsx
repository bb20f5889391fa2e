import { selectScreen } from '../../machines/password-reset/selectors.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { EntryFoot } from '../entry/entry-layout.tsx'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/provider.ts'
import { Anchor } from '../ui/anchor.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { LinkInvalid } from './link-invalid.tsx'
import { MailSent } from './mail-sent.tsx'
import { PasswordResetFlow, useReset } from './provider.tsx'
import { ResetPassword } from './reset-password.tsx'

/** The screens of a forgotten password, for whoever opens them, signed in or not. */
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
  if (screen === 'request') return <ForgotPassword />
  if (screen === 'sent') return <MailSent />
  return screen === 'link invalid' ? <LinkInvalid /> : <ResetPassword />
}

function WayOut() {
  const t = useText()
  const signedIn = useSession(selectUser) !== null
  return (
    <EntryFoot>
      <Anchor
        href={`/${location.search}`}
        color="fg.accent"
        textStyle="body"
        fontWeight="medium"
        _hover={{ textDecoration: 'underline', textUnderlineOffset: '3px' }}
      >
        {t(signedIn ? 'common.back' : 'auth.backToSignIn')}
      </Anchor>
    </EntryFoot>
  )
}

import { useSelector } from '@xstate/react'
import { Router, useLocation } from 'wouter'
import { requiredSteps } from '../../domain/roles.ts'
import { emailTexts } from '../../languages/languages.ts'
import { selectExpired, selectFailure, selectSession, selectUser } from '../../machines/session/selectors.ts'
import { selectToast } from '../../machines/toast/machine.ts'
import { EntryLayout } from '../entry/entry-layout.tsx'
import { build } from '../frame/build.ts'
import { ClientErrorBoundary } from '../frame/client-error-boundary.tsx'
import { useText, withMessages } from '../i18n/text.ts'
import { sessionEvents, useSession } from '../session/flow.ts'
import { toaster } from '../shell/toast.ts'
import { PasswordReset } from '../sign-in/entry-chunks.ts'
import { SignInFlow } from '../sign-in/flow.tsx'
import { basePath } from '../site/base-path.ts'
import { SimpleBar } from '../ui/brand.tsx'
import { FailureState } from '../ui/failure.tsx'
import { lazyPart, lazyScreen } from '../ui/lazy.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { EntryScreens } from './entry-screens.tsx'
import { loadMainScreens } from './main-chunk.ts'

const MainScreens = lazyScreen(loadMainScreens, <SimpleBar />)
const ConfirmEmail = lazyScreen(() => withMessages(import('../email-change/confirm-email.tsx'), emailTexts))
const UndoEmail = lazyScreen(() => withMessages(import('../email-change/undo-email.tsx'), emailTexts))
const AddressLink = lazyScreen(() => withMessages(import('../email-change/address-link.tsx'), emailTexts))
const ToastArea = lazyPart(() => import('../frame/toast.tsx'))
const UpdatePrompt = lazyPart(() => import('../frame/update-prompt.tsx'))
const ExpiredDialog = lazyPart(() => import('../session/expired-dialog.tsx'))

/** The entrance (sign-in and its required steps), or the console. */
export function App() {
  return (
    <Router base={basePath}>
      <Whole />
    </Router>
  )
}

function Whole() {
  const [path] = useLocation()
  const signedIn = useSession(snapshot => selectUser(snapshot) !== null)
  const expired = useSession(selectExpired)
  const told = useSelector(toaster, selectToast)
  return (
    <ClientErrorBoundary place={path} bar={<SimpleBar />}>
      <AppRoot path={path} />
      {expired && <ExpiredDialog />}
      {(signedIn || told) && <ToastArea />}
      {build !== 'dev' && <UpdatePrompt />}
    </ClientErrorBoundary>
  )
}

/** Open to everyone, signed in or not. */
const linkScreens: Record<string, typeof PasswordReset> = {
  '/forgot-password': PasswordReset,
  '/reset-password': PasswordReset,
  '/invitation': PasswordReset,
  '/confirm-email': ConfirmEmail,
  '/undo-email': UndoEmail,
  '/confirm-address': AddressLink,
  '/unsubscribe': AddressLink,
}

function AppRoot({ path }: { path: string }) {
  const whole = useSession(selectSession)
  const user = useSession(selectUser)
  const LinkScreen = linkScreens[path]
  if (LinkScreen) {
    return (
      <EntryLayout>
        <LinkScreen />
      </EntryLayout>
    )
  }
  if (whole === 'restoring') return <ScreenLoading />
  if (whole === 'unreachable') return <Unreachable />
  if (user && requiredSteps(user).length === 0) return <MainScreens />
  return (
    <EntryLayout>
      <SignInFlow>
        <EntryScreens />
      </SignInFlow>
    </EntryLayout>
  )
}

/** The server did not report who is signed in. */
function Unreachable() {
  const t = useText()
  const failure = useSession(selectFailure)
  return (
    <EntryLayout>
      <FailureState
        level={1}
        title={t('app.userFailed')}
        failure={failure ?? { ok: false, code: 'NETWORK' }}
        onRetry={sessionEvents.retry}
      />
    </EntryLayout>
  )
}

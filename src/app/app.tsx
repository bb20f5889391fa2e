import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter'
import { type SignInStep, signInSteps } from '../../domain/roles.ts'
import { selectFailure } from '../../machines/attempt.ts'
import { selectStep } from '../../machines/authenticate/selectors.ts'
import {
  type Screen,
  selectAuthenticate,
  selectExpired,
  selectScreen,
  selectUser,
} from '../../machines/session/machine.ts'
import { selectToast } from '../../machines/toast/machine.ts'
import { EntryLayout } from '../entry/entry-layout.tsx'
import { build } from '../frame/build.ts'
import { ClientErrorBoundary } from '../frame/client-error-boundary.tsx'
import { useText } from '../i18n/text.ts'
import type { AuthenticateFlow } from '../session/authenticate/flow.ts'
import { sessionEvents, useSession } from '../session/flow.ts'
import { signInBefore } from '../session/next-address.ts'
import { toaster } from '../shell/toast.ts'
import { PasswordReset, ProviderButtons, ProviderReturn, TwoStepStep } from '../sign-in/entry-chunks.ts'
import { SignInScreen } from '../sign-in/sign-in-screen.tsx'
import { basePath, thisAddress } from '../site/base-path.ts'
import { brand } from '../site/brand.ts'
import { SimpleBar } from '../ui/brand.tsx'
import { FailureState } from '../ui/failure.tsx'
import { lazyPart, lazyScreen } from '../ui/lazy.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { loadMainScreens } from './main-chunk.ts'
import { stepScreens } from './step-screens.ts'

const MainScreens = lazyScreen(loadMainScreens, <SimpleBar />)
const LinkPages = lazyScreen(() => import('../email-change/link-pages.tsx'))
const ToastArea = lazyPart(() => import('../frame/toast.tsx'))
const UpdatePrompt = lazyPart(() => import('../frame/update-prompt.tsx'))
const ExpiredDialog = lazyPart(() => import('../session/expired-dialog.tsx'))

/** The entrance (sign-in and its required steps), or the console. */
export function App() {
  return (
    <Router base={basePath}>
      <AppFrame />
    </Router>
  )
}

function AppFrame() {
  const [path] = useLocation()
  const signedIn = useSession(snapshot => selectUser(snapshot) !== null)
  const expired = useSession(selectExpired)
  const toast = useSelector(toaster, selectToast)
  return (
    <ClientErrorBoundary place={path} bar={<SimpleBar />}>
      <AppRoot path={path} />
      {expired && <ExpiredDialog>{brand.sso && <ProviderButtons inPlace />}</ExpiredDialog>}
      {(signedIn || toast) && <ToastArea />}
      {build !== 'dev' && <UpdatePrompt />}
    </ClientErrorBoundary>
  )
}

/** Open to everyone, signed in or not. */
const linkScreens: Record<string, typeof PasswordReset> = {
  '/forgot-password': PasswordReset,
  '/reset-password': PasswordReset,
  '/invitation': PasswordReset,
  '/confirm-email': LinkPages,
  '/undo-email': LinkPages,
  '/confirm-address': LinkPages,
  '/unsubscribe': LinkPages,
  '/sign-in/return': ProviderReturn,
}

function AppRoot({ path }: { path: string }) {
  const screen = useSession(selectScreen)
  // Behind it is the provider's name.
  const LinkScreen = linkScreens[path.replace(/(return)\/\w+$/, '$1')]
  useEffect(() => {
    if (LinkScreen) sessionEvents.leaveSignIn()
  }, [LinkScreen])
  if (LinkScreen) {
    return (
      <EntryLayout>
        <LinkScreen />
      </EntryLayout>
    )
  }
  switch (screen) {
    case 'loading':
      return <ScreenLoading />
    case 'console':
      return <MainScreens />
    default:
      return (
        <EntryLayout>
          <EntryScreen screen={screen} />
        </EntryLayout>
      )
  }
}

/** The screens before the console. */
function EntryScreen({ screen }: { screen: Exclude<Screen, 'loading' | 'console'> }) {
  switch (screen) {
    case 'unreachable':
      return <Unreachable />
    case 'sign-in':
      return <SignIn />
    default:
      return <Step step={screen} />
  }
}

/** The server did not report who is signed in. */
function Unreachable() {
  const t = useText()
  const failure = useSession(selectFailure)
  return (
    <FailureState
      level={1}
      title={t('app.userFailed')}
      failure={failure ?? { ok: false, code: 'NETWORK' }}
      onRetry={sessionEvents.retry}
    />
  )
}

function SignIn() {
  const flow = useSession(selectAuthenticate)
  return (
    <Switch>
      <Route path="/">{flow && <Authenticate flow={flow} />}</Route>
      <Route>
        <Redirect to={signInBefore(thisAddress())} replace />
      </Route>
    </Switch>
  )
}

function Authenticate({ flow }: { flow: AuthenticateFlow }) {
  const step = useSelector(flow, selectStep)
  if (step === 'code') return <TwoStepStep flow={flow} />
  return <SignInScreen flow={flow} onSend={() => void loadMainScreens()} />
}

/** A step that must follow the sign-in, at its own address. */
function Step({ step }: { step: SignInStep }) {
  const { route } = signInSteps[step]
  const Screen = stepScreens[step]
  return (
    <Switch>
      <Route path={route}>
        <Screen />
      </Route>
      <Route>
        <Redirect to={route + location.search} replace />
      </Route>
    </Switch>
  )
}

import { useLocation } from 'wouter'
import { landing } from '../../domain/roles.ts'
import { selectExpired, selectSession, selectUser } from '../../machines/session/selectors.ts'
import { selectToast } from '../../machines/shell/selectors.ts'
import { EntryLayout } from '../entry/entry-layout.tsx'
import { build } from '../frame/build.ts'
import { ClientErrorBoundary } from '../frame/client-error-boundary.tsx'
import { useSession } from '../session/provider.ts'
import { useShell } from '../shell/shell.ts'
import { PasswordReset } from '../sign-in/entry-chunks.ts'
import { SignInFlow } from '../sign-in/provider.tsx'
import { lazyPart, lazyScreen } from '../ui/lazy.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { EntryScreens } from './entry-screens.tsx'
import { loadMainScreens } from './main-chunk.ts'
import { Unreachable } from './unreachable.tsx'

const MainScreens = lazyScreen(loadMainScreens)
const ToastArea = lazyPart(() => import('../frame/toast.tsx'))
const UpdatePrompt = lazyPart(() => import('../frame/update-prompt.tsx'))
const ExpiredDialog = lazyPart(() => import('../session/expired-dialog.tsx'))

/** What is shown as a whole: the entrance (sign-in and what must come first), or the console. */
export function App() {
  const [path] = useLocation()
  const signedIn = useSession(snapshot => selectUser(snapshot) !== null)
  const expired = useSession(selectExpired)
  const told = useShell(selectToast)
  return (
    <ClientErrorBoundary place={path}>
      <Whole path={path} />
      {expired && <ExpiredDialog />}
      {(signedIn || told) && <ToastArea />}
      {build !== 'dev' && <UpdatePrompt />}
    </ClientErrorBoundary>
  )
}

const resetPaths = ['/forgot-password', '/reset-password']

function Whole({ path }: { path: string }) {
  const whole = useSession(selectSession)
  const user = useSession(selectUser)
  if (resetPaths.includes(path)) {
    return (
      <EntryLayout>
        <PasswordReset />
      </EntryLayout>
    )
  }
  if (whole === 'restoring') return <ScreenLoading />
  if (whole === 'unreachable') return <Unreachable />
  if (user && landing(user) === '/bucket-management') return <MainScreens />
  return (
    <EntryLayout>
      <SignInFlow>
        <EntryScreens />
      </SignInFlow>
    </EntryLayout>
  )
}

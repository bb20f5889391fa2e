import { useLocation } from 'wouter'
import { landing } from '../../domain/roles.ts'
import { selectExpired, selectSession, selectUser } from '../../machines/session/selectors.ts'
import { PasswordReset } from '../auth/entry-chunks.ts'
import { EntryLayout } from '../auth/entry-layout.tsx'
import { useSession } from '../auth/session.ts'
import { SignInFlow } from '../auth/sign-in-flow.tsx'
import { ScreenLoading } from '../ui/screen-loading.tsx'
import { build } from './build.ts'
import { ClientErrorBoundary } from './client-error-boundary.tsx'
import { EntryScreens } from './entry-screens.tsx'
import { lazyPart, lazyScreen } from './lazy.tsx'
import { loadMainScreens } from './main-chunk.ts'
import { Unreachable } from './unreachable.tsx'

const MainScreens = lazyScreen(loadMainScreens)
const ToastArea = lazyPart(() => import('../shell/toast.tsx'))
const UpdatePrompt = lazyPart(() => import('../shell/update-prompt.tsx'))
const ExpiredDialog = lazyPart(() => import('../auth/expired-dialog.tsx'))

/** What is shown as a whole: the entrance (sign-in and what must come first), or the console. */
export function App() {
  const [path] = useLocation()
  const signedIn = useSession(snapshot => selectUser(snapshot) !== null)
  const expired = useSession(selectExpired)
  return (
    <ClientErrorBoundary place={path}>
      <Whole path={path} />
      {expired && <ExpiredDialog />}
      {signedIn && <ToastArea />}
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

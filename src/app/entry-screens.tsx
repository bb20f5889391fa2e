import { lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { landing } from '../../domain/roles.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { useSession } from '../auth/session.ts'
import { SignInScreen } from '../auth/sign-in-screen.tsx'
import { signInBefore } from './next-address.ts'

const ChangePasswordFirst = lazy(() => import('../auth/change-password-first.tsx'))
const PinSetUp = lazy(() => import('../auth/pin-set-up.tsx'))

/** The screens before the console: sign-in, then the forced password change, then the first pin. */
export function EntryScreens() {
  const user = useSession(selectUser)
  if (!user) {
    return (
      <Switch>
        <Route path="/">
          <SignInScreen />
        </Route>
        <Route>
          <Redirect to={signInBefore(location.pathname + location.search + location.hash)} replace />
        </Route>
      </Switch>
    )
  }
  const step = landing(user)
  return (
    <Switch>
      <Route path={step}>{step === '/security' ? <PinSetUp /> : <ChangePasswordFirst />}</Route>
      <Route>
        <Redirect to={step + location.search} replace />
      </Route>
    </Switch>
  )
}

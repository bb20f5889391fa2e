import { Redirect, Route, Switch } from 'wouter'
import { landing } from '../../domain/roles.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { selectStep } from '../../machines/sign-in/selectors.ts'
import { ChangePasswordFirst, PinSetUp, TwoStepStep } from '../auth/entry-chunks.ts'
import { useSession } from '../auth/session.ts'
import { useSignIn } from '../auth/sign-in-flow.tsx'
import { SignInScreen } from '../auth/sign-in-screen.tsx'
import { signInBefore } from './next-address.ts'

/** The screens before the console: sign-in and its second step, the forced password change, the first pin. */
export function EntryScreens() {
  const user = useSession(selectUser)
  const secondStep = useSignIn(selectStep) === 'two-step'
  if (!user) {
    return (
      <Switch>
        <Route path="/">{secondStep ? <TwoStepStep /> : <SignInScreen />}</Route>
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

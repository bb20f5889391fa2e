import { useSelector } from '@xstate/react'
import { Redirect, Route, Switch } from 'wouter'
import { landing } from '../../domain/roles.ts'
import { selectStep } from '../../machines/authenticate/selectors.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { selectAuthenticate } from '../../machines/sign-in/selectors.ts'
import type { AuthenticateFlow } from '../session/authenticate/flow.ts'
import { useSession } from '../session/flow.ts'
import { signInBefore } from '../session/next-address.ts'
import { ChangePasswordFirst, PinSetUp, TwoStepStep } from '../sign-in/entry-chunks.ts'
import { useSignIn } from '../sign-in/flow.tsx'
import { SignInScreen } from '../sign-in/sign-in-screen.tsx'
import { loadMainScreens } from './main-chunk.ts'

/** The screens before the console: sign-in and its second step, the forced password change, the first pin. */
export function EntryScreens() {
  const user = useSession(selectUser)
  const authenticate = useSignIn(selectAuthenticate)
  if (!user) {
    return (
      <Switch>
        <Route path="/">{authenticate && <Authenticate flow={authenticate} />}</Route>
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

function Authenticate({ flow }: { flow: AuthenticateFlow }) {
  const step = useSelector(flow, selectStep)
  if (step === 'code') return <TwoStepStep flow={flow} />
  return <SignInScreen flow={flow} onSend={() => void loadMainScreens()} />
}

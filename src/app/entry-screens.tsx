import { useSelector } from '@xstate/react'
import { Redirect, Route, Switch } from 'wouter'
import { signInSteps } from '../../domain/roles.ts'
import { selectStep as selectAuthenticateStep } from '../../machines/authenticate/selectors.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { selectAuthenticate, selectStep } from '../../machines/sign-in/selectors.ts'
import type { AuthenticateFlow } from '../session/authenticate/flow.ts'
import { useSession } from '../session/flow.ts'
import { signInBefore } from '../session/next-address.ts'
import { stepScreens, TwoStepStep } from '../sign-in/entry-chunks.ts'
import { useSignIn } from '../sign-in/flow.tsx'
import { SignInScreen } from '../sign-in/sign-in-screen.tsx'
import { thisAddress } from '../site/base-path.ts'
import { loadMainScreens } from './main-chunk.ts'

/** The screens before the console: sign-in with its second step, and the steps that must follow. */
export function EntryScreens() {
  const signedIn = useSession(snapshot => selectUser(snapshot) !== null)
  const authenticate = useSignIn(selectAuthenticate)
  const step = useSignIn(selectStep)
  if (!signedIn) {
    return (
      <Switch>
        <Route path="/">{authenticate && <Authenticate flow={authenticate} />}</Route>
        <Route>
          <Redirect to={signInBefore(thisAddress())} replace />
        </Route>
      </Switch>
    )
  }
  if (step === 'authentication' || step === 'done') return null
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

function Authenticate({ flow }: { flow: AuthenticateFlow }) {
  const step = useSelector(flow, selectAuthenticateStep)
  if (step === 'code') return <TwoStepStep flow={flow} />
  return <SignInScreen flow={flow} onSend={() => void loadMainScreens()} />
}

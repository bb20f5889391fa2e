import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { selectNotice, selectUser } from '../../machines/session/selectors.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import { signOut, tellUserChanged } from '../session/actors.ts'
import { authenticate } from '../session/authenticate/provider.ts'
import { sessionEvents } from '../session/events.ts'
import { onwardAddress } from '../session/next-address.ts'
import { session } from '../session/provider.ts'
import { changePassword, initPin } from './actors.ts'

const machine = signInMachine.provide({
  actors: {
    authenticate,
    changePassword: actor(changePassword),
    initPin: actor(initPin),
    signOut: actor(signOut),
  },
  actions: {
    'report signed in': (_, { user }) => sessionEvents.signedIn(user),
    'report change'(_, { change }) {
      sessionEvents.userChanged(change)
      tellUserChanged()
    },
    'report signed out': sessionEvents.signedOut,
    'log sign-out failure': (_, { error }) => console.warn('Signing out failed', error),
  },
})

const Flow = createContext<ActorRefFrom<typeof signInMachine> | null>(null)

/** Runs the sign-in flow for the views inside, from where the session's user is; at its end goes on to where the user wanted. */
export function SignInFlow({ children }: { children: ReactNode }) {
  const flow = useActorRef(machine, {
    input: { user: selectUser(session.getSnapshot()), notice: selectNotice(session.getSnapshot()) },
  })
  useEffect(() => {
    sessionEvents.noticeTaken()
    const ended = flow.subscribe({
      complete() {
        const username = selectUser(session.getSnapshot())?.username
        navigate(onwardAddress(location.search, username), { replace: true })
      },
    })
    const followed = session.subscribe(snapshot => {
      if (!selectUser(snapshot)) flow.send({ type: 'signed out' })
    })
    return () => {
      ended.unsubscribe()
      followed.unsubscribe()
    }
  }, [flow])
  return <Flow value={flow}>{children}</Flow>
}

export function useSignInFlow() {
  const flow = use(Flow)
  if (!flow) throw new Error('A form of the sign-in flow is shown outside of it')
  return flow
}

export function useSignIn<Value>(selector: (snapshot: SnapshotFrom<typeof signInMachine>) => Value): Value {
  return useSelector(useSignInFlow(), selector)
}

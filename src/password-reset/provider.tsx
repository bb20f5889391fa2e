import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { forgetMailedToken, mailedToken, takeMailedToken } from '../session/mailed-token.ts'
import { signOutHere } from '../session/sign-out-here.ts'
import { checkLink, requestLink, resetPassword } from './actors.ts'

const machine = passwordResetMachine.provide({
  actors: {
    requestLink: actor(requestLink),
    checkLink: actor(checkLink),
    resetPassword: actor(resetPassword),
    signOut: actor(signOutHere),
  },
  actions: { 'log sign-out failure': (_, { error }) => console.warn('Signing out failed', error) },
})

const Flow = createContext<ActorRefFrom<typeof passwordResetMachine> | null>(null)

/** The address that was typed on the sign-in page; empty for none. */
function typedEmail(state: unknown): string {
  return typeof state === 'object' && state && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
}

/** Runs the flow of a forgotten password for the views inside, from what the address says; it ends at the sign-in. */
export function PasswordResetFlow({ children }: { children: ReactNode }) {
  const flow = useActorRef(machine, {
    input: {
      token: location.pathname === '/forgot-password' ? null : mailedToken(),
      email: typedEmail(history.state),
    },
  })
  useEffect(() => {
    const subscription = flow.subscribe({
      complete: () => navigate('/', { replace: true }),
    })
    const openLink = () => {
      if (takeMailedToken()) flow.send({ type: 'open link', token: mailedToken() })
    }
    addEventListener('hashchange', openLink)
    return () => {
      subscription.unsubscribe()
      removeEventListener('hashchange', openLink)
      forgetMailedToken()
    }
  }, [flow])
  return <Flow value={flow}>{children}</Flow>
}

export function useResetFlow() {
  const flow = use(Flow)
  if (!flow) throw new Error('A form of the password reset is shown outside of it')
  return flow
}

export function useReset<Value>(
  selector: (snapshot: SnapshotFrom<typeof passwordResetMachine>) => Value,
): Value {
  return useSelector(useResetFlow(), selector)
}

import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { selectUser } from '../../machines/session/selectors.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import type { PasswordChangeAttempt, PinAttempt } from '../../machines/sign-in/types.ts'
import type { MessageId } from '../i18n/messages.ts'
import { changePassword, initPin, signIn, signOut, verifyCode } from '../session/actors.ts'
import { nextAddress } from '../session/next-address.ts'
import { session, sessionEvents } from '../session/session.ts'
import { currentNotice, setNotice } from '../session/sign-in-notice.ts'
import { showToast } from '../shell/shell.ts'

const machine = signInMachine.provide({
  actors: {
    signIn: actor(signIn),
    verifyCode: actor(verifyCode),
    changePassword: actor((input: PasswordChangeAttempt['input']) =>
      told('auth.passwordChanged', changePassword(input)),
    ),
    initPin: actor((input: PinAttempt['input']) => told('auth.pinSet', initPin(input))),
    signOut: actor(signOut),
  },
  actions: {
    'report user': (_, { user }) => sessionEvents.report(user),
    'log sign-out failure': (_, { error }) => console.warn('Signing out failed', error),
  },
})

/** The outcome of `attempt`; where it went well, a message says so. */
async function told<Outcome extends { ok: boolean }>(
  message: MessageId,
  attempt: Promise<Outcome>,
): Promise<Outcome> {
  const outcome = await attempt
  if (outcome.ok) showToast(message)
  return outcome
}

const Flow = createContext<ActorRefFrom<typeof signInMachine> | null>(null)

/** Runs the sign-in flow for the views inside, from where the session's user is; at its end goes on to where the user wanted. */
export function SignInFlow({ children }: { children: ReactNode }) {
  const flow = useActorRef(machine, {
    input: { user: selectUser(session.getSnapshot()), notice: currentNotice() },
  })
  useEffect(() => {
    setNotice(null)
    const subscription = flow.subscribe({
      complete: () => navigate(nextAddress(location.search) ?? '/bucket-management', { replace: true }),
    })
    return () => subscription.unsubscribe()
  }, [flow])
  return <Flow value={flow}>{children}</Flow>
}

function useFlow() {
  const flow = use(Flow)
  if (!flow) throw new Error('A form of the sign-in flow is shown outside of it')
  return flow
}

export function useSignIn<Value>(selector: (snapshot: SnapshotFrom<typeof signInMachine>) => Value): Value {
  return useSelector(useFlow(), selector)
}

export function useSignInEvents() {
  const flow = useFlow()
  return useMemo(
    () => ({
      submitCredentials: (username: string, password: string) =>
        flow.send({ type: 'submit credentials', username, password }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      startOver: () => flow.send({ type: 'start over' }),
      submitPasswordChange: (currentPassword: string, newPassword: string) =>
        flow.send({ type: 'submit password change', currentPassword, newPassword }),
      submitPin: (pin: string) => flow.send({ type: 'submit pin', pin }),
      signOut: () => flow.send({ type: 'sign out' }),
    }),
    [flow],
  )
}

import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { type SignInStep, signInSteps } from '../../domain/roles.ts'
import { actor } from '../../machines/actor.ts'
import { selectNotice, selectUser } from '../../machines/session/selectors.ts'
import { type PasswordChangeAttempt, type PinAttempt, signInMachine } from '../../machines/sign-in/machine.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { MessageId } from '../i18n/messages.ts'
import { authenticate } from '../session/authenticate/flow.ts'
import { session, sessionEvents, signOut, tellUserChanged } from '../session/flow.ts'
import { onwardAddress } from '../session/next-address.ts'
import { navigate } from '../shell/navigate.ts'
import { showToast } from '../shell/toast.ts'

export async function changePassword(
  input: PasswordChangeAttempt['input'],
): Promise<PasswordChangeAttempt['output']> {
  const body = { current_password: input.currentPassword, new_password: input.newPassword }
  const outcome = await result(api.PUT('/user/change-password', { body }))
  return outcome.ok ? { ok: true } : outcome
}

export async function initPin({ pin }: PinAttempt['input']): Promise<PinAttempt['output']> {
  const outcome = await result(api.PUT('/user/init-pin', { body: { pin } }))
  return outcome.ok ? { ok: true } : outcome
}

const doneMessages: Record<SignInStep, MessageId> = {
  passwordChange: 'auth.passwordChanged',
  pinSetUp: 'auth.pinSet',
}

const machine = signInMachine.provide({
  actors: {
    authenticate,
    changePassword: actor(changePassword),
    initPin: actor(initPin),
    signOut: actor(signOut),
  },
  actions: {
    'report signed in': (_, { user }) => sessionEvents.signedIn(user),
    'report step done'(_, { step }) {
      showToast(doneMessages[step])
      sessionEvents.userChanged(signInSteps[step].done)
      tellUserChanged()
    },
    'report signed out': sessionEvents.signedOut,
    'report sign-out failure': (_, { error }) => sessionEvents.signOutFailed(error),
  },
})

const Flow = createContext<ActorRefFrom<typeof signInMachine> | null>(null)

/**
 * Provides the sign-in flow to its children, started from the session's state; at its end continues to the requested
 * address.
 */
export function SignInFlow({ children }: { children: ReactNode }) {
  const flow = useActorRef(machine, {
    input: { user: selectUser(session.getSnapshot()), notice: selectNotice(session.getSnapshot()) },
  })
  useEffect(() => {
    sessionEvents.noticeTaken()
    const ended = flow.subscribe({
      complete() {
        const user = selectUser(session.getSnapshot())?.id
        navigate(onwardAddress(location.search, user), { replace: true })
      },
    })
    const followed = session.subscribe(snapshot => {
      const user = selectUser(snapshot)
      flow.send(user ? { type: 'user changed', user } : { type: 'signed out' })
    })
    return () => {
      ended.unsubscribe()
      followed.unsubscribe()
    }
  }, [flow])
  return <Flow value={flow}>{children}</Flow>
}

function useSignInFlow() {
  const flow = use(Flow)
  if (!flow) throw new Error('A form of the sign-in flow is shown outside of it')
  return flow
}

export function useSignIn<Value>(selector: (snapshot: SnapshotFrom<typeof signInMachine>) => Value): Value {
  return useSelector(useSignInFlow(), selector)
}

export function useSignInEvents() {
  const flow = useSignInFlow()
  return useMemo(
    () => ({
      submitPasswordChange: (currentPassword: string, newPassword: string) =>
        flow.send({ type: 'submit password change', currentPassword, newPassword }),
      submitPin: (pin: string) => flow.send({ type: 'submit pin', pin }),
      signOut: () => flow.send({ type: 'sign out' }),
    }),
    [flow],
  )
}

import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useEffect, useMemo } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  type LinkCheck,
  type LinkRequest,
  type PasswordResetAttempt,
  passwordResetMachine,
} from '../../machines/password-reset/machine.ts'
import { selectEmail } from '../../machines/password-reset/selectors.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { sessionEvents, signOutHere } from '../session/flow.ts'
import { followMailedLinks, forgetMailedToken, mailedToken } from '../session/mailed-token.ts'
import { navigate } from '../shell/navigate.ts'
import { pathOf } from '../site/base-path.ts'

export async function requestLink(body: LinkRequest['input']): Promise<LinkRequest['output']> {
  return result(apiFailingFast.POST('/user/request-reset-password', { body }))
}

export async function checkLink(body: LinkCheck['input']): Promise<LinkCheck['output']> {
  const outcome = await result(apiFailingFast.POST('/user/check-reset-password', { body }))
  if (outcome.ok || (outcome.code !== 'INVALID_TOKEN' && outcome.code !== 'INVALID_REQUEST')) return outcome
  // Another link may have been opened meanwhile.
  if (openedLink().token === body.token) forgetMailedToken()
  return { ok: false, code: 'INVALID_TOKEN' }
}

export async function resetPassword({
  token,
  password,
}: PasswordResetAttempt['input']): Promise<PasswordResetAttempt['output']> {
  const outcome = await result(
    apiFailingFast.PUT('/user/reset-password', { body: { token, new_password: password } }),
  )
  if (outcome.ok || outcome.code === 'INVALID_TOKEN') forgetMailedToken()
  return outcome
}

const machine = passwordResetMachine.provide({
  actors: {
    requestLink: actor(requestLink),
    checkLink: actor(checkLink),
    resetPassword: actor(resetPassword),
    signOut: actor(signOutHere),
  },
  actions: {
    'report reset': sessionEvents.passwordReset,
    'log sign-out failure': (_, { error }) => console.warn('Signing out failed', error),
  },
})

const Flow = createContext<ActorRefFrom<typeof passwordResetMachine> | null>(null)

/** The address that was typed on the sign-in page; empty for none. */
function typedEmail(state: unknown): string {
  return typeof state === 'object' && state && 'email' in state && typeof state.email === 'string'
    ? state.email
    : ''
}

/** The token of the opened link, and behind it the address of a person who is invited. */
function openedLink(): { token: string; email?: string } {
  const [token = '', email] = mailedToken().split('/')
  try {
    return email ? { token, email: decodeURIComponent(email) } : { token }
  } catch (error) {
    console.warn('The address in the link cannot be read', error)
    return { token }
  }
}

/** Provides the flow of a forgotten password to its children, started from the address; it ends at the sign-in page. */
export function PasswordResetFlow({ children }: { children: ReactNode }) {
  const flow = useActorRef(machine, {
    input:
      pathOf(location.pathname) === '/forgot-password'
        ? { token: null, email: typedEmail(history.state) }
        : openedLink(),
  })
  useEffect(() => {
    const subscription = flow.subscribe({
      complete: () => navigate('/', { replace: true, state: { email: selectEmail(flow.getSnapshot()) } }),
    })
    const leave = followMailedLinks(() => flow.send({ type: 'open link', ...openedLink() }))
    return () => {
      subscription.unsubscribe()
      leave()
    }
  }, [flow])
  return <Flow value={flow}>{children}</Flow>
}

function useResetFlow() {
  const flow = use(Flow)
  if (!flow) throw new Error('A form of the password reset is shown outside of it')
  return flow
}

export function useReset<Value>(
  selector: (snapshot: SnapshotFrom<typeof passwordResetMachine>) => Value,
): Value {
  return useSelector(useResetFlow(), selector)
}

export function useResetEvents() {
  const flow = useResetFlow()
  return useMemo(
    () => ({
      submitAddress: (email: string) => flow.send({ type: 'submit address', email }),
      resend: () => flow.send({ type: 'resend' }),
      useAnotherAddress: () => flow.send({ type: 'use another address' }),
      submitPassword: (password: string) => flow.send({ type: 'submit password', password }),
      requestAnotherLink() {
        navigate('/forgot-password', { replace: true })
        flow.send({ type: 'request another link' })
      },
    }),
    [flow],
  )
}

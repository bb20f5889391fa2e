import { useMemo } from 'react'
import { type ActorRefFrom, type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import { actor } from '../../../machines/actor.ts'
import {
  type AuthenticateEvent,
  authenticateMachine,
  type CodeAttempt,
  type CodeKind,
  type PasskeyAttempt,
  type SignInAttempt,
} from '../../../machines/authenticate/machine.ts'
import type { CurrentUser, SignedIn } from '../../../openapi/schema.ts'
import { apiFailingFast, tokens } from '../../api/client.ts'
import { mayHavePasskeys } from '../../api/passkey-support.ts'
import { result } from '../../api/result.ts'

export function keepTokens({ refresh_token, user }: { refresh_token: string; user: CurrentUser }): void {
  tokens.write({ token: refresh_token, user: user.id })
}

/** Keeps the tokens of a new session, unless the form was left: a late response must not open one. */
function opened(session: SignedIn, signal: AbortSignal): { ok: true; user: CurrentUser } {
  signal.throwIfAborted()
  keepTokens(session)
  return { ok: true, user: session.user }
}

const loadPasskeys = () => import('./passkey.ts')

/** `signal` aborts when the form is left: a late response must not open a session. */
export async function signIn(
  input: SignInAttempt['input'],
  signal: AbortSignal,
): Promise<SignInAttempt['output']> {
  const outcome = await result(
    apiFailingFast.POST('/auth/login', {
      body: { ...input, scope: '' },
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      signal,
    }),
  )
  if (!outcome.ok) {
    // PASSKEY_REQUIRED and SSO_REQUIRED.
    if (outcome.code.endsWith('_REQUIRED')) await (await loadPasskeys()).addRefusalTexts()
    return outcome
  }
  if (!('user' in outcome.data)) {
    return { ok: true, challenge: outcome.data }
  }
  return opened(outcome.data, signal)
}

/** Like `signIn`. */
export async function verifyCode(
  body: CodeAttempt['input'],
  signal: AbortSignal,
): Promise<CodeAttempt['output']> {
  const outcome = await result(apiFailingFast.POST('/user/verify-2step', { body, signal }))
  if (!outcome.ok) {
    return outcome
  }
  return opened(outcome.data, signal)
}

/** Like `signIn`. */
export async function signInByPasskey(
  { answer }: PasskeyAttempt['input'],
  signal: AbortSignal,
): Promise<PasskeyAttempt['output']> {
  const { signInByPasskey } = await loadPasskeys()
  const outcome = await signInByPasskey(answer, signal)
  if (!outcome) return { ok: true, user: null }
  if (!outcome.ok) return outcome
  return opened(outcome.data, signal)
}

/** Has the browser offer passkeys in the email field, where it can; a second later, as the page comes first. */
const offerPasskeys = fromCallback<EventObject, NonReducibleUnknown, AuthenticateEvent>(({ sendBack }) => {
  const left = new AbortController()
  const timer = setTimeout(
    () => mayHavePasskeys() && loadPasskeys().then(({ offer }) => offer(sendBack, left.signal), console.warn),
    1000,
  )
  return () => {
    clearTimeout(timer)
    left.abort()
  }
})

/** The authentication, for the machines that invoke it. */
export const authenticate = authenticateMachine.provide({
  actors: {
    signIn: actor(signIn),
    verifyCode: actor(verifyCode),
    signInByPasskey: actor(signInByPasskey),
    offerPasskeys,
  },
  actions: {
    'tell how many codes are left': () =>
      void import('./tell-codes-left.ts').then(({ tellCodesLeft }) => tellCodesLeft()),
  },
})

export type AuthenticateFlow = ActorRefFrom<typeof authenticateMachine>

type Credentials = Omit<Extract<AuthenticateEvent, { type: 'submit credentials' }>, 'type'>

export function useAuthenticateEvents(flow: AuthenticateFlow) {
  return useMemo(
    () => ({
      submitCredentials: (credentials: Credentials) =>
        flow.send({ type: 'submit credentials', ...credentials }),
      askForPasskey: () => flow.send({ type: 'ask for passkey' }),
      chooseCodeKind: (kind: CodeKind) => flow.send({ type: 'choose code kind', kind }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      startOver: () => flow.send({ type: 'start over' }),
    }),
    [flow],
  )
}

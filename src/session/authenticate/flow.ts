import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { recoveryCodesAreFew } from '../../../domain/recovery.ts'
import { actor } from '../../../machines/actor.ts'
import {
  type AuthenticateEvent,
  authenticateMachine,
  type CodeAttempt,
  type CodeKind,
  type SignInAttempt,
} from '../../../machines/authenticate/machine.ts'
import type { CurrentUser } from '../../../openapi/schema.ts'
import { api, apiFailingFast, tokens } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { showToast } from '../../shell/toast.ts'

export function keepTokens({ refresh_token, user }: { refresh_token: string; user: CurrentUser }): void {
  tokens.write({ token: refresh_token, user: user.id })
}

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
    return outcome
  }
  if (!('user' in outcome.data)) {
    return { ok: true, challenge: outcome.data }
  }
  signal.throwIfAborted()
  keepTokens(outcome.data)
  return { ok: true, user: outcome.data.user }
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
  signal.throwIfAborted()
  keepTokens(outcome.data)
  return { ok: true, user: outcome.data.user }
}

/** Shows how many recovery codes are left, or nothing if the call fails. */
async function tellCodesLeft(): Promise<void> {
  const outcome = await result(api.GET('/user/method-security'))
  if (!outcome.ok) return
  const left = outcome.data.recovery_codes_left
  showToast('auth.recoveryCodesLeft', {
    values: { left },
    severity: recoveryCodesAreFew(left) ? 'warning' : 'info',
  })
}

/** The authentication, for the machines that invoke it. */
export const authenticate = authenticateMachine.provide({
  actors: { signIn: actor(signIn), verifyCode: actor(verifyCode) },
  actions: { 'tell how many codes are left': () => void tellCodesLeft() },
})

export type AuthenticateFlow = ActorRefFrom<typeof authenticateMachine>

type Credentials = Omit<Extract<AuthenticateEvent, { type: 'submit credentials' }>, 'type'>

export function useAuthenticateEvents(flow: AuthenticateFlow) {
  return useMemo(
    () => ({
      submitCredentials: (credentials: Credentials) =>
        flow.send({ type: 'submit credentials', ...credentials }),
      chooseCodeKind: (kind: CodeKind) => flow.send({ type: 'choose code kind', kind }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
      startOver: () => flow.send({ type: 'start over' }),
    }),
    [flow],
  )
}

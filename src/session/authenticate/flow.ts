import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { codeDigits } from '../../../domain/limits.ts'
import { actor } from '../../../machines/actor.ts'
import {
  type AuthenticateEvent,
  authenticateMachine,
  type CodeAttempt,
  type CodeKind,
  type SignInAttempt,
} from '../../../machines/authenticate/machine.ts'
import type { CurrentUser } from '../../../openapi/schema.ts'
import { apiFailingFast, tokens } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { tellCodesLeft } from './tell-codes-left.ts'

function keepTokens({ refresh_token, user }: { refresh_token: string; user: CurrentUser }): void {
  tokens.write({ token: refresh_token, username: user.username })
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

/** As `signIn`. After a recovery code a message says how many are left. */
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
  if (body.code.length > codeDigits) void tellCodesLeft()
  return { ok: true, user: outcome.data.user }
}

/** The authentication, for the machines that invoke it. */
export const authenticate = authenticateMachine.provide({
  actors: { signIn: actor(signIn), verifyCode: actor(verifyCode) },
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

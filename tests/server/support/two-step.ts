import type { TwoStepChallenge } from '../../../openapi/schema.ts'
import { totpAt } from '../../support/totp.ts'
import { type Answer, owner, type TestConsole, type Visitor } from './console.ts'

/** A user's authenticator app: its codes follow the console's clock. */
export type Authenticator = {
  secret: string
  recoveryCodes: string[]
  /** The code of this time step, or of one that is `drift` steps away. */
  code(drift?: number): string
  /** Moves the clock a step on, where the code is a new one. */
  next(): string
}

/** Switches two-step verification on for `visitor`, and moves the clock on to a code that was not taken. */
export async function switchTwoStepOn(
  console: TestConsole,
  visitor: Visitor,
  password = owner.password,
): Promise<Authenticator> {
  const begun = await visitor.call('PUT', '/user/two-step-verification', { password })
  if (begun.status !== 200) throw new Error(`begin: ${begun.status} ${JSON.stringify(begun.body)}`)
  const { secret } = begun.body as { secret: string }
  const code = (drift = 0) => totpAt(secret, Math.floor(console.clock.now / 1000) + drift * 30)
  const on = await visitor.call('POST', '/user/two-step-verification', { code: code() })
  if (on.status !== 200) throw new Error(`confirm: ${on.status} ${JSON.stringify(on.body)}`)
  const { recovery_codes } = on.body as { recovery_codes: string[] }
  const next = () => {
    console.clock.now += 30_000
    return code()
  }
  next()
  return { secret, recoveryCodes: recovery_codes, code, next }
}

/** Takes the first step of a sign-in, and gives the challenge. */
export async function challengeOf(visitor: Visitor, user: typeof owner): Promise<string> {
  const answer = await visitor.signIn(user)
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${JSON.stringify(answer.body)}`)
  return (answer.body as TwoStepChallenge).challenge
}

/** Takes the second step, and keeps the tokens; gives the answer whatever it is. */
export async function verify(visitor: Visitor, challenge: string, code: string): Promise<Answer> {
  const answer = await visitor.call('POST', '/user/verify-2step', { challenge, code })
  if (answer.status === 200) visitor.refreshToken = (answer.body as { refresh_token: string }).refresh_token
  return answer
}

import type { Browser } from 'playwright'
import type { FlowEvent } from '../../../flows/kit/paths.ts'
import { totpAt } from '../../support/totp.ts'
import { signInBeside } from '../../support/visit.ts'
import type { FlowConsole } from './flow-console.ts'
import { addPerson, made, newStage, password, type Stage } from './stage.ts'

/** A code of an authenticator app is another one after so many ms. */
const stepMs = 30_000

/** A person with a pin, signed in, on no page in particular. */
export async function signedInPerson(
  browser: Browser,
  kho: FlowConsole,
  pin: string,
  path: FlowEvent[],
): Promise<Stage> {
  const stage = await newStage(browser, kho, path)
  stage.email = await addPerson(kho, { pin })
  await signInBeside(stage.page, kho.url, { email: stage.email, password })
  return stage
}

/** A code of the app that was not used yet: the server's time goes on to the next one. */
export function nextCode(kho: FlowConsole, secret: string): string {
  kho.pass(stepMs)
  return totpAt(secret, Math.floor(kho.now() / 1000))
}

const twoStep = '/user/two-step-verification'

/** Switches two-step verification on from outside of the page. */
export async function switchOn(
  stage: Pick<Stage, 'kho' | 'context'>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await made<{ secret: string }>(stage, 'PUT', twoStep, { password })
  const code = nextCode(stage.kho, secret)
  const { recovery_codes } = await made<{ recovery_codes: string[] }>(stage, 'POST', twoStep, { code })
  return { secret, recoveryCodes: recovery_codes }
}

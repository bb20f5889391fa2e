import type { Browser, BrowserContext, Page } from 'playwright'
import { texts } from '../../support/screens.ts'
import { totpAt } from '../../support/totp.ts'
import { signInBeside } from '../../support/visit.ts'
import type { FlowConsole } from './flow-console.ts'
import { HeldCalls } from './held-calls.ts'
import type { FlowEvent } from './paths.ts'

const t = texts('en')
export const password = 'Example#1'
/** The limits of the server: so many failures are let through, in so many ms. */
export const failures = 10
export const limitMs = 15 * 60_000
/** A code of an authenticator app is another one after so many ms. */
const stepMs = 30_000

export type SecurityStage = {
  context: BrowserContext
  page: Page
  held: HeldCalls
  email: string
  kho: FlowConsole
}

let people = 0

/** A person with a pin, signed in, on no page in particular. */
export async function signedInPerson(
  browser: Browser,
  kho: FlowConsole,
  pin: string,
  path: FlowEvent[],
): Promise<SecurityStage> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  const page = await context.newPage()
  if (path.some(event => event.type.startsWith('xstate.after.'))) await page.clock.install()
  const email = `person-${++people}@example.com`
  await kho.addOwner({ email, password, pin, firstPassword: false })
  await signInBeside(page, kho.url, { email, password })
  return { context, page, held: new HeldCalls(context), email, kho }
}

/** A call from outside of the page with the page's session, as another tab would make it. */
export async function call({ context, kho }: SecurityStage, method: string, path: string, data?: object) {
  const options = { method, headers: { origin: kho.url }, ...(data && { data }) }
  return context.request.fetch(`${kho.url}/api${path}`, options)
}

/** The same, which must succeed; gives the answer. */
export async function made<T = unknown>(
  stage: SecurityStage,
  method: string,
  path: string,
  data?: object,
): Promise<T> {
  const answer = await call(stage, method, path, data)
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  const text = await answer.text()
  return (text === '' ? null : JSON.parse(text)) as T
}

/** A code of the app that was not used yet: the server's time goes on to the next one. */
export function nextCode(kho: FlowConsole, secret: string): string {
  kho.pass(stepMs)
  return totpAt(secret, Math.floor(kho.now() / 1000))
}

/** Switches two-step verification on from outside of the page. */
export async function switchOn(stage: SecurityStage): Promise<{ secret: string; recoveryCodes: string[] }> {
  const path = '/user/two-step-verification'
  const { secret } = await made<{ secret: string }>(stage, 'PUT', path, { password })
  const code = totpAt(secret, Math.floor(stage.kho.now() / 1000))
  const { recovery_codes } = await made<{ recovery_codes: string[] }>(stage, 'POST', path, { code })
  return { secret, recoveryCodes: recovery_codes }
}

/** What can become of a held call of the page. */
export const fates = {
  answered: (stage: SecurityStage, path: string) => stage.held.meet(path, 'answered'),
  broken: (stage: SecurityStage, path: string) => stage.kho.broken(() => stage.held.meet(path, 'answered')),
  async offline(stage: SecurityStage, path: string) {
    await stage.held.meet(path, 'offline')
    await stage.context.setOffline(false)
  },
  async ended(stage: SecurityStage, path: string) {
    await made(stage, 'POST', '/auth/logout')
    await stage.held.meet(path, 'answered')
    const dialog = stage.page.getByRole('dialog', { name: t('auth.expiredTitle') })
    await dialog.getByRole('button', { name: t('auth.otherAccount') }).click()
  },
}

/** The time passes, for the page and the server alike. */
export async function pass({ kho, page }: SecurityStage, ms: number): Promise<void> {
  kho.pass(ms)
  await page.clock.fastForward(ms)
}

/** The sign-in form has taken the place of everything. */
export async function seeSignIn({ page }: SecurityStage): Promise<void> {
  await page.getByRole('heading', { level: 1, name: t('auth.signInTitle') }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

import type { Browser, BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import { auth } from '../../../languages/en/auth.ts'
import { errors } from '../../../languages/en/errors.ts'
import type { SignInNotice } from '../../../machines/authenticate/machine.ts'
import type { CurrentUser } from '../../../openapi/schema.ts'
import { type MailServer, resetLinkIn } from '../../support/mail.ts'
import type { FlowConsole } from './flow-console.ts'
import { HeldRequests } from './held-requests.ts'
import type { FlowEvent } from './paths.ts'
import { type Seen, seenOn } from './sign-in-page.ts'

/** The same characters, composed and decomposed: two texts for the page, one password for the server. */
export const password = 'Xuân#2026'.normalize('NFC')
export const samePassword = password.normalize('NFD')
export const newPassword = 'Hạ#2026 ở Huế'
export const pin = '2580'
/** The limits of the server: so many failures are let through, in so many ms. */
export const failures = 10
export const limitMs = 15 * 60_000

/** A person on one of the screens before the console. */
export type EntryStage = {
  kho: FlowConsole
  context: BrowserContext
  page: Page
  held: HeldRequests
  /** Who is signed in, or signs in next. */
  email: string
  /** What is going to happen. */
  path: FlowEvent[]
}

let people = 0

/** Adds an account of its own for a person in the state of `user`, and gives the person's e-mail address. */
export async function addPerson(kho: FlowConsole, user: CurrentUser): Promise<string> {
  const email = `person-${++people}@example.com`
  await kho.addOwner({
    email,
    password,
    pin: user.pin_exists ? pin : null,
    firstPassword: user.require_change_pass,
  })
  return email
}

/** The sign-in page, before anything is typed. */
export async function openEntry(browser: Browser, kho: FlowConsole, path: FlowEvent[]): Promise<EntryStage> {
  const context = await browser.newContext({ locale: 'en-US' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  const page = await context.newPage()
  if (path.some(event => event.type.startsWith('xstate.after.'))) await page.clock.install()
  await page.goto(kho.url)
  return { kho, context, page, held: new HeldRequests(), email: '', path }
}

/** Resets the password by a mailed link, up to the sign-in page that says so. */
export async function resetPassword({ page, kho, email }: EntryStage, mail: MailServer) {
  await page.goto(`${kho.url}/forgot-password`)
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByRole('button', { name: auth['auth.sendLink'] }).click()
  await page.goto(resetLinkIn(await mail.next(email)))
  await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(newPassword)
  await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: auth['auth.setPassword'] }).click()
  await page.getByText(auth['auth.passwordReset']).waitFor()
}

export async function signInBy(page: Page, email: string, typed: string) {
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByLabel(auth['auth.password'], { exact: true }).fill(typed)
  await page.getByRole('button', { name: auth['auth.signIn'], exact: true }).click()
}

/** A call from outside of the page with the page's session, as another tab would make it. */
export async function callFromAnotherTab(
  { kho, context }: EntryStage,
  method: string,
  path: string,
  data?: object,
) {
  const options = { method, headers: { origin: kho.url }, ...(data && { data }) }
  return context.request.fetch(`${kho.url}/api${path}`, options)
}

export async function passTime({ kho, page }: EntryStage, ms: number) {
  kho.pass(ms)
  await page.clock.fastForward(ms)
}

/** What can become of a held call of the page. */
export const fates = {
  answered: (path: string) => (stage: EntryStage) => stage.held.release(path),
  offline:
    (path: string) =>
    async ({ context, held }: EntryStage) => {
      await context.setOffline(true)
      await held.release(path)
      await context.setOffline(false)
    },
  broken: (path: string) => (stage: EntryStage) => stage.kho.broken(() => stage.held.release(path)),
}

const noticeOf: Record<SignInNotice, string> = {
  'session ended': errors['error.UNAUTHORIZED'],
  'timed out': errors['error.TWO_STEP_TIMED_OUT'],
  'password reset': auth['auth.passwordReset'],
}
/** Messages that say more than the sentence of their code. */
const longer: Record<string, string> = {
  UNKNOWN_ERROR: `${errors['error.UNKNOWN_ERROR']}Request `,
  TOO_MANY_REQUESTS: 'Too many attempts. Try again in',
}
const messageOf = (code: string) => longer[code] ?? errors[`error.${code}` as keyof typeof errors]
const wrongField: Record<string, Record<string, string>> = {
  AUTH_CODE_INVALID: { [auth['auth.code']]: errors['error.AUTH_CODE_INVALID'] },
  CURRENT_PASSWORD_INCORRECT: { [auth['auth.currentPassword']]: errors['error.CURRENT_PASSWORD_INCORRECT'] },
  PASSWORD_REUSED: { [auth['auth.newPassword']]: errors['error.PASSWORD_REUSED'] },
  [`${auth['auth.pinSetUpTitle']}: INVALID_REQUEST`]: { [auth['auth.pin']]: errors['issue.pin-too-short'] },
}

type Shown = { failure: { code: string } | null; notice: SignInNotice | null }

/** The screen shows this heading and button in this state, and of the machine's context what is to be read. */
export const screen =
  (heading: string, button: string, state: Seen['state']) =>
  async ({ page }: EntryStage, { context: { failure, notice } }: { context: Shown }) => {
    const wrong = (failure && (wrongField[failure.code] ?? wrongField[`${heading}: ${failure.code}`])) ?? {}
    const message = failure && Object.keys(wrong).length === 0 && messageOf(failure.code)
    const messages = [notice && noticeOf[notice], message].filter(Boolean)
    await expect
      .poll(() => seenOn(page))
      .toEqual({
        heading,
        messages: messages.map(text => expect.stringContaining(String(text))),
        wrong,
        button,
        state,
      })
  }

export const passwordScreen = (state: Seen['state']) =>
  screen(auth['auth.signInTitle'], auth['auth.signIn'], state)

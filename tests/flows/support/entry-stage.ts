import type { Browser, Page } from 'playwright'
import { expect } from 'vitest'
import { auth } from '../../../languages/en/auth.ts'
import { errors } from '../../../languages/en/errors.ts'
import type { SignInNotice } from '../../../machines/authenticate/machine.ts'
import { type MailServer, resetLinkIn } from '../../support/mail.ts'
import { say } from '../../support/say.ts'
import type { FlowConsole } from './flow-console.ts'
import type { FlowEvent } from './paths.ts'
import { type Seen, seenOn } from './sign-in-page.ts'
import { newPassword, newStage, type Stage } from './stage.ts'

/** The sign-in page, before anything is typed. */
export async function openEntry(browser: Browser, kho: FlowConsole, path: FlowEvent[]): Promise<Stage> {
  const stage = await newStage(browser, kho, path)
  await stage.page.goto(kho.url)
  return stage
}

/** Resets the password by a mailed link, up to the sign-in page that says so. */
export async function resetPassword({ page, kho, email }: Stage, mail: MailServer, to = newPassword) {
  await kho.forgive()
  await page.goto(`${kho.url}/forgot-password`)
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByRole('button', { name: auth['auth.sendLink'] }).click()
  await page.goto(resetLinkIn(await mail.next(email)))
  await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(to)
  await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(to)
  await page.getByRole('button', { name: auth['auth.setPassword'] }).click()
  await page.getByText(auth['auth.passwordReset']).waitFor()
}

export async function signInBy(page: Page, email: string, typed: string) {
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByLabel(auth['auth.password'], { exact: true }).fill(typed)
  await page.getByRole('button', { name: auth['auth.signIn'], exact: true }).click()
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
  async ({ page }: Stage, { context: { failure, notice } }: { context: Shown }) => {
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
  screen(say('en', 'auth.signInTitle'), auth['auth.signIn'], state)

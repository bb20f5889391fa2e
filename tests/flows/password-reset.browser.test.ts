import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { auth } from '../../languages/en/auth.ts'
import { errors } from '../../languages/en/errors.ts'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { type MailServer, resetLinkIn, startMailServer } from '../support/mail.ts'
import { sharedBrowser } from '../support/shared.ts'
import { passwordResetFlow } from './password-reset.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { type Seen, seenOn } from './support/sign-in-page.ts'
import {
  addPerson,
  call,
  fates,
  limitMs,
  newPassword,
  newStage,
  pass,
  password,
  type Stage,
} from './support/stage.ts'

const check = '/user/check-reset-password'
const requesting = '/user/request-reset-password'
const resetting = '/user/reset-password'
const leaving = '/auth/logout'
/** What the server lets through from one address. */
const requests = 100
const timeForTheCheckMs = 10_000

let browser: Browser
let kho: FlowConsole
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  ;[browser, kho] = await Promise.all([sharedBrowser(), startFlowConsole({ KHO_SMTP_URL: mail.url })])
})
afterAll(async () => {
  await kho?.close()
  await mail?.stop()
})

/** A link that is mailed to the person now: the newest one. */
async function newLink(stage: Stage): Promise<string> {
  await kho.forgive()
  expect((await call(stage, 'POST', requesting, { data: { email: stage.email } })).status()).toBe(204)
  return resetLinkIn(await mail.next(stage.email))
}

/** Opens a link, up to where the page has asked whether it counts; the world is made ready for the answer first. */
async function openLink(stage: Stage, next: FlowEvent | undefined) {
  const link = await newLink(stage)
  const outcome = next && outcomeOf(next)
  if (outcome === 'checkLink: INVALID_TOKEN') await newLink(stage)
  stage.held.forget(check)
  await stage.page.goto(link)
  await stage.held.made(check)
}

async function signIn({ page, email }: Stage, password: string) {
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByLabel(auth['auth.password'], { exact: true }).fill(password)
  await page.getByRole('button', { name: auth['auth.signIn'], exact: true }).click()
}

/** A path to a new password begins with somebody signed in, so that what comes before its end can be looked at. */
async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const stage = await newStage(browser, kho, path)
  const { page, held } = stage
  stage.email = await addPerson(kho)
  const signedIn = path.some(event => outcomeOf(event) === 'resetPassword: ok')
  if (signedIn) {
    await page.goto(kho.url)
    await signIn(stage, password)
    await page.waitForURL('**/bucket-management')
  }
  await held.hold(page, [requesting, check, resetting, leaving])
  if (start === 'by a link') {
    // A reload while the tokens are renewed would end the session.
    const restored =
      signedIn &&
      page.waitForResponse(response => new URL(response.url()).pathname === '/api/user' && response.ok())
    await openLink(stage, path[0])
    await restored
    held.forget(check)
    await page.reload()
    await held.made(check)
    return stage
  }
  if (start === 'without a link') await page.goto(kho.url)
  await page.goto(`${kho.url}/${start === 'without a link' ? 'forgot-password' : 'reset-password'}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return stage
}

/** Somebody at the same address has made too many such calls; then they are forgotten. */
async function meetTheLimit(stage: Stage, path: string, data: object) {
  await kho.forgive()
  for (let request = 0; request < requests; request++) await call(stage, 'POST', path, { data })
  await stage.held.meet(path, 'answered')
  await kho.forgive()
}

const { answered, offline, broken } = fates

const messageOf: Record<string, string> = {
  NETWORK: errors['error.NETWORK'],
  INVALID_REQUEST: errors['error.INVALID_REQUEST'],
  UNKNOWN_ERROR: `${errors['error.UNKNOWN_ERROR']}Request `,
  TOO_MANY_REQUESTS: 'Too many attempts. Try again in',
}

/** Failures that are told at a field, by the heading of its form. */
const wrongField: Record<string, Record<string, Record<string, string>>> = {
  [auth['auth.forgotPassword']]: {
    INVALID_REQUEST: { [auth['auth.email']]: errors['issue.email-invalid'] },
  },
  [auth['auth.resetTitle']]: {
    PASSWORD_REUSED: { [auth['auth.newPassword']]: errors['error.PASSWORD_REUSED'] },
  },
}

type Snapshot = Parameters<NonNullable<NonNullable<typeof passwordResetFlow.states>[string]>>[0]

/** The form shows this heading and button in this state, and why the last attempt failed. */
const form =
  (heading: string, button: string, state: Seen['state']) =>
  async ({ page }: Stage, { context: { failure } }: Snapshot) => {
    const wrong = (failure && wrongField[heading]?.[failure.code]) ?? {}
    const isTold = failure && Object.keys(wrong).length === 0
    const messages = isTold ? [expect.stringContaining(messageOf[failure.code] ?? '')] : []
    await expect.poll(() => seenOn(page)).toEqual({ heading, messages, wrong, button, state })
    await expect.poll(() => new URL(page.url()).hash).toBe('')
  }
/** How much the tab keeps for a reload. */
const kept = (page: Page) => page.evaluate(() => sessionStorage.length)

const request = (state: Seen['state']) => form(auth['auth.forgotPassword'], auth['auth.sendLink'], state)
const link = (state: Seen['state']) => form(auth['auth.resetTitle'], auth['auth.setPassword'], state)

/** The page says where the mail is, whether another one may be asked for, and why not. */
const sent =
  (state: 'later' | 'ready' | 'busy') =>
  async ({ page, email }: Stage, { context: { failure } }: Snapshot) => {
    const why = failure ? messageOf[failure.code] : state === 'later' && 'You can request another email in'
    const again = page.locator('main button', { hasText: auth['auth.sendAgain'] })
    await expect
      .poll(async () => {
        const seen = await seenOn(page)
        const busy = (await again.getAttribute('aria-busy')) === 'true'
        return {
          heading: seen?.heading,
          messages: seen?.messages,
          toAddress: await page.getByText(email).count(),
          again: (await again.isDisabled()) && !busy ? 'later' : busy ? 'busy' : 'ready',
        }
      })
      .toEqual({
        heading: auth['auth.sentTitle'],
        messages: why ? [expect.stringContaining(why)] : [],
        toAddress: 1,
        again: state,
      })
  }

await describeFlowInBrowser('password-reset', passwordResetMachine, passwordResetFlow, {
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  good: ['sent', 'link', 'done'],
  events: {
    async 'submit address'({ page, held, email }) {
      await kho.forgive()
      await page.getByLabel(auth['auth.email']).fill(email)
      await page.getByRole('button', { name: auth['auth.sendLink'] }).click()
      await held.made(requesting)
    },
    async resend({ page, held }) {
      await kho.forgive()
      await page.getByRole('button', { name: auth['auth.sendAgain'] }).click()
      await held.made(requesting)
    },
    async 'requestLink: ok'(stage) {
      await stage.held.meet(requesting, 'answered')
      await mail.next(stage.email)
    },
    'requestLink: INVALID_REQUEST': ({ held }) =>
      held.meet(requesting, { sending: () => JSON.stringify({ email: 'nobody' }) }),
    'requestLink: TOO_MANY_REQUESTS': stage =>
      meetTheLimit(stage, requesting, { email: 'nobody@example.com' }),
    'requestLink: NETWORK': offline(requesting),
    'requestLink: unexpected': ({ held }) => kho.broken(() => held.meet(requesting, 'answered'), 'attempts'),
    async 'use another address'({ page }) {
      await page.getByRole('button', { name: auth['auth.otherAddress'] }).click()
    },

    'checkLink: ok': answered(check),
    'checkLink: INVALID_TOKEN': answered(check),
    'checkLink: TOO_MANY_REQUESTS': stage => meetTheLimit(stage, check, { token: 'nobodys' }),
    'checkLink: NETWORK': offline(check),
    'checkLink: unexpected': ({ held }) => kho.broken(() => held.meet(check, 'answered'), 'attempts'),

    async 'submit password'({ page, held }) {
      await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(newPassword)
      await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(newPassword)
      await page.getByRole('button', { name: auth['auth.setPassword'] }).click()
      await held.made(resetting)
    },
    async 'resetPassword: ok'({ held }) {
      await held.meet(resetting, 'answered')
      await held.made(leaving)
    },
    async 'resetPassword: INVALID_TOKEN'(stage) {
      await newLink(stage)
      await stage.held.meet(resetting, 'answered')
    },
    'resetPassword: PASSWORD_REUSED': ({ held }) =>
      held.meet(resetting, {
        sending: own => JSON.stringify({ ...JSON.parse(own), new_password: password }),
      }),
    'resetPassword: INVALID_REQUEST': ({ held }) =>
      held.meet(resetting, {
        sending: () => JSON.stringify({ token: 'cmVzZXQ', new_password: 'short' }),
      }),
    'resetPassword: NETWORK': offline(resetting),
    'resetPassword: unexpected': broken(resetting),
    async 'request another link'({ page }) {
      await page.getByRole('button', { name: auth['auth.requestAgain'] }).click()
      await page.waitForURL('**/forgot-password')
    },
    'open link': (stage, _event, { next }) => openLink(stage, next),

    'signOut: done': answered(leaving),
    'signOut: unexpected': offline(leaving),

    'after time for the check': stage => pass(stage, timeForTheCheckMs),
    'after waiting time': stage => pass(stage, limitMs),
    'after time between mails': stage => pass(stage, limitMs),
  },
  states: {
    'request.editing': request('ready'),
    'request.submitting': request('busy'),
    'request.locked': request('disabled'),
    'sent.waiting': sent('later'),
    'sent.ready': sent('ready'),
    'sent.sending': sent('busy'),
    async checking({ page }) {
      await page.locator('main').getByRole('progressbar').waitFor()
      await expect.poll(() => seenOn(page)).toBeNull()
      await expect.poll(() => new URL(page.url()).hash).toBe('')
    },
    'link.editing': link('ready'),
    'link.submitting': link('busy'),
    async linkInvalid({ page }) {
      await page.getByRole('heading', { level: 1, name: auth['auth.linkInvalidTitle'] }).waitFor()
      await expect.poll(() => new URL(page.url()).hash).toBe('')
      await expect.poll(() => kept(page)).toBe(0)
    },
    signingOut: link('busy'),
    async done(stage) {
      const { page } = stage
      await page.getByText(auth['auth.passwordReset']).waitFor()
      await expect.poll(() => new URL(page.url()).pathname).toBe('/')
      await expect.poll(() => kept(page)).toBe(0)
      await page.unrouteAll()
      await signIn(stage, newPassword)
      await page.waitForURL('**/bucket-management')
    },
  },
})

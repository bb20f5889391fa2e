import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { auth } from '../../languages/en/auth.ts'
import { errors } from '../../languages/en/errors.ts'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { openShell } from '../support/chromium.ts'
import { type MailServer, resetLinkIn, startMailServer } from '../support/mail.ts'
import { passwordResetFlow } from './password-reset.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { HeldRequests } from './support/held-requests.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { type Seen, seenOn } from './support/sign-in-page.ts'

const check = '/user/check-reset-password'
const paths = ['/user/request-reset-password', check, '/user/reset-password', '/auth/logout'] as const
/** What the server lets through from one address, in so many ms. */
const requests = 100
const limitMs = 15 * 60_000
/** An address gets three mails an hour. */
const betweenMailsMs = 21 * 60_000
const timeForTheCheckMs = 10_000

const password = 'Xuân#2026'
const newPassword = 'Hạ#2026 ở Huế'

type Stage = {
  context: BrowserContext
  page: Page
  held: HeldRequests
  email: string
  /** Mails that the page has asked for since the last one that was read. */
  unread: number
}

let browser: Browser
let kho: FlowConsole
let mail: MailServer
let people = 0

beforeAll(async () => {
  mail = await startMailServer()
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole({ KHO_SMTP_URL: mail.url })])
})
afterAll(async () => {
  await browser?.close()
  await kho?.close()
  await mail?.stop()
})

/** A link that is mailed to the person now: the newest one. */
async function newLink(stage: Pick<Stage, 'context' | 'email' | 'unread'>): Promise<string> {
  for (; stage.unread > 0; stage.unread--) await mail.next(stage.email)
  kho.pass(betweenMailsMs)
  const answer = await stage.context.request.post(`${kho.url}/api/user/request-reset-password`, {
    data: { email: stage.email },
    headers: { origin: kho.url },
  })
  expect(answer.status()).toBe(204)
  return resetLinkIn(await mail.next(stage.email))
}

/** Opens a link, up to where the page has asked whether it counts; the world is made ready for the answer first. */
async function openLink(stage: Stage, next: FlowEvent | undefined) {
  const link = await newLink(stage)
  const outcome = next && outcomeOf(next)
  if (outcome === 'checkLink: INVALID_TOKEN') await newLink(stage)
  if (outcome === 'checkLink: TOO_MANY_REQUESTS') await reachTheLimit(stage, check, { token: 'nobodys' })
  stage.held.forget(check)
  await stage.page.goto(link)
  await stage.held.made(check)
}

async function signIn(page: Page, email: string) {
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByLabel(auth['auth.password'], { exact: true }).fill(password)
  await page.getByRole('button', { name: auth['auth.signIn'], exact: true }).click()
}

/** A path to a new password begins with somebody signed in, so that what comes before its end can be looked at. */
async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const context = await browser.newContext({ locale: 'en-US' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  const page = await context.newPage()
  if (path.some(event => event.type.startsWith('xstate.after.'))) await page.clock.install()
  kho.pass(limitMs)
  const email = `person-${++people}@example.com`
  await kho.addOwner({ email, password, pin: '2580', firstPassword: false })
  const signedIn = path.some(event => outcomeOf(event) === 'resetPassword: ok')
  if (signedIn) {
    await page.goto(kho.url)
    await signIn(page, email)
    await page.waitForURL('**/bucket-management')
  }
  const held = new HeldRequests()
  await held.hold(page, paths)
  const stage = { context, page, held, email, unread: 0 }
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

async function loseTheNetwork({ context, held }: Stage, path: (typeof paths)[number]) {
  await context.setOffline(true)
  await held.release(path)
  await context.setOffline(false)
}

/** Somebody at the same address has made too many such calls. */
async function reachTheLimit({ context }: Stage, path: (typeof paths)[number], data: object) {
  for (let request = 0; request < requests; request++) {
    await context.request.post(`${kho.url}/api${path}`, { data, headers: { origin: kho.url } })
  }
}

async function passTheLimit({ page }: Stage) {
  kho.pass(limitMs)
  await page.clock.fastForward(limitMs)
}

const messageOf: Record<string, string> = {
  NETWORK: errors['error.NETWORK'],
  INVALID_REQUEST: errors['error.INVALID_REQUEST'],
  UNKNOWN_ERROR: `${errors['error.UNKNOWN_ERROR']}Request `,
  TOO_MANY_REQUESTS: 'Too many attempts. Try again in',
}

const reusedField = { [auth['auth.newPassword']]: errors['error.PASSWORD_REUSED'] }

type Snapshot = Parameters<NonNullable<NonNullable<typeof passwordResetFlow.states>[string]>>[0]

/** The form shows this heading and button in this state, and why the last attempt failed. */
const form =
  (heading: string, button: string, state: Seen['state']) =>
  async ({ page }: Stage, { context: { failure } }: Snapshot) => {
    const reused = failure?.code === 'PASSWORD_REUSED'
    const messages = failure && !reused ? [expect.stringContaining(messageOf[failure.code] ?? '')] : []
    await expect
      .poll(() => seenOn(page))
      .toEqual({ heading, messages, wrong: reused ? reusedField : {}, button, state })
    expect(new URL(page.url()).hash).toBe('')
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
  events: {
    async 'submit address'({ page, held, email }) {
      await page.getByLabel(auth['auth.email']).fill(email)
      await page.getByRole('button', { name: auth['auth.sendLink'] }).click()
      await held.made('/user/request-reset-password')
    },
    async resend({ page, held }) {
      await page.getByRole('button', { name: auth['auth.sendAgain'] }).click()
      await held.made('/user/request-reset-password')
    },
    async 'requestLink: ok'(stage) {
      await stage.held.release('/user/request-reset-password')
      stage.unread++
    },
    'requestLink: INVALID_REQUEST': ({ held }) =>
      held.release('/user/request-reset-password', JSON.stringify({ email: 'nobody' })),
    async 'requestLink: TOO_MANY_REQUESTS'(stage) {
      await reachTheLimit(stage, '/user/request-reset-password', { email: 'nobody@example.com' })
      await stage.held.release('/user/request-reset-password')
    },
    'requestLink: NETWORK': stage => loseTheNetwork(stage, '/user/request-reset-password'),
    'requestLink: unexpected': ({ held }) =>
      kho.broken(() => held.release('/user/request-reset-password'), 'attempts'),
    async 'use another address'({ page }) {
      await page.getByRole('button', { name: auth['auth.otherAddress'] }).click()
    },

    'checkLink: ok': ({ held }) => held.release(check),
    'checkLink: INVALID_TOKEN': ({ held }) => held.release(check),
    'checkLink: TOO_MANY_REQUESTS': ({ held }) => held.release(check),
    'checkLink: NETWORK': stage => loseTheNetwork(stage, check),
    'checkLink: unexpected': ({ held }) => kho.broken(() => held.release(check), 'attempts'),

    async 'submit password'({ page, held }) {
      await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(newPassword)
      await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(newPassword)
      await page.getByRole('button', { name: auth['auth.setPassword'] }).click()
      await held.made('/user/reset-password')
    },
    async 'resetPassword: ok'({ held }) {
      await held.release('/user/reset-password')
      await held.made('/auth/logout')
    },
    async 'resetPassword: INVALID_TOKEN'(stage) {
      await newLink(stage)
      await stage.held.release('/user/reset-password')
    },
    'resetPassword: PASSWORD_REUSED': ({ held }) =>
      held.release('/user/reset-password', own =>
        JSON.stringify({ ...JSON.parse(own), new_password: password }),
      ),
    'resetPassword: INVALID_REQUEST': ({ held }) =>
      held.release('/user/reset-password', JSON.stringify({ token: 'cmVzZXQ', new_password: 'short' })),
    'resetPassword: NETWORK': stage => loseTheNetwork(stage, '/user/reset-password'),
    'resetPassword: unexpected': ({ held }) => kho.broken(() => held.release('/user/reset-password')),
    async 'request another link'({ page }) {
      await page.getByRole('button', { name: auth['auth.requestAgain'] }).click()
      await page.waitForURL('**/forgot-password')
    },
    'open link': (stage, _event, next) => openLink(stage, next),

    'signOut: done': ({ held }) => held.release('/auth/logout'),
    'signOut: unexpected': stage => loseTheNetwork(stage, '/auth/logout'),

    'after time for the check': ({ page }) => page.clock.fastForward(timeForTheCheckMs),
    'after waiting time': passTheLimit,
    'after time between mails': passTheLimit,
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
      expect(await seenOn(page)).toBeNull()
      expect(new URL(page.url()).hash).toBe('')
    },
    'link.editing': link('ready'),
    'link.submitting': link('busy'),
    async linkInvalid({ page }) {
      await page.getByRole('heading', { level: 1, name: auth['auth.linkInvalidTitle'] }).waitFor()
      expect(new URL(page.url()).hash).toBe('')
      expect(await kept(page)).toBe(0)
    },
    signingOut: link('busy'),
    async done({ page, email }) {
      await page.getByText(auth['auth.passwordReset']).waitFor()
      expect(new URL(page.url()).pathname).toBe('/')
      expect(await kept(page)).toBe(0)
      await page.unrouteAll()
      await page.getByLabel(auth['auth.email']).fill(email)
      await page.getByLabel(auth['auth.password'], { exact: true }).fill(newPassword)
      await page.getByRole('button', { name: auth['auth.signIn'], exact: true }).click()
      await page.waitForURL('**/bucket-management')
    },
  },
})

import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { auth } from '../../languages/en/auth.ts'
import { buckets } from '../../languages/en/buckets.ts'
import { errors } from '../../languages/en/errors.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import type { Challenge, SignInNotice } from '../../machines/sign-in/types.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { owner } from '../machines/support/users.ts'
import { signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type MailServer, resetLinkIn, startMailServer } from '../support/mail.ts'
import { totpAt } from '../support/totp.ts'
import { signInFlow } from './sign-in.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { HeldRequests } from './support/held-requests.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { type Seen, seenOn } from './support/sign-in-page.ts'

const paths = [
  '/auth/login',
  '/user/verify-2step',
  '/user/change-password',
  '/user/init-pin',
  '/auth/logout',
] as const
type Path = (typeof paths)[number]
/** The limits of the server: so many failures are let through, in so many ms. */
const failures = 10
const failuresOfNewDevices = 100
const limitMs = 15 * 60_000
/** The second step may take so many ms, so also where a limit was reached during it. */
const challengeMs = 300_000
const restOfLimitMs = 60_000
const stepMs = 30_000

/** The same characters, composed and decomposed: two texts for the page, one password for the server. */
const password = 'Xuân#2026'.normalize('NFC')
const samePassword = password.normalize('NFD')
const newPassword = 'Hạ#2026 ở Huế'
const pin = '2580'

type Stage = {
  context: BrowserContext
  page: Page
  held: HeldRequests
  /** Who is signed in, or signs in next. */
  email: string
  /** The secret of their authenticator app; empty without. */
  secret: string
  /** What is going to happen. */
  path: FlowEvent[]
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

/** Adds an account of its own for a person in the state of `user`, and gives the person's e-mail address. */
async function addPerson(user: CurrentUser): Promise<string> {
  const email = `person-${++people}@example.com`
  await kho.addOwner({
    email,
    password,
    pin: user.pin_exists ? pin : null,
    firstPassword: user.require_change_pass,
  })
  return email
}

/** Switches two-step verification on. Gives the secret of the authenticator app. */
async function switchTwoStepOn(email: string): Promise<string> {
  const api = await signInApi(kho.url, email, password)
  const { secret } = await api.call<{ secret: string }>('PUT', '/user/two-step-verification', { password })
  await api.call('POST', '/user/two-step-verification', { code: codeOf(secret) })
  return secret
}

/** The code of the app; a new one each time, as each is taken once. */
function codeOf(secret: string): string {
  kho.pass(stepMs)
  return totpAt(secret, Math.floor(kho.now() / 1000))
}

/** Resets the password by a mailed link, up to the sign-in page that says so. */
async function resetPassword(page: Page, email: string) {
  await page.goto(`${kho.url}/forgot-password`)
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByRole('button', { name: auth['auth.sendLink'] }).click()
  await page.goto(resetLinkIn(await mail.next(email)))
  await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(newPassword)
  await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: auth['auth.setPassword'] }).click()
  await page.getByText(auth['auth.passwordReset']).waitFor()
}

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const context = await browser.newContext({ locale: 'en-US' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  if (path.some(event => event.type.startsWith('xstate.after.'))) await page.clock.install()
  await page.goto(kho.url)
  const signedIn = signInFlow.starts[start]?.user
  const email = await addPerson(signedIn ?? owner)
  if (signedIn) {
    await signInBy(page, email, password)
    await page.getByLabel(auth['auth.email']).waitFor({ state: 'detached' })
    await page.reload()
  }
  if (signInFlow.starts[start]?.notice === 'password reset') await resetPassword(page, email)
  const held = new HeldRequests()
  await held.hold(page, paths)
  return { context, page, held, email, secret: '', path }
}

async function signInBy(page: Page, email: string, typed: string) {
  await page.getByLabel(auth['auth.email']).fill(email)
  await page.getByLabel(auth['auth.password'], { exact: true }).fill(typed)
  await page.getByRole('button', { name: auth['auth.signIn'], exact: true }).click()
}

/** A call from outside of the page with the page's session, as another tab would make it. */
async function callFromAnotherTab({ context }: Stage, method: string, path: Path, data?: object) {
  const options = { method, headers: { origin: kho.url }, ...(data && { data }) }
  return context.request.fetch(`${kho.url}/api${path}`, options)
}

/** A call of the page fails for want of a network. */
async function loseTheNetwork({ context, held }: Stage, path: Path) {
  await context.setOffline(true)
  await held.release(path)
  await context.setOffline(false)
}

async function endTheSession(stage: Stage, path: Path) {
  await callFromAnotherTab(stage, 'POST', '/auth/logout')
  await stage.held.release(path)
  const dialog = stage.page.getByRole('dialog', { name: auth['auth.expiredTitle'] })
  await dialog.getByRole('button', { name: auth['auth.otherAccount'] }).click()
}

async function useUpTheLimit(stage: Stage, path: Path) {
  for (let failure = 0; failure < failures; failure++) {
    const answer =
      path === '/auth/login'
        ? await stage.context.request.post(`${kho.url}/api/auth/login`, {
            form: { username: stage.email, password: 'Wrong#2026' },
            headers: { origin: kho.url },
          })
        : await callFromAnotherTab(stage, 'PUT', path, {
            current_password: 'Wrong#2026',
            new_password: newPassword,
          })
    expect([400, 401]).toContain(answer.status())
  }
  await stage.held.release(path)
}

async function blockNewDevices({ email, held }: Stage) {
  await kho.failSignIns(email, failuresOfNewDevices)
  await held.release('/auth/login')
}

/**
 * The person signs in with a second step. Where the path reaches its limit, codes were used up before, so long that the
 * rest of the waiting time is shorter than the second step may take.
 */
async function prepareSecondStep(stage: Stage) {
  stage.secret = await switchTwoStepOn(stage.email)
  if (!stage.path.some(event => outcomeOf(event) === 'verifyCode: TOO_MANY_REQUESTS')) return
  await spendCodes(stage)
  kho.pass(limitMs - restOfLimitMs)
}

async function spendCodes(stage: Stage) {
  const { email, context } = stage
  const options = { headers: { origin: kho.url } }
  const form = { username: email, password }
  const answer = await context.request.post(`${kho.url}/api/auth/login`, { form, ...options })
  const { challenge } = await answer.json()
  for (let failure = 0; failure < failures; failure++) {
    const data = { challenge, code: 'k3m9x20vtq' }
    const refused = await context.request.post(`${kho.url}/api/user/verify-2step`, { data, ...options })
    expect(refused.status()).toBe(403)
  }
}

async function passTime({ page }: Stage, ms: number) {
  kho.pass(ms)
  await page.clock.fastForward(ms)
}

/** Somebody closes the account while the call is on its way. */
async function closeAccount({ held, email }: Stage, path: Path, how: 'expired' | 'suspended') {
  await kho.change(email, how)
  await held.release(path)
}

const answered = (path: Path) => (stage: Stage) => stage.held.release(path)
const offline = (path: Path) => (stage: Stage) => loseTheNetwork(stage, path)
const broken = (path: Path) => (stage: Stage) => kho.broken(() => stage.held.release(path))
const ended = (path: Path) => (stage: Stage) => endTheSession(stage, path)
const limited = (path: Path) => (stage: Stage) => useUpTheLimit(stage, path)

const noticeOf: Record<SignInNotice, string> = {
  'session ended': errors['error.UNAUTHORIZED'],
  'timed out': errors['error.TWO_STEP_TIMED_OUT'],
  'password reset': auth['auth.passwordReset'],
}
const messageOf: Record<string, string> = {
  ACCOUNT_EXPIRED: errors['error.ACCOUNT_EXPIRED'],
  ACCOUNT_SUSPENDED: errors['error.ACCOUNT_SUSPENDED'],
  INVALID_CREDENTIALS: errors['error.INVALID_CREDENTIALS'],
  NEW_DEVICE_BLOCKED: errors['error.NEW_DEVICE_BLOCKED'],
  NETWORK: errors['error.NETWORK'],
  INVALID_REQUEST: errors['error.INVALID_REQUEST'],
  UNKNOWN_ERROR: `${errors['error.UNKNOWN_ERROR']}Request `,
  TOO_MANY_REQUESTS: 'Too many attempts. Try again in',
}
const wrongField: Record<string, Record<string, string>> = {
  AUTH_CODE_INVALID: { [auth['auth.code']]: errors['error.AUTH_CODE_INVALID'] },
  CURRENT_PASSWORD_INCORRECT: { [auth['auth.currentPassword']]: errors['error.CURRENT_PASSWORD_INCORRECT'] },
  PASSWORD_REUSED: { [auth['auth.newPassword']]: errors['error.PASSWORD_REUSED'] },
}

type Snapshot = Parameters<NonNullable<NonNullable<typeof signInFlow.states>[string]>>[0]

/** The screen shows this heading and button in this state, and of the snapshot's context what is to be read. */
const screen =
  (heading: string, button: string, state: Seen['state']) =>
  async ({ page }: Stage, { context: { failure, notice } }: Snapshot) => {
    const message = failure && messageOf[failure.code]
    const messages = [notice && noticeOf[notice], message].filter(Boolean)
    const wrong = (failure && wrongField[failure.code]) ?? {}
    await expect
      .poll(() => seenOn(page), { timeout: 30_000 })
      .toEqual({
        heading,
        messages: messages.map(text => expect.stringContaining(String(text))),
        wrong,
        button,
        state,
      })
  }

const credentials = (state: Seen['state']) => screen(auth['auth.signInTitle'], auth['auth.signIn'], state)
const twoStep = (state: Seen['state']) => screen(auth['auth.twoStepTitle'], auth['auth.verify'], state)
const passwordChange = (state: Seen['state']) =>
  screen(auth['auth.changeFirstTitle'], auth['auth.changePassword'], state)
const pinSetUp = (state: Seen['state']) => screen(auth['auth.pinSetUpTitle'], auth['auth.setPin'], state)

await describeFlowInBrowser('sign-in', signInMachine, signInFlow, {
  open,
  close: ({ context }) => context.close(),
  events: {
    async 'submit credentials'(stage, _, next) {
      const outcome = next ? outcomeOf(next) : null
      if (next && outcome === 'signIn: ok') {
        const output = next.output as { user: CurrentUser } | { challenge: Challenge }
        stage.email = await addPerson('user' in output ? output.user : owner)
        if ('challenge' in output) await prepareSecondStep(stage)
      }
      const typed = outcome === 'signIn: INVALID_CREDENTIALS' ? 'Wrong#2026' : password
      await signInBy(stage.page, stage.email, typed)
      await stage.held.made('/auth/login')
    },
    'signIn: ok': answered('/auth/login'),
    'signIn: INVALID_CREDENTIALS': answered('/auth/login'),
    'signIn: NEW_DEVICE_BLOCKED': blockNewDevices,
    'signIn: ACCOUNT_EXPIRED': stage => closeAccount(stage, '/auth/login', 'expired'),
    'signIn: ACCOUNT_SUSPENDED': stage => closeAccount(stage, '/auth/login', 'suspended'),
    'signIn: TOO_MANY_REQUESTS': limited('/auth/login'),
    'signIn: NETWORK': offline('/auth/login'),
    'signIn: unexpected': broken('/auth/login'),

    async 'submit code'({ page, held, secret, email }, _, next) {
      const outcome = next && outcomeOf(next)
      const user = (next?.output as { user?: CurrentUser } | undefined)?.user
      if (user?.require_change_pass) await kho.change(email, 'first password')
      if (user && !user.pin_exists) await kho.change(email, 'no pin')
      const right = codeOf(secret)
      const wrong = right === '000000' ? '000001' : '000000'
      await page
        .getByLabel(auth['auth.code'])
        .fill(outcome === 'verifyCode: AUTH_CODE_INVALID' ? wrong : right)
      await held.made('/user/verify-2step')
    },
    'verifyCode: ok': answered('/user/verify-2step'),
    'verifyCode: AUTH_CODE_INVALID': answered('/user/verify-2step'),
    async 'verifyCode: TWO_STEP_TIMED_OUT'({ held }) {
      kho.pass(challengeMs)
      await held.release('/user/verify-2step')
    },
    'verifyCode: ACCOUNT_EXPIRED': stage => closeAccount(stage, '/user/verify-2step', 'expired'),
    'verifyCode: ACCOUNT_SUSPENDED': stage => closeAccount(stage, '/user/verify-2step', 'suspended'),
    'verifyCode: TOO_MANY_REQUESTS': answered('/user/verify-2step'),
    'verifyCode: NETWORK': offline('/user/verify-2step'),
    'verifyCode: unexpected': broken('/user/verify-2step'),
    async 'start over'({ page }) {
      await page.getByRole('button', { name: auth['auth.backToSignIn'] }).click()
    },

    async 'submit password change'({ page, held }, _, next) {
      const outcome = next && outcomeOf(next)
      const current = outcome === 'changePassword: CURRENT_PASSWORD_INCORRECT' ? 'Wrong#2026' : password
      const wanted = outcome === 'changePassword: PASSWORD_REUSED' ? samePassword : newPassword
      await page.getByLabel(auth['auth.currentPassword'], { exact: true }).fill(current)
      await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(wanted)
      await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(wanted)
      await page.getByRole('button', { name: auth['auth.changePassword'] }).click()
      await held.made('/user/change-password')
    },
    'changePassword: ok': answered('/user/change-password'),
    'changePassword: CURRENT_PASSWORD_INCORRECT': answered('/user/change-password'),
    'changePassword: PASSWORD_REUSED': answered('/user/change-password'),
    'changePassword: INVALID_REQUEST': ({ held }) =>
      held.release(
        '/user/change-password',
        JSON.stringify({ current_password: password, new_password: 'short' }),
      ),
    'changePassword: UNAUTHORIZED': ended('/user/change-password'),
    'changePassword: TOO_MANY_REQUESTS': limited('/user/change-password'),
    'changePassword: NETWORK': offline('/user/change-password'),
    'changePassword: unexpected': broken('/user/change-password'),

    async 'submit pin'({ page, held }) {
      await page.getByLabel(auth['auth.pin'], { exact: true }).fill(pin)
      await page.getByLabel(auth['auth.confirmPin'], { exact: true }).fill(pin)
      await page.getByRole('button', { name: auth['auth.setPin'] }).click()
      await held.made('/user/init-pin')
    },
    'initPin: ok': answered('/user/init-pin'),
    async 'initPin: PIN_EXISTS'(stage) {
      const answer = await callFromAnotherTab(stage, 'PUT', '/user/init-pin', { pin: '1379' })
      expect(answer.status()).toBe(204)
      await stage.held.release('/user/init-pin')
    },
    'initPin: INVALID_REQUEST': ({ held }) => held.release('/user/init-pin', JSON.stringify({ pin: '1' })),
    'initPin: UNAUTHORIZED': ended('/user/init-pin'),
    'initPin: NETWORK': offline('/user/init-pin'),
    'initPin: unexpected': broken('/user/init-pin'),

    async 'sign out'({ page, held }) {
      await page.getByRole('button', { name: auth['auth.otherAccount'] }).click()
      await held.made('/auth/logout')
    },
    'signOut: done': answered('/auth/logout'),
    'signOut: unexpected': offline('/auth/logout'),

    'after waiting time': (stage, { type }) =>
      passTime(stage, type.includes('twoStep') ? restOfLimitMs : limitMs),
    'after life of the challenge': stage => passTime(stage, challengeMs),
  },
  states: {
    'credentials.editing': credentials('ready'),
    'credentials.submitting': credentials('busy'),
    'credentials.locked': credentials('disabled'),
    'credentials.blocked': credentials('ready'),
    'twoStep.editing': twoStep('ready'),
    'twoStep.submitting': twoStep('busy'),
    'twoStep.locked': twoStep('disabled'),
    'passwordChange.editing': passwordChange('ready'),
    'passwordChange.submitting': passwordChange('busy'),
    'passwordChange.locked': passwordChange('disabled'),
    'pinSetUp.editing': pinSetUp('ready'),
    'pinSetUp.submitting': pinSetUp('busy'),
    async signingOut({ page }) {
      await expect.poll(async () => (await seenOn(page))?.state).toBe('busy')
    },
    async done({ page }) {
      await page.getByRole('heading', { level: 1, name: buckets['buckets.title'] }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/bucket-management')
    },
  },
})

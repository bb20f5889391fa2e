import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { auth } from '../../languages/en/auth.ts'
import { buckets } from '../../languages/en/buckets.ts'
import { authenticateMachine, type CodeKind } from '../../machines/authenticate/machine.ts'
import { owner } from '../machines/support/users.ts'
import { signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type MailServer, startMailServer } from '../support/mail.ts'
import { totpAt } from '../support/totp.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import {
  addPerson,
  type EntryStage,
  failures,
  fates,
  limitMs,
  openEntry,
  passTime,
  password,
  passwordScreen,
  resetPassword,
  screen,
  signInBy,
} from './support/entry-stage.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import type { Seen } from './support/sign-in-page.ts'

const signingIn = '/auth/login'
const verifying = '/user/verify-2step'
const failuresOfNewDevices = 100
/** The second step may take so many ms, so also where a limit was reached during it. */
const challengeMs = 300_000
const restOfLimitMs = 60_000
const stepMs = 30_000

type Stage = EntryStage & {
  /** The secret of the authenticator app; empty without. */
  secret: string
  /** Recovery codes that were not used yet. */
  recoveryCodes: string[]
}

let browser: Browser
let kho: FlowConsole
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole({ KHO_SMTP_URL: mail.url })])
})
afterAll(async () => {
  await browser?.close()
  await kho?.close()
  await mail?.stop()
})

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const stage = await openEntry(browser, kho, path)
  stage.email = await addPerson(kho, owner)
  if (authenticateFlow.starts[start]?.notice === 'password reset') await resetPassword(stage, mail)
  await stage.held.hold(stage.page, [signingIn, verifying])
  return { ...stage, secret: '', recoveryCodes: [] }
}

/** Switches two-step verification on. */
async function switchTwoStepOn(stage: Stage) {
  const api = await signInApi(kho.url, stage.email, password)
  const { secret } = await api.call<{ secret: string }>('PUT', '/user/two-step-verification', { password })
  const { recovery_codes } = await api.call<{ recovery_codes: string[] }>(
    'POST',
    '/user/two-step-verification',
    {
      code: codeOf(secret),
    },
  )
  stage.secret = secret
  stage.recoveryCodes = recovery_codes
}

/** The code of the app; a new one each time, as each is taken once. */
function codeOf(secret: string): string {
  kho.pass(stepMs)
  return totpAt(secret, Math.floor(kho.now() / 1000))
}

async function useUpTheLimit(stage: Stage) {
  for (let failure = 0; failure < failures; failure++) {
    const answer = await stage.context.request.post(`${kho.url}/api${signingIn}`, {
      form: { username: stage.email, password: 'Wrong#2026' },
      headers: { origin: kho.url },
    })
    expect(answer.status()).toBe(401)
  }
  await stage.held.release(signingIn)
}

async function blockNewDevices({ email, held }: Stage) {
  await kho.failSignIns(email, failuresOfNewDevices)
  await held.release(signingIn)
}

/**
 * The person signs in with a second step. Where the path reaches its limit, codes were used up before, so long that the
 * rest of the waiting time is shorter than the second step may take.
 */
async function prepareSecondStep(stage: Stage) {
  await switchTwoStepOn(stage)
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
    const refused = await context.request.post(`${kho.url}/api${verifying}`, { data, ...options })
    expect(refused.status()).toBe(403)
  }
}

/** Somebody closes the account while the call is on its way. */
const closed =
  (path: string, how: 'expired' | 'suspended') =>
  async ({ held, email }: Stage) => {
    await kho.change(email, how)
    await held.release(path)
  }

const codeLabel = { app: auth['auth.code'], recovery: auth['auth.recoveryCode'] }

type Snapshot = Parameters<NonNullable<NonNullable<typeof authenticateFlow.states>[string]>>[0]

/** The code form, which asks for the kind of code that is chosen. */
const codeScreen = (state: Seen['state']) => async (stage: Stage, snapshot: Snapshot) => {
  await screen(auth['auth.twoStepTitle'], auth['auth.verify'], state)(stage, snapshot)
  await stage.page.getByLabel(codeLabel[snapshot.context.codeKind], { exact: true }).waitFor()
}

await describeFlowInBrowser('authenticate', authenticateMachine, authenticateFlow, {
  open,
  close: ({ context }) => context.close(),
  events: {
    async 'submit credentials'(stage, _, next) {
      const outcome = next ? outcomeOf(next) : null
      if (next && outcome === 'signIn: ok') {
        stage.email = await addPerson(kho, owner)
        if ('challenge' in (next.output as object)) await prepareSecondStep(stage)
      }
      const typed = outcome === 'signIn: INVALID_CREDENTIALS' ? 'Wrong#2026' : password
      await signInBy(stage.page, stage.email, typed)
      await stage.held.made(signingIn)
    },
    'signIn: ok': fates.answered(signingIn),
    'signIn: INVALID_CREDENTIALS': fates.answered(signingIn),
    'signIn: NEW_DEVICE_BLOCKED': blockNewDevices,
    'signIn: ACCOUNT_EXPIRED': closed(signingIn, 'expired'),
    'signIn: ACCOUNT_SUSPENDED': closed(signingIn, 'suspended'),
    'signIn: TOO_MANY_REQUESTS': useUpTheLimit,
    'signIn: NETWORK': fates.offline(signingIn),
    'signIn: unexpected': fates.broken(signingIn),

    async 'choose code kind'({ page }, event) {
      const { kind } = event as unknown as { kind: CodeKind }
      const text = auth[kind === 'app' ? 'auth.useAppCode' : 'auth.useRecoveryCode']
      const button = page.getByRole('button', { name: text })
      // The kind may be chosen already.
      if (await button.isVisible()) await button.click()
    },
    async 'submit code'(stage, _, next) {
      const outcome = next && outcomeOf(next)
      const { page, held, secret, recoveryCodes } = stage
      if (await page.getByLabel(codeLabel.recovery, { exact: true }).isVisible()) {
        const typed = outcome === 'verifyCode: AUTH_CODE_INVALID' ? 'k3m9x20vtq' : recoveryCodes.pop()!
        await page.getByLabel(codeLabel.recovery, { exact: true }).fill(typed)
        await page.getByRole('button', { name: auth['auth.verify'] }).click()
      } else {
        const right = codeOf(secret)
        const wrong = right === '000000' ? '000001' : '000000'
        await page
          .getByLabel(codeLabel.app, { exact: true })
          .fill(outcome === 'verifyCode: AUTH_CODE_INVALID' ? wrong : right)
      }
      await held.made(verifying)
    },
    'verifyCode: ok': fates.answered(verifying),
    'verifyCode: AUTH_CODE_INVALID': fates.answered(verifying),
    async 'verifyCode: TWO_STEP_TIMED_OUT'({ held }) {
      kho.pass(challengeMs)
      await held.release(verifying)
    },
    'verifyCode: ACCOUNT_EXPIRED': closed(verifying, 'expired'),
    'verifyCode: ACCOUNT_SUSPENDED': closed(verifying, 'suspended'),
    'verifyCode: TOO_MANY_REQUESTS': fates.answered(verifying),
    'verifyCode: NETWORK': fates.offline(verifying),
    'verifyCode: unexpected': fates.broken(verifying),
    async 'start over'({ page }) {
      await page.getByRole('button', { name: auth['auth.backToSignIn'] }).click()
    },

    'after waiting time': (stage, { type }) =>
      passTime(stage, type.includes('code') ? restOfLimitMs : limitMs),
    'after life of the challenge': stage => passTime(stage, challengeMs),
  },
  states: {
    'password.editing': passwordScreen('ready'),
    'password.submitting': passwordScreen('busy'),
    'password.locked': passwordScreen('disabled'),
    'code.editing': codeScreen('ready'),
    'code.submitting': codeScreen('busy'),
    'code.locked': codeScreen('disabled'),
    async done({ page }) {
      await page.getByRole('heading', { level: 1, name: buckets['buckets.title'] }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/bucket-management')
    },
  },
})

import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { auth } from '../../languages/en/auth.ts'
import { buckets } from '../../languages/en/buckets.ts'
import { authenticateMachine, type CodeKind } from '../../machines/authenticate/machine.ts'
import { type MailServer, startMailServer } from '../support/mail.ts'
import { sharedBrowser } from '../support/shared.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { openEntry, passwordScreen, resetPassword, screen, signInBy } from './support/entry-stage.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { nextCode, switchOn } from './support/security-stage.ts'
import type { Seen } from './support/sign-in-page.ts'
import {
  addPerson,
  call,
  fates,
  limitMs,
  type Stage as Person,
  pass,
  password,
  spendTheLimit,
} from './support/stage.ts'

const signingIn = '/auth/login'
const verifying = '/user/verify-2step'
const failuresOfNewDevices = 100
/** The second step may take so many ms, so also where a limit was reached during it. */
const challengeMs = 300_000
const restOfLimitMs = 60_000

type Stage = Person & {
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
  ;[browser, kho] = await Promise.all([sharedBrowser(), startFlowConsole({ KHO_SMTP_URL: mail.url })])
})
afterAll(async () => {
  await kho?.close()
  await mail?.stop()
})

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const stage = await openEntry(browser, kho, path)
  stage.email = await addPerson(kho)
  if (authenticateFlow.starts[start]?.notice === 'password reset') await resetPassword(stage, mail)
  await stage.held.hold(stage.page, [signingIn, verifying])
  return { ...stage, secret: '', recoveryCodes: [] }
}

/** Somebody who signs in with a second step. */
async function addPersonWithTwoSteps(): Promise<Pick<Stage, 'email' | 'secret' | 'recoveryCodes'>> {
  const email = await addPerson(kho)
  const context = await browser.newContext()
  await call({ kho, context }, 'POST', signingIn, { form: { username: email, password } })
  const app = await switchOn({ kho, context })
  await context.close()
  return { email, ...app }
}

async function blockNewDevices({ email, held }: Stage) {
  await kho.failSignIns(email, failuresOfNewDevices)
  await held.meet(signingIn, 'answered')
  await kho.forgive()
}

let wrongCodes = 0
/** The code is sent when the field changes, so the same one is not sent again. */
const nextWrongCode = () => String(++wrongCodes).padStart(6, '0')

/** Wrong codes at another sign-in of the person. */
async function spendCodes(stage: Stage) {
  const form = { username: stage.email, password }
  const { challenge } = await (await call(stage, 'POST', signingIn, { form })).json()
  const attempt = () => call(stage, 'POST', verifying, { data: { challenge, code: 'k3m9x20vtq' } })
  await spendTheLimit(stage, verifying, attempt, restOfLimitMs)
}

/** Somebody closes the account while the call is on its way. */
const closed = (path: string, how: 'expired' | 'suspended') => (stage: Stage) =>
  kho.meanwhile(stage.email, async () => {
    await kho.change(stage.email, how)
    await stage.held.meet(path, 'answered')
  })

const { answered, offline, broken } = fates

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
  viewed: true,
  good: ['code', 'done'],
  events: {
    async 'submit credentials'(stage, _, { next }) {
      const outcome = next && outcomeOf(next)
      await kho.forgive()
      if (next && outcome === 'signIn: ok' && 'challenge' in (next.output as object)) {
        Object.assign(stage, await addPersonWithTwoSteps())
      } else stage.email = await addPerson(kho)
      const typed = outcome === 'signIn: INVALID_CREDENTIALS' ? 'Wrong#2026' : password
      await signInBy(stage.page, stage.email, typed)
      await stage.held.made(signingIn)
    },
    'signIn: ok': answered(signingIn),
    'signIn: INVALID_CREDENTIALS': answered(signingIn),
    'signIn: NEW_DEVICE_BLOCKED': blockNewDevices,
    'signIn: ACCOUNT_EXPIRED': closed(signingIn, 'expired'),
    'signIn: ACCOUNT_SUSPENDED': closed(signingIn, 'suspended'),
    'signIn: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, signingIn, () =>
        call(stage, 'POST', signingIn, { form: { username: stage.email, password: 'Wrong#2026' } }),
      ),
    'signIn: NETWORK': offline(signingIn),
    'signIn: unexpected': broken(signingIn),

    async 'choose code kind'({ page }, event, { before }) {
      const { kind } = event as unknown as { kind: CodeKind }
      if (kind === before.context.codeKind) return
      const text = auth[kind === 'app' ? 'auth.useAppCode' : 'auth.useRecoveryCode']
      await page.getByRole('button', { name: text }).click()
    },
    async 'submit code'(stage, _, { before, next }) {
      const { page, held, secret, recoveryCodes } = stage
      const right = /^verifyCode: (ok|ACCOUNT_)/.test((next && outcomeOf(next)) ?? '')
      await kho.forgive()
      if (before.context.codeKind === 'recovery') {
        const typed = right ? recoveryCodes.pop()! : 'k3m9x20vtq'
        await page.getByLabel(codeLabel.recovery, { exact: true }).fill(typed)
        await page.getByRole('button', { name: auth['auth.verify'] }).click()
      } else {
        await page
          .getByLabel(codeLabel.app, { exact: true })
          .fill(right ? nextCode(kho, secret) : nextWrongCode())
      }
      await held.made(verifying)
    },
    'verifyCode: ok': answered(verifying),
    'verifyCode: AUTH_CODE_INVALID': answered(verifying),
    async 'verifyCode: TWO_STEP_TIMED_OUT'({ held }) {
      kho.pass(challengeMs)
      await held.meet(verifying, 'answered')
    },
    'verifyCode: ACCOUNT_EXPIRED': closed(verifying, 'expired'),
    'verifyCode: ACCOUNT_SUSPENDED': closed(verifying, 'suspended'),
    'verifyCode: TOO_MANY_REQUESTS': spendCodes,
    'verifyCode: NETWORK': offline(verifying),
    'verifyCode: unexpected': broken(verifying),
    async 'start over'({ page }) {
      await page.getByRole('button', { name: auth['auth.backToSignIn'] }).click()
    },

    'after waiting time': (stage, { type }) => pass(stage, type.includes('code') ? restOfLimitMs : limitMs),
    'after life of the challenge': stage => pass(stage, challengeMs),
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
      await expect.poll(() => new URL(page.url()).pathname).toBe('/bucket-management')
    },
  },
})

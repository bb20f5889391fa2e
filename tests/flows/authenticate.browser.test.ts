import { CoverageRecorder, missing } from '../../flows/kit/coverage.ts'
import { untyped } from '../../flows/kit/flow.ts'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { authenticateMachine, type CodeKind } from '../../machines/authenticate/machine.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { authenticatePlay } from './authenticate.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { openEntry, resetPassword, seeBuckets } from './support/entry-stage.ts'
import { startWorld } from './support/flow-setup.ts'
import { nextCode, switchOn } from './support/security-stage.ts'
import {
  addPerson,
  call,
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

const world = startWorld()

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const stage = await openEntry(world.browser, world.kho, path)
  stage.email = await addPerson(world.kho)
  if (authenticateFlow.starts[start]?.notice === 'password reset') await resetPassword(stage, world.mail)
  await stage.held.hold(stage.page, [signingIn, verifying])
  return { ...stage, secret: '', recoveryCodes: [] }
}

/** Somebody who signs in with a second step. */
async function addPersonWithTwoSteps(): Promise<Pick<Stage, 'email' | 'secret' | 'recoveryCodes'>> {
  const { browser, kho } = world
  const email = await addPerson(kho)
  const context = await browser.newContext()
  await call({ kho, context }, 'POST', signingIn, { form: { username: email, password } })
  const app = await switchOn({ kho, context })
  await context.close()
  return { email, ...app }
}

async function blockNewDevices({ kho, email, held }: Stage) {
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
  stage.kho.meanwhile(stage.email, async () => {
    await stage.kho.change(stage.email, how)
    await stage.held.meet(path, 'answered')
  })

/** There are no passkeys at the address of this console: tests/browser/passkeys.test.ts has them. */
const withoutPasskeys: typeof authenticateFlow = {
  ...authenticateFlow,
  possible: (_, { type }) => !/passkey/i.test(type),
}

const ofPasskeys = missing(
  new CoverageRecorder(authenticateMachine, untyped(authenticateFlow)).coverage,
).filter(name => /passkey/i.test(name) && !name.includes('xstate.error'))

await describeFlowInBrowser('authenticate', authenticateMachine, withoutPasskeys, {
  play: authenticatePlay,
  calls: { signIn: signingIn, verifyCode: verifying },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  except: ofPasskeys,
  good: ['code', 'done'],
  events: {
    async 'submit credentials'(stage, _, { next, outcome, act }) {
      await stage.kho.forgive()
      if (next && outcome === 'signIn: ok' && 'challenge' in (next.output as object)) {
        Object.assign(stage, await addPersonWithTwoSteps())
      } else stage.email = await addPerson(stage.kho)
      const typed = outcome === 'signIn: INVALID_CREDENTIALS' ? 'Wrong#2026' : password
      await act({ username: stage.email, password: typed })
    },
    'signIn: NEW_DEVICE_BLOCKED': blockNewDevices,
    'signIn: ACCOUNT_EXPIRED': closed(signingIn, 'expired'),
    'signIn: ACCOUNT_SUSPENDED': closed(signingIn, 'suspended'),
    'signIn: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, signingIn, () =>
        call(stage, 'POST', signingIn, { form: { username: stage.email, password: 'Wrong#2026' } }),
      ),

    async 'choose code kind'(_, event, { before, act }) {
      if ((event as unknown as { kind: CodeKind }).kind !== before.context.codeKind) await act()
    },
    async 'submit code'({ kho, secret, recoveryCodes }, _, { before, outcome, act }) {
      const right = /^verifyCode: (ok|ACCOUNT_)/.test(outcome ?? '')
      await kho.forgive()
      if (before.context.codeKind === 'recovery')
        await act({ code: right ? recoveryCodes.pop()! : 'k3m9x20vtq' })
      else await act({ code: right ? nextCode(kho, secret) : nextWrongCode() })
    },
    async 'verifyCode: TWO_STEP_TIMED_OUT'({ kho }, _, { act }) {
      kho.pass(challengeMs)
      await act()
    },
    'verifyCode: ACCOUNT_EXPIRED': closed(verifying, 'expired'),
    'verifyCode: ACCOUNT_SUSPENDED': closed(verifying, 'suspended'),
    'verifyCode: TOO_MANY_REQUESTS': spendCodes,

    'after waiting time': (stage, { type }) => pass(stage, type.includes('code') ? restOfLimitMs : limitMs),
    'after life of the challenge': stage => pass(stage, challengeMs),
  },
  states: { done: seeBuckets },
})

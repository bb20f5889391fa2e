import { CoverageRecorder, missing } from '../../flows/kit/coverage.ts'
import { untyped } from '../../flows/kit/flow.ts'
import { type FlowEvent, outcomeOf } from '../../flows/kit/paths.ts'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import type { ConfirmationMethod } from '../../openapi/schema.ts'
import { signInBeside } from '../support/visit.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'
import { confirmIdentityPlay } from './confirm-identity.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startWorld } from './support/flow-setup.ts'
import { problem } from './support/held-calls.ts'
import { t } from './support/play.ts'
import { nextCode, signedInPerson, switchOn } from './support/security-stage.ts'
import {
  addPerson,
  call,
  limitMs,
  made,
  type Stage as Person,
  pass,
  password,
  pin,
  seeSignIn,
  spendTheLimit,
} from './support/stage.ts'

const reading = '/user/method-security'
const confirming = '/user/confirm-identity'
const changeMethod = '/user/change-method-pin'

type Stage = Person & {
  /** The one that is to be deleted; null: keys are to be shown. */
  bucket: string | null
  method: ConfirmationMethod
  /** The secret of the authenticator app; empty where no code confirms in this walk. */
  secret: string
}

const byPin = { ok: true, method: 'pin', passkeys: true, provider: null, ticket: null } as const
const byCode = { ...byPin, method: 'two-step', passkeys: false } as const

const world = startWorld()
let buckets = 0

/** What confirms now: the pin, or a code that was not used yet. */
const answerOf = ({ kho, method, secret }: Stage) => (method === 'pin' ? pin : nextCode(kho, secret))

const methodIn = (event: FlowEvent) =>
  outcomeOf(event) === 'loadMethod: ok' ? (event.output as { method: ConfirmationMethod }).method : null

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const { browser, kho } = world
  const person = await signedInPerson(browser, kho, pin, path)
  const { page, held } = person
  const needsCode = path.some(event => methodIn(event) === 'two-step')
  const { secret } = needsCode ? await switchOn(person) : { secret: '' }
  const isSession = confirmIdentityFlow.starts[start]!.purpose === 'session'
  const bucket = isSession ? null : `bucket-${++buckets}`
  const calls = [reading, confirming, '/bucket']
  if (bucket === null) {
    await page.goto(`${kho.url}/security/keys`)
    const unlock = page.getByRole('button', { name: t('keys.unlock') })
    await unlock.waitFor()
    await held.hold(page, calls)
    await unlock.click()
  } else {
    await made(person, 'POST', '/bucket', { bucket })
    await page.goto(`${kho.url}/bucket-management`)
    await page.getByRole('button', { name: t('common.actionsFor', { name: bucket }) }).click()
    await held.hold(page, calls)
    await page.getByRole('menuitem', { name: t('common.delete') }).click()
  }
  return { ...person, bucket, method: 'pin', secret }
}

const pathOf = ({ bucket }: Pick<Stage, 'bucket'>) => (bucket === null ? confirming : '/bucket')

/** The deletion arrives after something has become of the user, which then is as before. */
const after = (change: (stage: Stage) => Promise<unknown>) => (stage: Stage) =>
  stage.kho.meanwhile(stage.email, async () => {
    await change(stage)
    await stage.held.meet(pathOf(stage), 'answered')
  })

const addBucket = (stage: Stage) => made(stage, 'POST', '/bucket', { bucket: stage.bucket })
const deleteBucket = (stage: Stage) =>
  made(stage, 'DELETE', '/bucket', { bucket: stage.bucket, pin: answerOf(stage), confirm: true })

/** The deletion arrives when the bucket is another customer's. */
async function meetAsStranger(stage: Stage) {
  const { browser, kho } = world
  await deleteBucket(stage)
  const context = await browser.newContext()
  const other = { kho, context }
  await signInBeside(await context.newPage(), kho.url, { email: await addPerson(kho), password })
  await made(other, 'POST', '/bucket', { bucket: stage.bucket })
  await stage.held.meet('/bucket', 'answered')
  await made(other, 'DELETE', '/bucket', { bucket: stage.bucket, pin, confirm: true })
  await context.close()
  await addBucket(stage)
}

/** There are no passkeys at the address of this console, nor a provider: tests/browser/passkeys.test.ts and sso.test.ts have them. */
const here: typeof confirmIdentityFlow = {
  ...confirmIdentityFlow,
  outcomes: {
    ...confirmIdentityFlow.outcomes,
    loadMethod: { ...confirmIdentityFlow.outcomes.loadMethod, ok: [byPin, byCode] },
  },
  possible: (_, { type }) => type !== 'use passkey',
}
const elsewhere = missing(
  new CoverageRecorder(confirmIdentityMachine, untyped(confirmIdentityFlow)).coverage,
).filter(
  name =>
    /passkey|askForTicket|provider|SSO_|leaving|away|page shown|loadMethod \[1\]/i.test(name) &&
    !name.includes('xstate.error'),
)

await describeFlowInBrowser('confirm-identity', confirmIdentityMachine, here, {
  play: confirmIdentityPlay,
  calls: { loadMethod: reading, confirm: pathOf },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  except: elsewhere,
  good: ['confirmed'],
  events: {
    async 'loadMethod: ok'(stage, event, { act }) {
      const method = methodIn(event)!
      if (stage.method !== method) await made(stage, 'PUT', changeMethod, { method, pin: answerOf(stage) })
      stage.method = method
      await act()
    },

    submit: (stage, _, { outcome, act }) =>
      act({ pin: outcome === 'confirm: PIN_INCORRECT' ? '000000' : answerOf(stage) }),
    async 'confirm: ok'(stage, _, { act }) {
      await act()
      if (stage.bucket !== null) await act()
    },
    'confirm: PIN_BLOCKED': after(({ kho, email }) => kho.blockPin(email)),
    'confirm: PIN_REQUIRED': after(({ kho, email }) => kho.change(email, 'no pin')),
    async 'confirm: BUCKET_NOT_EMPTY'(stage, _, { act }) {
      const folder = { bucket: stage.bucket, folder: 'ảnh/' }
      await made(stage, 'POST', '/objects/create-folder', folder)
      await act()
      await act()
      await made(stage, 'DELETE', '/objects/delete-folder', folder)
    },
    async 'confirm: BUCKET_NOT_FOUND'(stage, _, { act }) {
      await deleteBucket(stage)
      await act()
      await addBucket(stage)
      await act()
    },
    'confirm: PERMISSION_DENIED': after(({ kho, email }) => kho.change(email, 'reader')),
    'confirm: ACCESS_DENIED': meetAsStranger,
    'confirm: STORAGE_UNAVAILABLE': ({ held }) => held.meet('/bucket', problem('STORAGE_UNAVAILABLE', 503)),
    'confirm: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, pathOf(stage), () => call(stage, 'POST', confirming, { data: { pin: '000000' } })),

    'after waiting time': stage => pass(stage, limitMs),
  },
  states: {
    async confirmed({ page, bucket }) {
      await page.getByText(t(bucket === null ? 'keys.empty.title' : 'buckets.empty.title')).waitFor()
      if (bucket !== null) await page.getByText(bucket).waitFor({ state: 'detached' })
    },
    async cancelled({ page, bucket }) {
      if (bucket === null) await page.getByRole('button', { name: t('keys.unlock') }).waitFor()
      else await page.getByText(bucket).first().waitFor()
    },
    signedOut: seeSignIn,
  },
})

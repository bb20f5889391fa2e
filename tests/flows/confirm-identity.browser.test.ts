import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import type { ConfirmationMethod } from '../../openapi/schema.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { signInBeside } from '../support/visit.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'
import { type SeenConfirmation, seenConfirmation } from './support/confirm-page.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { problem } from './support/held-calls.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { nextCode, signedInPerson, switchOn } from './support/security-stage.ts'
import {
  addPerson,
  call,
  fates,
  limitMs,
  made,
  type Stage as Person,
  pass,
  password,
  pin,
  seeSignIn,
  spendTheLimit,
} from './support/stage.ts'

const t = texts('en')
const reading = '/user/method-security'
const confirming = '/user/confirm-identity'
const changeMethod = '/user/change-method-pin'

type Stage = Person & {
  purpose: 'session' | 'bucket'
  bucket: string
  method: ConfirmationMethod
  /** The secret of the authenticator app; empty where no code confirms in this walk. */
  secret: string
}

let browser: Browser
let kho: FlowConsole
let buckets = 0

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([sharedBrowser(), startFlowConsole()])
})
afterAll(async () => {
  await kho?.close()
})

/** What confirms now: the pin, or a code that was not used yet. */
const answerOf = ({ method, secret }: Stage) => (method === 'pin' ? pin : nextCode(kho, secret))

const methodIn = (event: FlowEvent) =>
  outcomeOf(event) === 'loadMethod: ok' ? (event.output as { method: ConfirmationMethod }).method : null

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const person = await signedInPerson(browser, kho, pin, path)
  const { page, held } = person
  const needsCode = path.some(event => methodIn(event) === 'two-step')
  const { secret } = needsCode ? await switchOn(person) : { secret: '' }
  const { purpose } = confirmIdentityFlow.starts[start]!
  const bucket = `bucket-${++buckets}`
  const calls = [reading, confirming, '/bucket']
  if (purpose === 'session') {
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
  await held.made(reading)
  return { ...person, purpose, bucket, method: 'pin', secret }
}

const pathOf = ({ purpose }: Stage) => (purpose === 'session' ? confirming : '/bucket')

const { answered, offline, broken, ended } = fates

/** The deletion arrives after something has become of the user, which then is as before. */
const after = (change: (stage: Stage) => Promise<unknown>) => (stage: Stage) =>
  kho.meanwhile(stage.email, async () => {
    await change(stage)
    await stage.held.meet(pathOf(stage), 'answered')
  })

const addBucket = (stage: Stage) => made(stage, 'POST', '/bucket', { bucket: stage.bucket })
const deleteBucket = (stage: Stage) =>
  made(stage, 'DELETE', '/bucket', { bucket: stage.bucket, pin: answerOf(stage), confirm: true })

/** The deletion arrives when the bucket is another customer's. */
async function meetAsStranger(stage: Stage) {
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

const dialogOf = ({ page }: Stage) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

type Snapshot = Parameters<NonNullable<NonNullable<typeof confirmIdentityFlow.states>[string]>>[0]

/** The dialog is in this state, and says of the snapshot's context what is to be read. */
const dialog =
  (seen: Pick<SeenConfirmation, 'state'> & { retry?: boolean }) =>
  async ({ page }: Stage, { context: { method, failure } }: Snapshot) => {
    const field = method && t(method === 'pin' ? 'confirm.pin' : 'confirm.code')
    const wrong = failure?.code === 'PIN_INCORRECT'
    const message = failure && !wrong && messageOf(failure.code)
    await expect
      .poll(() => seenConfirmation(page, t('common.retry')))
      .toEqual({
        field,
        messages: message ? [expect.stringContaining(message)] : [],
        wrong: wrong ? { [field!]: t('error.PIN_INCORRECT') } : {},
        retry: seen.retry ?? false,
        state: seen.state,
      })
  }

function messageOf(code: NonNullable<Snapshot['context']['failure']>['code']): string {
  if (code === 'TOO_MANY_REQUESTS') return 'Too many attempts. Try again in'
  return code === 'UNKNOWN_ERROR' ? `${t('error.UNKNOWN_ERROR')}Request ` : t(`error.${code}`)
}

await describeFlowInBrowser('confirm-identity', confirmIdentityMachine, confirmIdentityFlow, {
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  good: ['confirmed'],
  events: {
    async 'loadMethod: ok'(stage, event) {
      const method = methodIn(event)!
      if (stage.method !== method) await made(stage, 'PUT', changeMethod, { method, pin: answerOf(stage) })
      stage.method = method
      await stage.held.meet(reading, 'answered')
    },
    'loadMethod: UNAUTHORIZED': ended(reading),
    'loadMethod: NETWORK': offline(reading),
    'loadMethod: unexpected': broken(reading),

    async submit(stage, _, { next }) {
      const { page, method } = stage
      const right = !next || outcomeOf(next) !== 'confirm: PIN_INCORRECT'
      const label = t(method === 'pin' ? 'confirm.pin' : 'confirm.code')
      await page.getByLabel(label, { exact: true }).fill(right ? answerOf(stage) : '000000')
      if (stage.purpose === 'bucket') {
        await page.getByLabel(t('buckets.deleteConfirm', { name: stage.bucket })).check()
      }
      const button = t(stage.purpose === 'session' ? 'confirm.do' : 'buckets.deleteDo')
      const sentByItself = stage.purpose === 'session' && method === 'two-step'
      if (!sentByItself) await dialogOf(stage).getByRole('button', { name: button, exact: true }).click()
      await stage.held.made(pathOf(stage))
    },
    async 'confirm: ok'(stage) {
      await stage.held.meet(pathOf(stage), 'answered')
      if (stage.purpose === 'bucket') await stage.held.meet('/bucket', 'answered')
    },
    'confirm: PIN_INCORRECT': answered(pathOf),
    'confirm: PIN_BLOCKED': after(({ email }) => kho.blockPin(email)),
    'confirm: PIN_REQUIRED': after(({ email }) => kho.change(email, 'no pin')),
    async 'confirm: BUCKET_NOT_EMPTY'(stage) {
      const folder = { bucket: stage.bucket, folder: 'ảnh/' }
      await made(stage, 'POST', '/objects/create-folder', folder)
      await stage.held.meet('/bucket', 'answered')
      await stage.held.meet('/bucket', 'answered')
      await made(stage, 'DELETE', '/objects/delete-folder', folder)
    },
    async 'confirm: BUCKET_NOT_FOUND'(stage) {
      await deleteBucket(stage)
      await stage.held.meet('/bucket', 'answered')
      await addBucket(stage)
      await stage.held.meet('/bucket', 'answered')
    },
    'confirm: PERMISSION_DENIED': after(({ email }) => kho.change(email, 'reader')),
    'confirm: ACCESS_DENIED': meetAsStranger,
    'confirm: STORAGE_UNAVAILABLE': ({ held }) => held.meet('/bucket', problem('STORAGE_UNAVAILABLE', 503)),
    'confirm: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, pathOf(stage), () => call(stage, 'POST', confirming, { data: { pin: '000000' } })),
    'confirm: UNAUTHORIZED': ended(pathOf),
    'confirm: NETWORK': offline(pathOf),
    'confirm: unexpected': broken(pathOf),

    async retry(stage) {
      await dialogOf(stage)
        .getByRole('button', { name: t('common.retry') })
        .click()
      await stage.held.made(reading)
    },
    async cancel(stage) {
      await dialogOf(stage)
        .getByRole('button', { name: t('common.cancel') })
        .click()
    },
    'after waiting time': stage => pass(stage, limitMs),
  },
  states: {
    loading: dialog({ state: 'disabled' }),
    unavailable: dialog({ state: 'disabled', retry: true }),
    editing: dialog({ state: 'ready' }),
    submitting: dialog({ state: 'busy' }),
    locked: dialog({ state: 'disabled' }),
    blocked: dialog({ state: 'disabled' }),
    async confirmed(stage) {
      await dialogOf(stage).waitFor({ state: 'detached' })
      const { page, purpose, bucket } = stage
      if (purpose === 'session') await page.getByText(t('keys.empty.title')).waitFor()
      else {
        await page.getByText(t('buckets.empty.title')).waitFor()
        await page.getByText(bucket).waitFor({ state: 'detached' })
      }
    },
    async cancelled(stage) {
      await dialogOf(stage).waitFor({ state: 'detached' })
      const { page, purpose, bucket } = stage
      if (purpose === 'session') await page.getByRole('button', { name: t('keys.unlock') }).waitFor()
      else await page.getByText(bucket).first().waitFor()
    },
    signedOut: seeSignIn,
  },
})

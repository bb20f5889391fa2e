import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import type { ConfirmationMethod } from '../../openapi/schema.ts'
import { openShell } from '../support/chromium.ts'
import { texts } from '../support/screens.ts'
import { totpAt } from '../support/totp.ts'
import { signInBeside } from '../support/visit.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'
import { type SeenConfirmation, seenConfirmation } from './support/confirm-page.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { HeldCalls, problem } from './support/held-calls.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'

const t = texts('en')
const password = 'Example#1'
const pin = '2580'
/** The limits of the server: so many failures are let through, in so many ms. */
const failures = 10
const limitMs = 15 * 60_000
/** A code is another one after so many ms. */
const stepMs = 30_000

type Stage = {
  context: BrowserContext
  page: Page
  held: HeldCalls
  email: string
  purpose: 'session' | 'bucket'
  bucket: string
  method: ConfirmationMethod
  /** The secret of the authenticator app, where a code confirms. */
  secret: string
}

let browser: Browser
let kho: FlowConsole
let people = 0

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole()])
})
afterAll(async () => {
  await browser?.close()
  await kho?.close()
})

type Caller = Pick<Stage, 'context'>

/** A call from outside of the page with the page's session, as another tab would make it. */
async function call({ context }: Caller, method: string, path: string, data?: object) {
  const options = { method, headers: { origin: kho.url }, ...(data && { data }) }
  return context.request.fetch(`${kho.url}/api${path}`, options)
}

async function made<T = unknown>(stage: Caller, method: string, path: string, data?: object): Promise<T> {
  const answer = await call(stage, method, path, data)
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  const text = await answer.text()
  return (text === '' ? null : JSON.parse(text)) as T
}

async function addOwner(): Promise<string> {
  const email = `person-${++people}@example.com`
  await kho.addOwner({ email, password, pin, firstPassword: false })
  return email
}

/** What confirms now: the pin, or a code that was not used yet. */
function answerOf({ method, secret }: Pick<Stage, 'method' | 'secret'>): string {
  if (method === 'pin') return pin
  kho.pass(stepMs)
  return totpAt(secret, Math.floor(kho.now() / 1000))
}

/** Switches two-step verification on, as what confirms. Gives the secret. */
async function confirmByCode(caller: Caller): Promise<string> {
  const { secret } = await made<{ secret: string }>(caller, 'PUT', '/user/two-step-verification', {
    password,
  })
  const code = totpAt(secret, Math.floor(kho.now() / 1000))
  await made(caller, 'POST', '/user/two-step-verification', { code })
  await made(caller, 'PUT', '/user/change-method-pin', { method: 'two-step', pin })
  return secret
}

function methodIn(path: FlowEvent[]): ConfirmationMethod {
  const read = path.find(event => outcomeOf(event) === 'loadMethod: ok')
  return (read?.output as { method: ConfirmationMethod } | undefined)?.method ?? 'pin'
}

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  const page = await context.newPage()
  if (path.some(event => event.type.startsWith('xstate.after.'))) await page.clock.install()
  const email = await addOwner()
  await signInBeside(page, kho.url, { email, password })
  const method = methodIn(path)
  const secret = method === 'two-step' ? await confirmByCode({ context }) : ''
  const { purpose } = confirmIdentityFlow.starts[start]!
  const bucket = `bucket-${people}`
  const held = new HeldCalls(context)
  const calls = ['/user/method-security', '/user/confirm-identity', '/bucket']
  if (purpose === 'session') {
    await page.goto(`${kho.url}/security/keys`)
    const unlock = page.getByRole('button', { name: t('keys.unlock') })
    await unlock.waitFor()
    await held.hold(page, calls)
    await unlock.click()
  } else {
    await made({ context }, 'POST', '/bucket', { bucket })
    await page.goto(`${kho.url}/bucket-management`)
    await page.getByRole('button', { name: t('common.actionsFor', { name: bucket }) }).click()
    await held.hold(page, calls, ['/bucket/'])
    await page.getByRole('menuitem', { name: t('common.delete') }).click()
  }
  await held.made('/user/method-security')
  return { context, page, held, email, purpose, bucket, method, secret }
}

const pathOf = ({ purpose }: Stage) => (purpose === 'session' ? '/user/confirm-identity' : '/bucket')
type PathOf = (stage: Stage) => string
const reading: PathOf = () => '/user/method-security'

const answered = (path: PathOf) => (stage: Stage) => stage.held.meet(path(stage), 'answered')
const broken = (path: PathOf) => (stage: Stage) => kho.broken(() => stage.held.meet(path(stage), 'answered'))
const offline = (path: PathOf) => async (stage: Stage) => {
  await stage.held.meet(path(stage), 'offline')
  await stage.context.setOffline(false)
}
const ended = (path: PathOf) => async (stage: Stage) => {
  await made(stage, 'POST', '/auth/logout')
  await stage.held.meet(path(stage), 'answered')
  const dialog = stage.page.getByRole('dialog', { name: t('auth.expiredTitle') })
  await dialog.getByRole('button', { name: t('auth.otherAccount') }).click()
}

/** What has become of the bucket, or of the user's right to it, before the deletion arrives. */
const meanwhile: Record<string, (stage: Stage) => Promise<unknown>> = {
  'confirm: PIN_BLOCKED': ({ email }) => kho.blockPin(email),
  'confirm: PIN_REQUIRED': ({ email }) => kho.change(email, 'no pin'),
  'confirm: PERMISSION_DENIED': ({ email }) => kho.change(email, 'reader'),
  'confirm: BUCKET_NOT_EMPTY': stage =>
    made(stage, 'POST', '/objects/create-folder', { bucket: stage.bucket, folder: 'ảnh/' }),
  'confirm: BUCKET_NOT_FOUND': deleteElsewhere,
  async 'confirm: ACCESS_DENIED'(stage) {
    await deleteElsewhere(stage)
    const context = await browser.newContext()
    const page = await context.newPage()
    await signInBeside(page, kho.url, { email: await addOwner(), password })
    await made({ context }, 'POST', '/bucket', { bucket: stage.bucket })
    await context.close()
  },
  async 'confirm: TOO_MANY_REQUESTS'(stage) {
    for (let failure = 0; failure < failures; failure++) {
      const answer = await call(stage, 'POST', '/user/confirm-identity', { pin: '000000' })
      expect(answer.status()).toBe(403)
    }
  },
}

function deleteElsewhere(stage: Stage) {
  return made(stage, 'DELETE', '/bucket', { bucket: stage.bucket, pin: answerOf(stage), confirm: true })
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
  events: {
    'loadMethod: ok': answered(reading),
    'loadMethod: UNAUTHORIZED': ended(reading),
    'loadMethod: NETWORK': offline(reading),
    'loadMethod: unexpected': broken(reading),

    async submit(stage, _, next) {
      const { page, method } = stage
      const outcome = next ? outcomeOf(next) : null
      await meanwhile[outcome ?? '']?.(stage)
      const right = outcome !== 'confirm: PIN_INCORRECT'
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
    'confirm: PIN_BLOCKED': answered(pathOf),
    'confirm: PIN_REQUIRED': answered(pathOf),
    'confirm: BUCKET_NOT_EMPTY': answered(pathOf),
    'confirm: BUCKET_NOT_FOUND': answered(pathOf),
    'confirm: PERMISSION_DENIED': answered(pathOf),
    'confirm: ACCESS_DENIED': answered(pathOf),
    'confirm: STORAGE_UNAVAILABLE': ({ held }) => held.meet('/bucket', problem('STORAGE_UNAVAILABLE', 503)),
    'confirm: TOO_MANY_REQUESTS': answered(pathOf),
    'confirm: UNAUTHORIZED': ended(pathOf),
    'confirm: NETWORK': offline(pathOf),
    'confirm: unexpected': broken(pathOf),

    async retry(stage) {
      await dialogOf(stage)
        .getByRole('button', { name: t('common.retry') })
        .click()
      await stage.held.made(reading(stage))
    },
    async cancel(stage) {
      await dialogOf(stage)
        .getByRole('button', { name: t('common.cancel') })
        .click()
    },
    async 'after waiting time'({ page }) {
      kho.pass(limitMs)
      await page.clock.fastForward(limitMs)
    },
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
        expect(await page.getByText(bucket).count()).toBe(0)
      }
    },
    async cancelled(stage) {
      await dialogOf(stage).waitFor({ state: 'detached' })
      const { page, purpose, bucket } = stage
      if (purpose === 'session') await page.getByRole('button', { name: t('keys.unlock') }).waitFor()
      else await page.getByText(bucket).first().waitFor()
    },
    async signedOut({ page }) {
      await page.getByRole('heading', { level: 1, name: t('auth.signInTitle') }).waitFor()
      expect(await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()).toBe(0)
    },
  },
})

import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import type { BucketTags } from '../../openapi/schema.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { bucketSettingsFlow } from './bucket-settings.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { HeldCalls } from './support/held-calls.ts'

const t = texts('en')
const email = 'owner@example.com'
const password = 'Example#1'

/** One visitor; each walk has a bucket of its own, whose tags are the setting. */
type Stage = {
  page: Page
  held: HeldCalls
  bucket: string
  entered: number
  saved: string
  others: number
  stale: boolean
}

let browser: Browser
let kho: FlowConsole
let context: BrowserContext
let buckets = 0

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([sharedBrowser(), startFlowConsole()])
  await kho.addOwner({ email, password, pin: '2580', firstPassword: false })
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  const page = await context.newPage()
  await page.goto(kho.url)
  await page.getByLabel(t('auth.email')).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await page.close()
})
afterAll(async () => {
  await context?.close()
  await kho?.close()
})

/** A call with the visitor's session, as another tab would make it. */
async function call<T>(method: string, path: string, data?: object): Promise<T> {
  const options = { method, headers: { origin: kho.url }, ...(data && { data }) }
  const answer = await context.request.fetch(`${kho.url}/api${path}`, options)
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json() as Promise<T>
}

const tagsOf = (bucket: string) => call<BucketTags>('GET', `/bucket/tags?bucket=${bucket}`)

async function saveElsewhere(bucket: string, value: string): Promise<void> {
  const { revision } = await tagsOf(bucket)
  await call('PUT', '/bucket/tags', { bucket, revision, tags: [{ key: 'team', value }] })
}

async function open(): Promise<Stage> {
  const bucket = `bucket-${++buckets}`
  await call('POST', '/bucket', { bucket })
  await saveElsewhere(bucket, 'first')
  const page = await context.newPage()
  await page.goto(`${kho.url}/bucket-management/-/${bucket}/tags`)
  await valueField(page).waitFor()
  const held = new HeldCalls(context)
  await held.hold(page, ['/bucket/tags'])
  return { page, held, bucket, entered: 0, saved: 'first', others: 0, stale: false }
}

const valueField = (page: Page) => page.getByLabel(t('bucket.tags.valueOf', { number: 1 }))
const saveButton = (page: Page) => page.getByRole('button', { name: t('bucket.save'), exact: true })
const entered = ({ entered }: Stage) => `yours ${entered}`

const answered = ({ held }: Stage) => held.meet('/bucket/tags', 'answered')
const broken = ({ held }: Stage) => kho.broken(() => held.meet('/bucket/tags', 'answered'))
/** Not `offline`: once it is back, the page would read the setting by itself. */
const lost = ({ held }: Stage) => held.meet('/bucket/tags', 'lost')

type Snapshot = Parameters<NonNullable<NonNullable<typeof bucketSettingsFlow.states>[string]>>[0]

/** The tab says why the last call failed, and its button is in this state. */
const tab =
  (button: 'ready' | 'busy') =>
  async ({ page }: Stage, { context: { failure } }: Snapshot) => {
    const busy = button === 'busy' ? 'true' : null
    await expect.poll(() => saveButton(page).getAttribute('aria-busy')).toBe(busy)
    const told = page.getByRole('main').getByText(t(`error.${failure?.code ?? 'NETWORK'}`))
    await expect.poll(() => told.count()).toBe(failure ? 1 : 0)
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  }

await describeFlowInBrowser('bucket-settings', bucketSettingsMachine, bucketSettingsFlow, {
  open,
  async close({ page, bucket, saved }) {
    // A page that closes lets go of what is held.
    const { tags } = await tagsOf(bucket)
    await page.close()
    expect(tags).toEqual([{ key: 'team', value: saved }])
  },
  viewed: true,
  good: ['saving', 'refreshing', 'editing'],
  events: {
    async save(stage) {
      stage.entered += 1
      await valueField(stage.page).fill(entered(stage))
      await saveButton(stage.page).click()
      await stage.held.made('/bucket/tags')
    },
    async 'saveSetting: ok'(stage) {
      const { revision } = await tagsOf(stage.bucket)
      const sending = (own: string) => JSON.stringify({ ...JSON.parse(own), revision })
      await stage.held.meet('/bucket/tags', stage.stale ? { sending } : 'answered')
      stage.saved = entered(stage)
      await stage.held.made('/bucket/tags')
    },
    async 'saveSetting: SETTING_CHANGED'(stage) {
      stage.saved = `theirs ${++stage.others}`
      await saveElsewhere(stage.bucket, stage.saved)
      await answered(stage)
      await stage.held.made('/bucket/tags')
    },
    'saveSetting: NETWORK': lost,
    'saveSetting: unexpected': broken,
    async 'readSetting: ok'(stage) {
      await answered(stage)
      stage.stale = false
    },
    async 'readSetting: NETWORK'(stage, _, { before }) {
      await lost(stage)
      stage.stale ||= before.matches('comparing')
    },
    async 'readSetting: unexpected'(stage, _, { before }) {
      await broken(stage)
      stage.stale ||= before.matches('comparing')
    },
    async retry({ page, held }) {
      await page.getByRole('button', { name: t('common.retry') }).click()
      await held.made('/bucket/tags')
    },
    async 'save yours'({ page, held }) {
      await page.getByRole('button', { name: t('bucket.conflict.keep') }).click()
      await held.made('/bucket/tags')
    },
    async 'keep theirs'(stage) {
      await stage.page.getByRole('button', { name: t('bucket.conflict.take') }).click()
      await expect.poll(() => valueField(stage.page).inputValue()).toBe(stage.saved)
    },
  },
  states: {
    editing: tab('ready'),
    saving: tab('busy'),
    refreshing: tab('busy'),
    stale: tab('busy'),
    comparing: tab('busy'),
    async conflict(stage) {
      const dialog = stage.page.getByRole('alertdialog')
      await dialog.getByRole('heading', { name: t('bucket.conflict.title') }).waitFor()
      await dialog.getByText(stage.saved).waitFor()
      await dialog.getByText(entered(stage)).waitFor()
    },
  },
})

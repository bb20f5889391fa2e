import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { pickerMachine } from '../../machines/picker/machine.ts'
import { selectAbove, selectEntries, selectFailure, selectPath } from '../../machines/picker/selectors.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { contents, pickerFlow } from './picker.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { HeldCalls } from './support/held-calls.ts'
import type { FlowEvent } from './support/paths.ts'

const t = texts('en')
const email = 'owner@example.com'
const password = 'Example#1'
const bucket = 'website'
const read = '/objects/paginate'

type Stage = { page: Page; held: HeldCalls }

let browser: Browser
let kho: FlowConsole
let context: BrowserContext

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
  await fillBucket()
})
afterAll(async () => {
  await context?.close()
  await kho?.close()
})

async function fillBucket(): Promise<void> {
  const headers = { origin: kho.url }
  await context.request.post(`${kho.url}/api/bucket`, { headers, data: { bucket } })
  const files = Object.entries(contents).flatMap(([folder, entries]) =>
    entries.flatMap(({ name, size }) => (size === null ? [] : [{ key: folder + name, size }])),
  )
  const answer = await context.request.post(`${kho.url}/api/objects/get-put-urls`, {
    headers,
    data: { bucket, files },
  })
  const { urls } = (await answer.json()) as { urls: string[] }
  for (const url of urls) expect((await fetch(url, { method: 'PUT', body: 'kho' })).status).toBe(200)
}

async function open(): Promise<Stage> {
  const page = await context.newPage()
  await page.goto(`${kho.url}/bucket-management/-/${bucket}/sharing`)
  await field(page).waitFor()
  const held = new HeldCalls(context)
  await held.hold(page, [read])
  return { page, held }
}

const field = (page: Page) => page.getByRole('combobox', { name: t('sharing.link.file') })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const option = (page: Page, name: string) =>
  page.getByRole('listbox').getByRole('option', { name, exact: true })

/** A row is called by its name, a file's with its size. */
const rowName = (path: string) => {
  const name = path.replace(/\/$/, '').replace(/^.*\//, '')
  return path.endsWith('/') ? name : `${name} 3 Bytes`
}

type Snapshot = Parameters<NonNullable<NonNullable<typeof pickerFlow.states>[string]>>[0]

async function seePath({ page }: Stage, snapshot: Snapshot, expanded: boolean): Promise<void> {
  await expect.poll(() => field(page).inputValue()).toBe(selectPath(snapshot))
  await expect.poll(() => field(page).getAttribute('aria-expanded')).toBe(String(expanded))
}

await describeFlowInBrowser('picker', pickerMachine, pickerFlow, {
  open,
  close: ({ page }) => page.close(),
  viewed: true,
  good: ['open.listed', 'choose'],
  events: {
    open: ({ page }) => page.getByRole('button', { name: t('picker.show') }).click(),
    close: ({ page }) => field(page).press('Escape'),
    async type({ page }, event: FlowEvent & { path?: string }) {
      await field(page).fill(event.path ?? '')
    },
    async enter({ page }, event: FlowEvent & { path?: string }, { before }) {
      const path = event.path ?? ''
      const isUp = path === selectAbove(before)
      await option(page, isUp ? t('picker.up') : rowName(path)).click()
    },
    async choose({ page }, event: FlowEvent & { path?: string }) {
      await option(page, rowName(event.path ?? '')).click()
    },
    retry: ({ page }) => page.getByRole('button', { name: t('common.retry') }).click(),
    'readFolder: ok': ({ held }) => held.meet(read, 'answered'),
    'readFolder: unexpected': ({ held }) => kho.broken(() => held.meet(read, 'answered')),
    async 'readFolder: NETWORK'({ held }) {
      await held.meet(read, 'offline')
      await context.setOffline(false)
    },
  },
  states: {
    async closed(stage, snapshot) {
      await seePath(stage, snapshot, false)
      await stage.page.getByRole('listbox').waitFor({ state: 'detached' })
    },
    async 'open.loading'(stage, snapshot) {
      await seePath(stage, snapshot, true)
      await stage.held.made(read)
      await stage.page.locator('[aria-busy=true]').waitFor()
    },
    async 'open.listed'(stage, snapshot) {
      await seePath(stage, snapshot, true)
      const up = selectAbove(snapshot) === null ? [] : [t('picker.up')]
      const names = [...up, ...selectEntries(snapshot)!.map(({ path }) => rowName(path))]
      for (const name of names) await option(stage.page, name).waitFor()
      await expect.poll(() => options(stage.page).count()).toBe(names.length)
    },
    async 'open.failed'(stage, snapshot) {
      await seePath(stage, snapshot, true)
      const told = t(`error.${selectFailure(snapshot)!.code}`)
      await stage.page.getByRole('alert').getByText(told).waitFor()
    },
  },
})

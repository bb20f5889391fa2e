import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { pickerMachine } from '../../machines/picker/machine.ts'
import { selectAbove, selectEntries, selectFailure, selectPath } from '../../machines/picker/selectors.ts'
import type { SignedUrls } from '../../openapi/schema.ts'
import { contents, pickerFlow } from './picker.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startVisit } from './support/flow-setup.ts'
import { t } from './support/play.ts'
import type { Stage } from './support/stage.ts'

const bucket = 'website'
const read = '/objects/paginate'

const visit = startVisit()

beforeAll(async () => {
  await visit.made('POST', '/bucket', { bucket })
  const files = Object.entries(contents).flatMap(([folder, entries]) =>
    entries.flatMap(({ name, size }) => (size === null ? [] : [{ key: folder + name, size }])),
  )
  const { urls } = await visit.made<SignedUrls>('POST', '/objects/get-put-urls', { bucket, files })
  for (const url of urls) expect((await fetch(url, { method: 'PUT', body: 'kho' })).status).toBe(200)
})

async function open(): Promise<Stage> {
  const stage = await visit.newPage()
  const { kho, page, held } = stage
  await page.goto(`${kho.url}/bucket-management/-/${bucket}/sharing`)
  await field(page).waitFor()
  await held.hold(page, [read])
  return stage
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
  calls: { readFolder: read },
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
  },
  states: {
    async closed(stage, snapshot) {
      await seePath(stage, snapshot, false)
      await stage.page.getByRole('listbox').waitFor({ state: 'detached' })
    },
    async 'open.loading'(stage, snapshot) {
      await seePath(stage, snapshot, true)
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

import type { Page, Route } from 'playwright'
import { beforeAll, expect, vi } from 'vitest'
import { previewLimit } from '../../domain/preview.ts'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { previewMachine } from '../../machines/preview/machine.ts'
import type { SignedUrls } from '../../openapi/schema.ts'
import { patience } from '../support/patience.ts'
import { previewFlow } from './preview.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startVisit } from './support/flow-setup.ts'
import { t } from './support/play.ts'
import type { Stage as Person } from './support/stage.ts'

const bucket = 'anh'
const link = '/objects/get-download-url'
const frame = '/preview-frame/'

/** One visitor; each walk has a folder of its own with one file, and `zz.txt` after it. */
type Stage = Person & { storage: Route[]; folder: string; name: string }

const visit = startVisit()
let folders = 0

beforeAll(() => visit.made('POST', '/bucket', { bucket }))

async function put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const { urls } = await visit.made<SignedUrls>('POST', '/objects/get-put-urls', {
    bucket,
    files: [{ key, size: body.length }],
  })
  const answer = await fetch(urls[0]!, { method: 'PUT', body })
  if (!answer.ok) throw new Error(await answer.text())
}

const three = new TextEncoder().encode('kho')
const starts: Record<string, { name: string; body: Uint8Array<ArrayBuffer> }> = {
  'of a text': { name: 'a.txt', body: three },
  'of a video': { name: 'a.mp4', body: three },
  'of a file that is too large': { name: 'a.pdf', body: new Uint8Array(previewLimit + 1) },
  'of a file without a preview': { name: 'a.bin', body: three },
}

async function open(start: string): Promise<Stage> {
  const folder = `thu-muc-${++folders}`
  const { name, body } = starts[start]!
  await put(`${folder}/${name}`, body)
  await put(`${folder}/zz.txt`, three)
  const stage = await visit.newPage()
  const { kho, page, held } = stage
  const storage: Route[] = []
  await page.route(
    url => url.origin !== kho.url && url.pathname.includes(`/${folder}/`),
    route => void storage.push(route),
  )
  await held.hold(page, [link, frame])
  await page.goto(`${kho.url}/bucket-management/${bucket}/${folder}`)
  await page.getByRole('row').filter({ hasText: name }).dblclick()
  await dialog(page, name).waitFor()
  return { ...stage, storage, folder, name }
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** The request of the storage that is held. */
async function asked({ storage }: Stage): Promise<Route> {
  await vi.waitUntil(() => storage.length > 0, { timeout: patience, interval: 10 })
  return storage.shift()!
}

/** The address without its right signature, as the storage refuses one that has expired. */
async function refused(stage: Stage): Promise<void> {
  const route = await asked(stage)
  await route.continue({
    url: route
      .request()
      .url()
      .replace(/(X-Amz-Signature=)..../, '$10000'),
  })
}

const keyOf = ({ folder, name }: Stage) => `${folder}/${name}`
const isRefused = (event: FlowEvent | undefined) => event?.type === 'refused'

const busy =
  (text = t('preview.loading')) =>
  async ({ page }: Stage) => {
    await page.getByRole('status').getByText(text).waitFor()
    await page.getByRole('dialog').getByRole('alert').waitFor({ state: 'detached' })
  }
const says =
  (id: 'unsupported' | 'too-large' | 'damaged') =>
  async ({ page }: Stage) => {
    await page
      .getByRole('alert')
      .getByRole('heading', { name: t(`preview.${id}.title`) })
      .waitFor()
    await expect.poll(() => page.locator('iframe, video').count()).toBe(0)
  }

await describeFlowInBrowser('preview', previewMachine, previewFlow, {
  calls: { getLink: link },
  open,
  async close({ page, context }) {
    await page.close()
    await context.setOffline(false)
  },
  viewed: true,
  good: ['shown'],
  events: {
    async show(stage) {
      stage.name = 'zz.txt'
      stage.storage.length = 0
      stage.held.forget()
      await stage.page.getByRole('button', { name: t('preview.next') }).click()
      await dialog(stage.page, stage.name).waitFor()
    },
    'getLink: NETWORK': ({ held }) => held.meet(link, 'lost'),
    async 'readFile: ok'(stage, _event, { next }) {
      if (isRefused(next)) await put(keyOf(stage), new Uint8Array(3))
      await (await asked(stage)).continue()
    },
    async 'readFile: TOO_LARGE'(stage) {
      await put(keyOf(stage), new Uint8Array(previewLimit + 1))
      await (await asked(stage)).continue()
    },
    'readFile: EXPIRED': refused,
    async 'readFile: NETWORK'(stage) {
      await (await asked(stage)).abort('connectionreset')
    },
    async 'readFile: unexpected'(stage) {
      await stage.page.evaluate(() => {
        const { arrayBuffer } = Blob.prototype
        Blob.prototype.arrayBuffer = async () => {
          Blob.prototype.arrayBuffer = arrayBuffer
          throw new Error('out of memory')
        }
      })
      await (await asked(stage)).continue()
    },
    async drawn({ held, page }) {
      await held.meet(frame, 'answered')
      await page.frameLocator('iframe').getByText('kho').waitFor()
    },
    async refused({ held }) {
      await held.meet(frame, 'answered')
    },
    async playing({ page }) {
      await page.locator('video').dispatchEvent('loadeddata')
    },
    'stream broken': refused,
    async retry({ page }) {
      await page.getByRole('button', { name: t('common.retry') }).click()
    },
  },
  states: {
    linking: busy(),
    async reading(stage) {
      await vi.waitUntil(() => stage.storage.length > 0, { timeout: patience, interval: 10 })
      await busy()(stage)
    },
    async drawing(stage) {
      await stage.held.made(frame)
      await busy()(stage)
    },
    async shown({ page }) {
      await expect.poll(() => page.getByRole('dialog').getByRole('status').count()).toBe(0)
      await page.locator('iframe').waitFor()
    },
    async streaming(stage) {
      await stage.page.locator('video').waitFor()
      await expect.poll(() => stage.page.getByRole('dialog').getByRole('status').count()).toBe(0)
    },
    unsupported: says('unsupported'),
    'too large': says('too-large'),
    refused: says('damaged'),
    async failed({ page }, { context: { failure } }) {
      const alert = page.getByRole('dialog').getByRole('alert')
      await alert.getByText(t(`error.${failure?.code ?? 'NETWORK'}`)).waitFor()
      await page.getByRole('button', { name: t('common.retry') }).waitFor()
    },
  },
})

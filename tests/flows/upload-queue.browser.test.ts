import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { formatBytes } from '../../domain/bytes.ts'
import { batchedFileLimit, MiB } from '../../domain/limits.ts'
import { nameOf } from '../../domain/object-key.ts'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { traits } from '../../machines/upload-queue/row-state.ts'
import {
  selectActivity,
  selectAllPaused,
  selectCounts,
  selectForAll,
  shownStatus,
} from '../../machines/upload-queue/selectors.ts'
import { rowOf } from '../../machines/upload-queue/table.ts'
import type { FoundFile, QueueEvent, RowReason, UploadRow } from '../../machines/upload-queue/types.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { reasonMessage } from '../../src/uploads/panel/reason-message.ts'
import { keepNoCopies, storedIn } from '../support/kept-name.ts'
import { say } from '../support/say.ts'
import { signInBeside, visit } from '../support/visit.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startDemo } from './support/flow-setup.ts'
import { HeldCalls, s3Error } from './support/held-calls.ts'
import { nextSelection, offerSelections, tellSelection } from './support/selections.ts'
import { seenRows } from './support/upload-page.ts'
import {
  earlier,
  fileSize,
  fillers,
  partSize,
  type QueueSnapshot,
  subjects,
  uploadQueueInPanel,
} from './upload-queue-in-panel.flow.ts'

const storage = '/s3/'
/** Longer than any wait of an upload, in ms. */
const longest = 31_000
const size = formatBytes(fileSize, 'en')

type Stage = {
  context: BrowserContext
  page: Page
  held: HeldCalls
  bucket: string
  /** Selections that are read to their end. */
  read: number
  chosen: number
  /** What the model was in before. */
  before: QueueSnapshot | null
  /** Rows that were told something by a button of the panel, of which the model has not heard yet. */
  told: Map<string, MessageId>
  /** Uploads whose parts the server has discarded. */
  aborted: number
}

const demo = startDemo({ minPartSize: MiB, env: { KHO_PART_SIZE: String(partSize) } })
let folder: string
let buckets = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kho-queue-flow-'))
  for (const which of ['same', 'another']) {
    mkdirSync(join(folder, which))
    writeFileSync(join(folder, which, earlier), Buffer.alloc(which === 'same' ? fileSize : MiB, 7))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileAt = (which: 'same' | 'another') => join(folder, which, earlier)
const button = (page: Page, id: MessageId, name = '') =>
  page.getByRole('button', { name: say('en', id, { name }), exact: true }).first()
const putsOf = (name: string) => new RegExp(`/${name}\\?`)

async function open(): Promise<Stage> {
  const bucket = `hang-doi-${++buckets}`
  await demo.api.call('POST', '/bucket', { bucket })
  const context = await visit(demo.browser, demo.kho.url)
  const page = await context.newPage()
  await page.clock.install()
  await offerSelections(page)
  await openFolders(page)
  await signInBeside(page, demo.kho.url)
  const held = new HeldCalls(context)
  await page.goto(`${demo.kho.url}/bucket-management/${bucket}`)
  await button(page, 'files.new').waitFor()
  await learnTheLine(page)
  await held.hold(page, [storage])
  const nothing = { read: 0, chosen: 0, before: null, told: new Map(), aborted: 0 }
  const stage: Stage = { context, page, held, bucket, ...nothing }
  page.on('response', response => {
    if (response.url().includes('/objects/abort-upload')) stage.aborted += 1
  })
  return stage
}

/** Opens the line of each folder in the panel, which has room for all: the model is about rows. */
async function openFolders(page: Page) {
  await page.setViewportSize({ width: 1280, height: 2000 })
  await page.addInitScript(() => {
    const open = () => {
      for (const button of document.querySelectorAll<HTMLElement>('section li [aria-expanded=false]'))
        button.click()
      for (const list of document.querySelectorAll<HTMLElement>('section[data-size] [role=region]'))
        if (list.style.maxHeight !== '1500px') list.style.maxHeight = '1500px'
    }
    new MutationObserver(open).observe(document, { childList: true, subtree: true, attributes: true })
  })
}

/** Some files arrive, so that the page knows a quick line, on which several large files are under way at once. */
async function learnTheLine(page: Page) {
  const files = Array.from({ length: 6 }, (_, index) => ({
    ...{ name: `quick ${index}.bin`, mimeType: 'application/octet-stream' },
    buffer: Buffer.alloc(100 * 1024),
  }))
  await page
    .locator(`input[type=file][multiple][aria-label="${say('en', 'files.uploadFiles')}"]`)
    .setInputFiles(files)
  await page.getByRole('heading', { name: say('en', 'uploads.done', { completed: files.length }) }).waitFor()
  await button(page, 'uploads.close').click()
}

const nameById = ({ before }: Stage, id: number) => nameOf(rowOf(before!.context.table, id)!.key)

/** Presses a button of the row, of whose upload the model hears only later. */
const press = (id: MessageId) => async (stage: Stage, event: FlowEvent) => {
  const row = (event as QueueEvent & { id: number }).id
  const name = nameById(stage, row)
  if (stage.before!.context.activeIds.includes(row)) stage.told.set(name, id)
  await button(stage.page, id, name).click()
}

/** Presses a button for all, of which every active row is told. */
const pressForAll = (id: MessageId) => async (stage: Stage) => {
  const { activeIds, table } = stage.before!.context
  for (const each of activeIds) {
    const row = rowOf(table, each)
    if (row && !traits[row.state].hasEnded) stage.told.set(nameOf(row.key), id)
  }
  await button(stage.page, id).click()
}

/** Rows that were told something do not say what they said before. */
async function settled(stage: Stage, before: RegExp) {
  for (const name of stage.told.keys()) await expect.poll(() => statusOf(stage, name)).not.toMatch(before)
}

async function giveFile(stage: Stage, event: FlowEvent) {
  const { id, file } = event as QueueEvent & { type: 'continue' }
  const row = rowOf(stage.before!.context.table, id)!
  if (row.state !== 'interrupted') return press('uploads.continue')(stage, event)
  const chooser = stage.page.waitForEvent('filechooser')
  await button(stage.page, 'uploads.continue', earlier).click()
  const opened = await chooser
  if (file) await opened.setFiles(fileAt(file.lastModified === row.file.lastModified ? 'same' : 'another'))
}

const statusOf = async ({ page }: Stage, name: string) => (await seenRows(page))[name] ?? ''

async function makeItSend(stage: Stage, name: string) {
  const status = await statusOf(stage, name)
  if (!/^[\d.]+ \w+ of/.test(status)) await button(stage.page, 'uploads.continue', name).click()
  await stage.held.made(storage, 1, putsOf(name))
}

/** Pauses the row without waiting for the requests in flight, which are held: by a second pause. */
async function pauseAtOnce(stage: Stage, name: string) {
  const pausing = /^Pausing/
  if (!pausing.test(await statusOf(stage, name))) await button(stage.page, 'uploads.pause', name).click()
  await expect.poll(() => statusOf(stage, name)).toMatch(/^Paus/)
  if (pausing.test(await statusOf(stage, name))) await button(stage.page, 'uploads.pause', name).click()
}

/** The storage is away for as long as it takes until the row pauses by itself. */
async function loseTheStorage(stage: Stage, name: string) {
  const [retrying, away] = [reasonText('RETRYING'), reasonText('STORAGE_UNAVAILABLE')]
  await makeItSend(stage, name)
  await stage.held.meetUntil(storage, s3Error('ServiceUnavailable', 503), putsOf(name), async () => {
    const status = await statusOf(stage, name)
    if (retrying.test(status)) await stage.page.clock.fastForward(longest)
    return away.test(status)
  })
}

const reasonText = (reason: RowReason) =>
  new RegExp(`^${say('en', reasonMessage(reason), { sent: '#', size }).replace('#', '[\\d.]+ \\w+')}$`)

function expectedStatus(row: UploadRow, allPaused: boolean): unknown {
  if (traits[row.state].status === 'failed') return failure(nameOf(row.key))
  if (row.reason) return expect.stringMatching(reasonText(row.reason))
  const status = shownStatus(row, allPaused)
  if (status === 'uploading') return expect.stringMatching(new RegExp(`^[\\d.]+ \\w+ of ${size}$`))
  if (status === 'paused') return expect.stringMatching(new RegExp(`^Paused, [\\d.]+ \\w+ of ${size}$`))
  return say('en', `uploads.status.${status}`, { size, sent: '' })
}

/** What the row of a failed file says: the line of a folder has the reason. */
const failure = (name: string) =>
  say('en', name === earlier ? 'error.NOT_ENOUGH_STORAGE' : 'uploads.status.failed')

/** The panel shows each row as the model has it, a title for all of them, and what can be done with all. */
async function look(stage: Stage, snapshot: QueueSnapshot) {
  stage.before = snapshot
  const { page, told } = stage
  const shown = subjects(snapshot).filter(row => !told.has(nameOf(row.key)))
  const allPaused = selectAllPaused(snapshot)
  await expect
    .poll(async () => {
      const rows = await seenRows(page)
      return Object.fromEntries(shown.map(row => [nameOf(row.key), rows[nameOf(row.key)]]))
    })
    .toEqual(Object.fromEntries(shown.map(row => [nameOf(row.key), expectedStatus(row, allPaused)])))
  if (told.size > 0) return
  const { unfinished, completed, failed } = selectCounts(snapshot)
  const activity = selectActivity(snapshot)
  const title =
    activity === 'none' ? null : say('en', `uploads.${activity}`, { left: unfinished, completed, failed })
  const can = selectForAll(snapshot)
  const forAll = [
    ...(can.pause ? [say('en', 'uploads.pauseAll')] : []),
    ...(can.continue ? [say('en', 'uploads.continueAll')] : []),
  ]
  await expect
    .poll(() =>
      page.evaluate(() => {
        const panel = document.querySelector('section[data-size]')
        return {
          title: panel?.querySelector('h2')?.textContent ?? null,
          forAll: [
            ...(panel?.querySelectorAll('footer button svg.lucide-pause, footer button svg.lucide-play') ??
              []),
          ].map(icon => icon.parentElement?.textContent),
        }
      }),
    )
    .toEqual({ title, forAll })
}

await describeFlowInBrowser('upload-queue', uploadQueueMachine, uploadQueueInPanel, {
  open,
  close: ({ context }) => context.close(),
  // The panel is ahead then: what it still offers is less than the model takes.
  ends: ['pause', 'cancel', 'cancel all'],
  // The ways of the screen `uploads-folders` use the buttons of a folder.
  except: [
    'events: restore unread',
    'events: step folder',
    'transitions: selections: restore unread → stays',
    'transitions: selections.reading: read again → stays',
    'transitions: work: step folder → stays',
    'transitions: work.paused: step folder → work.running',
  ],
  good: ['add files', 'files found', 'readSelection: done', 'upload ended'],
  events: {
    async 'add files'(stage) {
      await button(stage.page, 'files.uploadFiles').click()
      await nextSelection(stage.page, ++stage.chosen)
      // The queue has it: what is chosen while another is unread is read first, for what continues that one.
      const { pendingSelections, unread } = stage.before!.context
      const kept = pendingSelections.length + unread.length + 1
      await expect.poll(async () => (await storedIn(stage.page, 'selections')).length).toBe(kept)
    },
    async 'files found'(stage, event) {
      const { files } = event as FlowEvent & { files: FoundFile[] }
      for (const { key } of files) {
        await tellSelection(stage.page, stage.read, {
          file: key,
          size: fillers.includes(key) ? batchedFileLimit + 1 : fileSize,
        })
        await expect.poll(() => statusOf(stage, key)).not.toBe('')
      }
    },
    async 'readSelection: done'(stage) {
      await tellSelection(stage.page, stage.read++, { end: true })
    },
    async 'readSelection: unexpected'(stage) {
      await tellSelection(stage.page, stage.read++, { bug: true })
      await stage.page.getByText(say('en', 'uploads.unread.UNREADABLE', { others: 0 })).waitFor()
    },
    async 'read again'(stage) {
      await stage.page.getByRole('button', { name: /^Try d\d+ again$/ }).click()
      stage.read--
    },
    async 'give up unread'({ page }) {
      await page.getByRole('button', { name: /^Cancel d\d+$/ }).click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: say('en', 'uploads.cancelFolder') }).click()
    },
    async restore(stage) {
      const { page, held } = stage
      await keepNoCopies(page)
      await page
        .locator(`input[type=file][aria-label="${say('en', 'files.uploadFiles')}"]`)
        .setInputFiles(fileAt('same'))
      await held.made(storage)
      await page.reload()
      held.forget()
      stage.chosen = 0
      stage.read = 0
    },
    pause: press('uploads.pause'),
    continue: giveFile,
    'files chosen': ({ page }) =>
      page
        .locator(`input[type=file][aria-label="${say('en', 'uploads.chooseAgain')}"]`)
        .setInputFiles(fileAt('same')),
    cancel: press('uploads.cancel'),
    retry: press('uploads.retry'),
    remove: press('uploads.remove'),
    async 'pause all'(stage) {
      await pressForAll('uploads.pauseAll')(stage)
      await settled(stage, /^[\d.]+ \w+ of/)
    },
    async 'continue all'(stage) {
      await pressForAll('uploads.continueAll')(stage)
      await settled(stage, /^Paused/)
    },
    async 'cancel all'(stage) {
      await pressForAll('uploads.cancelAll')(stage)
      await stage.page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('en', 'uploads.cancelAll') })
        .click()
      stage.read = stage.chosen
    },
    'retry all': ({ page }) => button(page, 'uploads.retryAll').click(),
    clear: ({ page }, event) =>
      button(
        page,
        (event as QueueEvent & { type: 'clear' }).failed ? 'uploads.close' : 'uploads.clear',
      ).click(),
    async 'upload progressed'(stage, event) {
      const name = nameById(stage, (event as QueueEvent & { id: number }).id)
      await makeItSend(stage, name)
      const where = new RegExp(`/${name}\\?.*partNumber=1&`)
      await stage.held.meet(storage, 'answered', { where })
      await expect.poll(() => statusOf(stage, name)).toBe(`3 MB of ${size}`)
    },
    // The server has answered before the PUT that is held: nothing is seen of it.
    'upload begun': async () => undefined,
    async 'upload changed'(stage, event) {
      const { id, state, reason } = event as QueueEvent & { type: 'upload changed' }
      const name = nameById(stage, id)
      stage.told.delete(name)
      if (reason === 'STORAGE_UNAVAILABLE') return loseTheStorage(stage, name)
      const isPaused = /^Paused|storage/.test(await statusOf(stage, name))
      if (isPaused === (state === 'paused')) return
      if (state === 'paused') await pauseAtOnce(stage, name)
      else await button(stage.page, 'uploads.continue', name).click()
    },
    async 'upload ended'(stage, event) {
      const { id, state } = event as QueueEvent & { type: 'upload ended' }
      const row = rowOf(stage.before!.context.table, id)
      if (!row) return
      const name = nameOf(row.key)
      const told = stage.told.get(name)
      stage.told.delete(name)
      if (state === 'cancelled') {
        if (told !== 'uploads.cancel' && told !== 'uploads.cancelAll') {
          await button(stage.page, 'uploads.cancel', name).click()
          return
        }
        // The row says so at once; it must do so once its parts are discarded and the panel is drawn again.
        await expect.poll(() => stage.aborted).toBeGreaterThan(0)
        await stage.page.clock.runFor(1000)
        await stage.page.clock.runFor(1000)
        return
      }
      await makeItSend(stage, name)
      const fate = state === 'completed' ? 'answered' : s3Error('QuotaExceeded', 403)
      const last = state === 'completed' ? say('en', 'uploads.status.completed', { size }) : failure(name)
      await stage.held.meetUntil(
        storage,
        fate,
        putsOf(name),
        async () => (await statusOf(stage, name)) === last,
      )
    },
  },
  states: {
    'selections.idle': look,
    'selections.reading': look,
    'work.idle': look,
    'work.running': look,
    'work.paused': look,
  },
})

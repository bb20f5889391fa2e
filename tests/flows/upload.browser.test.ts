import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { planParts } from '../../domain/parts.ts'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { uploadMachine } from '../../machines/upload/machine.ts'
import type { SentPart } from '../../machines/upload/types.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { drawn } from '../support/drawn.ts'
import { keepNoCopies, storedIn } from '../support/kept-name.ts'
import { patience } from '../support/patience.ts'
import { say } from '../support/say.ts'
import { dropFiles } from '../support/upload-stage.ts'
import { signInBeside, visit } from '../support/visit.ts'
import { type Around, describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startDemo } from './support/flow-setup.ts'
import { type Fate, HeldCalls, problem, s3Error } from './support/held-calls.ts'
import { seenRows } from './support/upload-page.ts'
import { uploadFlow } from './upload.flow.ts'
import { fileName, uploadPlay } from './upload.play.ts'

const partSize = 3 * MiB
const smallSize = 2 * MiB
/** More than is sent in one request; two parts. */
const largeSize = 5.5 * MiB
const key = fileName
const start = '/objects/start-upload'
const list = '/objects/upload-parts'
const complete = '/objects/complete-upload'
const abort = '/objects/abort-upload'
const storage = '/s3/'
/** Longer than any wait of an upload, in ms. */
const longest = 31_000

type Stage = {
  context: BrowserContext
  page: Page
  held: HeldCalls
  bucket: string
  path: string
  size: number
  /** Asks for addresses. */
  sign: string
}

const demo = startDemo({ minPartSize: MiB, env: { KHO_PART_SIZE: String(partSize) } })
let folder: string
let buckets = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kho-upload-flow-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Waits until `condition` holds. */
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: patience, interval: 10 })
const bytesOf = (size: number) => Buffer.alloc(size, 7)
const input = (page: Page, id: MessageId) => page.locator(`input[type=file][aria-label="${say('en', id)}"]`)
const button = (page: Page, id: MessageId) =>
  page.getByRole('button', { name: say('en', id, { name: key }), exact: true })

async function open(name: string): Promise<Stage> {
  const small = name === 'a small file' || name === 'a file of an earlier visit'
  const large = !small
  const bucket = `lan-${++buckets}`
  const path = join(folder, String(buckets), key)
  const size = large ? largeSize : smallSize
  mkdirSync(join(folder, String(buckets)))
  writeFileSync(path, bytesOf(size))
  await demo.api.call('POST', '/bucket', { bucket })
  const context = await visit(demo.browser, demo.kho.url)
  const page = await context.newPage()
  await page.clock.install()
  await signInBeside(page, demo.kho.url)
  const held = new HeldCalls(context)
  const sign = large ? '/objects/get-upload-url' : '/objects/get-put-urls'
  await held.hold(page, [start, list, complete, abort, sign, storage])
  await page.goto(`${demo.kho.url}/bucket-management/${bucket}`)
  await button(page, 'files.new').waitFor()
  const stage = { context, page, held, bucket, path, size, sign }
  if (name === 'a file of an earlier visit') {
    await comeBack(stage)
    return stage
  }
  await keepNoCopies(page)
  await input(page, 'files.uploadFiles').setInputFiles(path)
  await held.made(large ? start : sign)
  if (name.startsWith('an upload')) await interrupt(stage, name)
  return stage
}

/** Drops the file, leaves the page before it is sent, and comes back, where the file opens only when the test says how. */
async function comeBack({ page, held, path, sign }: Stage) {
  await dropFiles(page, [{ path }])
  await held.made(sign)
  await expect.poll(() => storedIn(page, 'batches')).toHaveLength(1)
  await expect.poll(() => storedIn(page, 'selections')).toHaveLength(0)
  await page.addInitScript(() => {
    const openings: ((how: string) => void)[] = []
    const { getFile } = FileSystemFileHandle.prototype
    FileSystemFileHandle.prototype.getFile = async function () {
      const how = await new Promise<string>(resolve => openings.push(resolve))
      if (how === 'bug') throw new Error('a bug')
      if (how === 'changed') return new File([], 'another')
      if (how !== 'ok') throw new DOMException('', how)
      return getFile.call(this)
    }
    Object.assign(window, { openings })
  })
  await page.reload()
  held.forget()
  await page.waitForFunction(() => (window as unknown as { openings: unknown[] }).openings.length > 0)
}

/** The file that the page opens is opened so: `ok`, `changed`, `bug` or the name of what the browser throws. */
const openAs =
  (how: string) =>
  async ({ page }: Stage) => {
    await page.waitForFunction(given => {
      const { openings } = window as unknown as { openings: ((how: string) => void)[] }
      const waiting = openings.pop()
      waiting?.(given)
      return waiting !== undefined
    }, how)
  }

/** Leaves the page while the file is being sent, and comes back to go on with it, or to give it up. */
async function interrupt({ page, held, path, sign }: Stage, name: string) {
  await held.meet(start, 'answered')
  await held.made(sign)
  await page.reload()
  held.forget()
  await held.meet(list, 'answered')
  if (name === 'an upload to be given up') return button(page, 'uploads.cancel').click()
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'uploads.continue').click()
  await (await chooser).setFiles(path)
  await held.made(list)
}

/** Sends parts beside the page, as the earlier visit has. */
async function sendBeforehand({ held, bucket, size }: Stage, parts: readonly SentPart[]) {
  await held.made(list)
  const body = { bucket, key, upload_id: held.urlOf(list).searchParams.get('upload_id') }
  const numbers = parts.map(part => part.number)
  const { urls } = await demo.api.call<{ urls: string[] }>('POST', '/objects/get-upload-url', {
    ...body,
    part_numbers: numbers,
  })
  const planned = planParts(size, partSize)
  for (const [index, number] of numbers.entries()) {
    const { start, end } = planned.find(part => part.number === number)!
    const answer = await fetch(new URL(urls[index]!, demo.kho.url), {
      method: 'PUT',
      body: bytesOf(size).subarray(start, end),
    })
    expect(answer.status).toBe(200)
  }
}

/** Each call for addresses is answered, also one of an attempt that is over, until the PUTs are held. */
async function signed({ held, sign }: Stage) {
  await held.meetUntil(sign, 'answered', /^/, async () => held.isHeld(storage))
}

/** Every PUT that is under way comes to this. Those that begin together are waited for. */
const put = (fate: Fate) => async (stage: Stage) => {
  await signed(stage)
  await drawn(stage.page)
  await stage.held.meet(storage, fate, { all: true })
}

const call = (path: string, fate: Fate) => (stage: Stage) => stage.held.meet(path, fate)

/** What is begun anew gives the old upload up before. */
const begin = (fate: Fate) => async (stage: Stage) => {
  await until(() => stage.held.isHeld(start) || stage.held.isHeld(abort))
  if (stage.held.isHeld(abort)) await stage.held.meet(abort, 'answered')
  await stage.held.meet(start, fate)
}

const anyCall = (actor: string, end: (fate: Fate) => (stage: Stage) => Promise<void>) => ({
  [`${actor}: ok`]: end('answered'),
  [`${actor}: NETWORK`]: end('lost'),
  [`${actor}: OFFLINE`]: end('offline'),
  [`${actor}: STORAGE_UNAVAILABLE`]: end(problem('STORAGE_UNAVAILABLE', 503)),
  [`${actor}: TOO_MANY_REQUESTS`]: end(problem('TOO_MANY_REQUESTS', 429)),
  [`${actor}: UNKNOWN_ERROR`]: end(problem('UNKNOWN_ERROR', 500)),
  [`${actor}: ACCESS_DENIED`]: end(problem('ACCESS_DENIED', 403)),
  [`${actor}: BUCKET_NOT_FOUND`]: end(problem('BUCKET_NOT_FOUND', 404)),
  [`${actor}: NOT_ENOUGH_STORAGE`]: end(problem('NOT_ENOUGH_STORAGE', 507)),
  [`${actor}: FILE_TOO_LARGE`]: end(problem('FILE_TOO_LARGE', 413)),
  [`${actor}: UPLOAD_NOT_FOUND`]: end(problem('UPLOAD_NOT_FOUND', 404)),
  [`${actor}: INVALID_PARTS`]: end(problem('INVALID_PARTS', 400)),
  [`${actor}: unexpected`]: end(problem('UNKNOWN_ERROR', 500)),
})

const real = ['ok', 'NETWORK', 'OFFLINE', 'FILE_CHANGED']
const faked = Object.entries(uploadFlow.outcomes).flatMap(([actor, outcomes]) =>
  Object.keys(outcomes)
    .filter(outcome => !real.includes(outcome))
    .map(outcome => `${actor}: ${outcome}`),
)

const passTime = ({ page }: Stage) => page.clock.fastForward(longest)

/**
 * Nobody waits for the list of parts any more, or for what is being sent, which finishes after a first pause. A row that
 * completes looks like one that sends: only its call tells that the page is as far as the model.
 */
async function leave(stage: Stage, { type }: FlowEvent, { before, act }: Around<typeof uploadMachine>) {
  if (before.matches({ working: 'completing' })) await stage.held.made(complete)
  if (before.matches({ working: 'listing' })) stage.held.forget(list)
  const pauses = before.matches({ working: { sending: 'pausing' } })
  if (type === 'pause' && before.matches({ working: 'sending' }) && !pauses) await signed(stage)
  else if (before.matches({ working: 'sending' })) stage.held.forget(storage)
  await act()
}

await describeFlowInBrowser('upload', uploadMachine, uploadFlow, {
  play: uploadPlay,
  open,
  close: ({ context }) => context.close(),
  faked,
  // The file is under way then, and nothing is left to hold; a file that has changed stays so.
  ends: ['progress', 'sendFile: FILE_CHANGED', 'openFile: FILE_CHANGED'],
  from: 'a file in parts',
  good: ['completed'],
  events: {
    pause: leave,
    cancel: leave,
    online: ({ context }) => context.setOffline(false),
    async progress(stage) {
      await signed(stage)
      const session = await stage.context.newCDPSession(stage.page)
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 256 * 1024 }
      await session.send('Network.emulateNetworkConditions', slow)
      await stage.held.meet(storage, 'under way')
      await expect.poll(async () => (await seenRows(stage.page))[key]).toMatch(/^[\d.]+ [KM]B of/)
    },
    async 'part sent'(stage, event) {
      await signed(stage)
      const { number } = (event as FlowEvent & { part: SentPart }).part
      await stage.held.meet(storage, 'answered', { where: new RegExp(`partNumber=${number}&`) })
    },
    'openFile: ok': openAs('ok'),
    'openFile: FILE_CHANGED': openAs('changed'),
    'openFile: FILE_GONE': openAs('NotFoundError'),
    'openFile: PERMISSION_NEEDED': openAs('NotAllowedError'),
    'openFile: unexpected': openAs('bug'),
    ...anyCall('startUpload', begin),
    ...anyCall('listParts', fate => call(list, fate)),
    async 'listParts: ok'(stage, event) {
      const { parts } = event.output as { parts: SentPart[] }
      await sendBeforehand(stage, parts)
      await stage.held.meet(list, 'answered')
    },
    async 'sendFile: ok'(stage, _, { before }) {
      // Otherwise the last part has said so, or the one that was in flight when the upload continued.
      const pausing = before.matches({ working: { sending: 'pausing' } })
      if (stage.size === smallSize || pausing) await put('answered')(stage)
    },
    'sendFile: NETWORK': put('lost'),
    'sendFile: OFFLINE': put('offline'),
    'sendFile: STORAGE_UNAVAILABLE': put(s3Error('ServiceUnavailable', 503)),
    'sendFile: TOO_MANY_REQUESTS': put(s3Error('SlowDown', 503)),
    'sendFile: UNKNOWN_ERROR': put(s3Error('InvalidArgument', 400)),
    'sendFile: ACCESS_DENIED': put(s3Error('AllAccessDisabled', 403)),
    'sendFile: BUCKET_NOT_FOUND': put(s3Error('NoSuchBucket', 404)),
    'sendFile: NOT_ENOUGH_STORAGE': put(s3Error('QuotaExceeded', 403)),
    'sendFile: FILE_TOO_LARGE': put(s3Error('EntityTooLarge', 400)),
    'sendFile: UPLOAD_NOT_FOUND': put(s3Error('NoSuchUpload', 404)),
    'sendFile: URL_REFUSED': put(s3Error('AccessDenied', 403)),
    async 'sendFile: FILE_CHANGED'(stage) {
      await signed(stage)
      writeFileSync(stage.path, 'another')
      // Chromium takes a file for the same while its time of change differs by less than a second.
      const later = Date.now() / 1000 + 60
      utimesSync(stage.path, later, later)
      await stage.held.meet(storage, 'answered', { all: true })
    },
    'sendFile: unexpected': stage => stage.held.meet(stage.sign, problem('UNKNOWN_ERROR', 500)),
    ...anyCall('completeUpload', fate => call(complete, fate)),
    ...anyCall('abortUpload', fate => call(abort, fate)),
    'after backoff': passTime,
    'after probe interval': passTime,
    async 'after finish limit'(stage) {
      stage.held.forget(storage)
      await passTime(stage)
    },
  },
})

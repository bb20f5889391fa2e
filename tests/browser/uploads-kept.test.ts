import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { batchedFileLimit, MiB } from '../../domain/limits.ts'
import { owner } from '../support/console.ts'
import { keepNoCopies, keptName, storedIn } from '../support/kept-name.ts'
import { say } from '../support/say.ts'
import { dropFiles, rowSays, type TestFile, UploadStage, until, uploadRow } from '../support/upload-stage.ts'
import { row } from './support/file-browser-page.ts'

/** How files travel: the first size that does, how many are in a folder, and requests that pass before the page is left. */
const ways = {
  batches: { size: 1000, count: 150, method: 'POST', path: /^\/api\/objects\/put-batch/, passed: 1 },
  alone: { size: batchedFileLimit + 1, count: 40, method: 'PUT', path: /^\/s3\//, passed: 10 },
}
type Way = (typeof ways)[keyof typeof ways]

let stage: UploadStage
beforeAll(async () => {
  stage = await UploadStage.open({ partSize: MiB })
})
afterAll(() => stage?.close())

const panelOf = (page: Page) => page.getByRole('region', { name: say('en', 'uploads.panel'), exact: true })
const heading = (page: Page, name: string) => panelOf(page).getByRole('heading', { name, exact: true })
const done = (page: Page, completed: number) =>
  heading(page, say('en', 'uploads.done', { completed })).waitFor()

/** How many of them this visit has uploaded is not known. */
const allDone = (page: Page) =>
  panelOf(page)
    .getByRole('heading', { name: /^\d+ files uploaded$/ })
    .waitFor()

/** A folder on disk. */
function manyFiles(folder: string, { count, size }: Way): TestFile[] {
  return Array.from({ length: count }, (_, index) => stage.file(`${folder}/tệp ${index}.txt`, size + index))
}

/** A visitor to a new bucket, which keeps versions. All but the first requests are held until `open` is called. */
async function begin({ method, path, passed }: Way) {
  const bucket = await stage.newBucket()
  await stage.s3.putBucketVersioning({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } })
  const { context, page } = await stage.visitor(bucket, { clock: false })
  onTestFinished(() => context.close())
  page.on('dialog', dialog => void dialog.accept())
  const gate = Promise.withResolvers<void>()
  // Faults are looked up in order: the first requests pass at once.
  stage.proxy.add({ method, path, kind: 'gate', opened: Promise.resolve(), times: passed })
  const times = Number.POSITIVE_INFINITY
  const held = stage.proxy.add({ method, path, kind: 'gate', opened: gate.promise, times })
  /** Once those of the page that was left are gone. */
  const open = async () => {
    await until(() => stage.proxy.seen.every(seen => !(path.test(seen.path) && seen.underWay)))
    held.times = 0
    gate.resolve()
  }
  return { bucket, context, page, open }
}

/** Waits until some files are stored, others are under way, and the browser remembers all of a selection. */
async function partWay(page: Page, { path, passed }: Way) {
  const sent = () => stage.proxy.seen.filter(seen => path.test(seen.path))
  await until(() => sent().filter(({ status }) => status === 200).length >= passed)
  await until(() => sent().some(({ underWay }) => underWay))
  await until(
    async () =>
      (await storedIn(page, 'selections')).length === 0 && (await storedIn(page, 'batches')).length > 0,
  )
}

/** Every file is there as it was on disk, and none was stored twice. */
async function expectAll(bucket: string, folder: string, files: TestFile[]) {
  const expected = Object.fromEntries(files.map(({ name, sha256 }) => [`${folder}/${name}`, sha256]))
  expect(await stage.stored(bucket)).toEqual(expected)
  const { Versions } = await stage.s3.listObjectVersions({ Bucket: bucket })
  expect(Versions?.length).toBe(files.length)
}

describe.each([
  ['many a request', ways.batches, []],
  ['one a request', ways.alone, ['faults']],
] as const)('files that travel %s', (name, way, tags) => {
  test('after a reload a dropped folder goes on by itself: no file is missing, none is stored twice', {
    tags: [...tags],
  }, async () => {
    const files = manyFiles(name, way)
    const { bucket, page, open } = await begin(way)
    await dropFiles(page, [{ path: join(stage.folder, name) }])
    await partWay(page, way)
    await page.reload()
    await open()
    await allDone(page)
    await expectAll(bucket, name, files)
  })
})

/** Chooses a folder, of which the browser gives no handles; the page is left when every file has been remembered. */
async function chooseAndLeave(folder: string, copied: number) {
  const files = manyFiles(folder, ways.alone)
  const visit = await begin(ways.alone)
  const { page, open } = visit
  if (copied === 0) await keepNoCopies(page)
  const input = page.locator(`input[type=file][aria-label="${say('en', 'files.uploadFolder')}"]`)
  await input.setInputFiles(join(stage.folder, folder))
  await partWay(page, ways.alone)
  const copies = async () =>
    (await storedIn<{ rows: { copy: number | null }[] }>(page, 'batches'))
      .flatMap(({ rows }) => rows)
      .filter(({ copy }) => copy !== null).length
  await until(async () => (await copies()) >= copied)
  await page.reload()
  await open()
  return { ...visit, files }
}

test('small files that were chosen go on by themselves, from copies that leave with them', {
  tags: ['faults'],
}, async () => {
  const { bucket, page, files } = await chooseAndLeave('copied', ways.alone.count - ways.alone.passed)
  await allDone(page)
  await expectAll(bucket, 'copied', files)
  await until(async () => (await storedIn(page, 'copies')).length === 0)
})

test('files without a copy are asked for once, and found again by their paths', {
  tags: ['faults'],
}, async () => {
  const { bucket, page, files } = await chooseAndLeave('chosen', 0)
  await panelOf(page).getByText(say('en', 'uploads.chooseToGoOn')).waitFor()
  await panelOf(page)
    .locator(`input[aria-label="${say('en', 'uploads.chooseFolderAgain')}"]`)
    .setInputFiles(join(stage.folder, 'chosen'))
  await allDone(page)
  await expectAll(bucket, 'chosen', files)
})

test('another tab shows the uploads and their files, and takes over when the tab that uploads is closed', {
  tags: ['faults'],
}, async () => {
  const files = manyFiles('taken', ways.batches)
  const { bucket, context, page, open } = await begin(ways.batches)
  const other = await context.newPage()
  await other.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
  await other.getByRole('button', { name: say('en', 'files.new') }).waitFor()
  // A tab that uploads already meets one that begins later.
  await page.goto(`${stage.proxy.url}/bucket-management/${await stage.newBucket()}`)
  await page.getByRole('button', { name: say('en', 'files.new') }).waitFor()
  await dropFiles(page, [stage.file('trước.bin', batchedFileLimit + 1)])
  await done(page, 1)
  await page.locator('a[href="/bucket-management"]').first().click()
  await page.getByRole('link', { name: bucket, exact: true }).click()
  await dropFiles(other, [{ path: join(stage.folder, 'taken') }])
  await partWay(other, ways.batches)
  await panelOf(page).getByText(say('en', 'uploads.otherTab')).waitFor()
  await row(page, 'taken').waitFor()
  await other.close()
  await open()
  await allDone(page)
  await expectAll(bucket, 'taken', files)
})

test('a folder that was not read to its end is read again after the reload', async () => {
  stage.file('unread/tệp.txt', 10)
  const { page } = await begin(ways.alone)
  await page.evaluate(() => {
    FileSystemDirectoryHandle.prototype.values = () => new ReadableStream()[Symbol.asyncIterator]() as never
  })
  await dropFiles(page, [{ path: join(stage.folder, 'unread') }])
  await until(async () => (await storedIn(page, 'selections')).length === 1)
  await page.reload()
  await done(page, 1)
  expect(await storedIn(page, 'selections')).toEqual([])
})

test('a failed file stays failed in the next version, which knows its user by an id, and is not counted as paused', async () => {
  const file = stage.file('failed/hỏng.txt', 100)
  const { page } = await begin(ways.alone)
  stage.proxy.reset()
  stage.proxy.add({
    ...{ method: 'PUT', path: /^\/s3\//, times: Number.POSITIVE_INFINITY },
    ...{ kind: 'status', status: 403, code: 'QuotaExceeded' },
  })
  await dropFiles(page, [file])
  await rowSays(uploadRow(page, file.name), 'failed', 'NOT_ENOUGH_STORAGE')
  // The list is written soon after.
  await until(async () =>
    (await storedIn<{ rows: { status: string }[] }>(page, 'batches')).some(
      ({ rows }) => rows[0]?.status === 'failed',
    ),
  )
  const { href } = await page.evaluate(() => ({ href: location.href }))
  await page.goto(`${stage.proxy.url}/robots.txt`)
  await keepAsBefore(page, owner.email)
  await page.goto(href)
  await rowSays(uploadRow(page, file.name), 'failed', 'NOT_ENOUGH_STORAGE')
  await heading(page, say('en', 'uploads.failed', { failed: 1 })).waitFor()
  await expect
    .poll(async () => (await page.evaluate(() => indexedDB.databases())).map(({ name }) => name))
    .toEqual([await keptName(page, 'uploads')])
  stage.proxy.reset()
  await panelOf(page)
    .getByRole('button', { name: say('en', 'uploads.retry', { name: file.name }), exact: true })
    .click()
  await done(page, 1)
})

test('where the browser stores nothing, the panel says that the page must stay open', async () => {
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, { clock: false })
  onTestFinished(() => context.close())
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('denied', 'InvalidStateError')
    }
  })
  await page.reload()
  await page.getByRole('button', { name: say('en', 'files.new') }).waitFor()
  const gate = Promise.withResolvers<void>()
  stage.proxy.add({ method: 'PUT', path: /^\/s3\//, times: 1, kind: 'gate', opened: gate.promise })
  await dropFiles(page, [stage.file('riêng tư.txt', 10)])
  await panelOf(page).getByText(say('en', 'uploads.notStored')).waitFor()
  gate.resolve()
  await done(page, 1)
})

/** Keeps the rows as earlier versions did: under the user's address, in one database of all installations. */
async function keepAsBefore(page: Page, email: string): Promise<void> {
  await page.evaluate(
    async ([now, user]) => {
      const opened = (name: string, upgrade?: (database: IDBDatabase) => void) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name, upgrade && 1)
          request.onupgradeneeded = () => upgrade?.(request.result)
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const after = await opened(now!)
      const before = await opened('kho_uploads', database => {
        for (const name of ['batches', 'selections', 'sources', 'aborts']) {
          const key = name === 'aborts' ? { keyPath: 'uploadId' } : { keyPath: 'id', autoIncrement: true }
          const store = database.createObjectStore(name, key)
          if (name !== 'sources') store.createIndex('user', 'user')
          if (name !== 'aborts') store.createIndex('queue', 'queue')
        }
      })
      for (const name of ['batches', 'sources']) {
        const from = () => after.transaction(name, 'readwrite').objectStore(name)
        for (const record of await done(from().getAll()))
          await done(
            before
              .transaction(name, 'readwrite')
              .objectStore(name)
              .put({ ...record, ...('user' in record && { user }) }),
          )
        await done(from().clear())
      }
      after.close()
      before.close()
    },
    [await keptName(page, 'uploads'), email],
  )
}

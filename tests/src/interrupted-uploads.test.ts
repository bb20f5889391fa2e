import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadRecord } from '../../src/uploads/queue/upload-records.ts'

/** What all tabs share: the records, and what the server answers. */
const browser = vi.hoisted(() => ({
  records: new Map<string, unknown>(),
  parts: { ok: true, parts: [] } as unknown,
  object: false,
}))
vi.mock('idb', () => ({
  openDB: async () => ({
    get: async (_: string, id: string) => browser.records.get(id),
    getAll: async () => [...browser.records.values()],
    put: async (_: string, record: UploadRecord) => browser.records.set(record.uploadId, record),
    delete: async (_: string, id: string) => browser.records.delete(id),
  }),
}))
vi.mock('../../src/uploads/queue/actors.ts', () => ({
  listParts: async () => browser.parts,
  isComplete: async () => browser.object,
  abortUpload: async () => ({ ok: true }),
}))

const record = (uploadId: string, more: Partial<UploadRecord> = {}): UploadRecord => ({
  ...{ uploadId, user: 'owner', bucket: 'anh', key: uploadId, name: uploadId, type: '' },
  ...{ size: 100, lastModified: 1, partSize: 10, handle: null, cancelled: false },
  ...more,
})

/** Every tab has modules of its own. */
async function openTab() {
  vi.resetModules()
  const { interruptedUploads } = await import('../../src/uploads/queue/restore.ts')
  const { storeRecord, deleteRecord } = await import('../../src/uploads/queue/upload-records.ts')
  const { releaseUploads } = await import('../../src/uploads/queue/upload-locks.ts')
  const restored = async () => (await interruptedUploads('owner')).map(({ key }) => key)
  const tab = { restored, storeRecord, deleteRecord, releaseUploads }
  tabs.push(tab)
  return tab
}

const tabs: { releaseUploads: () => void }[] = []
beforeEach(() => {
  browser.records.clear()
  browser.parts = { ok: true, parts: [] }
  browser.object = false
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.releaseUploads()
})

test('of two tabs that load at once, one goes on with an interrupted upload', async () => {
  for (const id of ['a', 'b', 'c']) browser.records.set(id, record(id))
  const [first, second] = [await openTab(), await openTab()]
  const [here, there] = await Promise.all([first.restored(), second.restored()])
  expect([...here, ...there].toSorted()).toEqual(['a', 'b', 'c'])
})

test('an upload that one tab is at is not interrupted for another, until that tab is signed out', async () => {
  const [first, second] = [await openTab(), await openTab()]
  await first.storeRecord(record('a'))
  expect(await second.restored()).toEqual([])
  first.releaseUploads()
  expect(await second.restored()).toEqual(['a'])
  expect(await first.restored()).toEqual([])
})

test('an upload whose completion went unanswered is over where its object is there', async () => {
  browser.parts = { ok: false, code: 'UPLOAD_NOT_FOUND' }
  browser.records.set('a', record('a', { completing: 10 }))
  browser.records.set('b', record('b'))
  browser.object = true
  const tab = await openTab()
  expect(await tab.restored()).toEqual(['b'])
  expect([...browser.records.keys()]).toEqual(['b'])
})

test('without its object it is still to be sent', async () => {
  browser.parts = { ok: false, code: 'UPLOAD_NOT_FOUND' }
  browser.records.set('a', record('a', { completing: 10 }))
  const tab = await openTab()
  expect(await tab.restored()).toEqual(['a'])
})

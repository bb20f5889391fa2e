import { beforeEach, expect, test, vi } from 'vitest'
import { type Actor, createActor } from 'xstate'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import type { Selection } from '../../machines/upload-queue/types.ts'
import type { Quota } from '../../openapi/schema.ts'
import { measure } from '../../src/files/add/measure.ts'

const world = vi.hoisted(() => ({
  quota: null as Quota | null,
  queue: null as Actor<typeof uploadQueueMachine> | null,
}))
vi.mock('../../src/api/client.ts', () => ({
  api: {
    GET: async () =>
      world.quota
        ? { data: world.quota, response: new Response() }
        : { error: 'gone', response: new Response(null, { status: 503 }) },
  },
}))
vi.mock('../../src/uploads/queue/uploads.ts', () => ({
  uploadsOnceFound: async () => world.queue!.getSnapshot(),
}))

const quota = (usage: number | null, total: number | null): Quota => ({
  ...{ percentUse: 0, usage, total, full_since: null },
})

beforeEach(() => {
  world.queue = createActor(uploadQueueMachine, { input: { concurrency: 1 } }).start()
})

/** A folder `d` of files of so many bytes, for `ảnh/`; `read` counts how often its files were asked for. */
function folderOf(files: Record<string, number>) {
  const read = vi.fn()
  const handle = {
    ...{ kind: 'directory', name: 'd' },
    async *values() {
      read()
      for (const [name, size] of Object.entries(files)) {
        yield { kind: 'file', name, getFile: async () => new File([new Uint8Array(size)], name) }
      }
    },
  } as unknown as FileSystemHandle
  const selection: Selection = {
    ...{ bucket: 'anh', prefix: 'ảnh/', names: new Map([['d', 'd (1)']]), duplicates: 'keep-both' },
    ...{ avoid: new Set(), tops: ['d (1)/'] },
    items: [{ kind: 'handle', handle: Promise.resolve(handle), entry: null, file: null }],
  }
  return { read, measured: () => measure({ selection }, new AbortController().signal) }
}

const keys = (files: readonly { key: string }[] | undefined) => files?.map(({ key }) => key)

test('files of a folder are compared, under their new names, with what uploads under way leave free', async () => {
  const multipart = { uploadId: 'upload-1', partSize: 100 }
  const file = { name: 'b', size: 1000, lastModified: 1, type: '' }
  world.queue!.send({
    type: 'restore',
    rows: [
      {
        ...{ bucket: 'kho', key: 'b', path: 'b', file, multipart, sent: 400 },
        ...{ state: 'interrupted', reason: 'INTERRUPTED' },
      },
    ],
  })
  world.quota = quota(5000, 10_000)
  const { measured } = folderOf({ 'a.png': 500, 'Thumbs.db': 9, 'b.png': 3000, 'c.png': 100 })
  const fit = await measured()
  const underWay = 600 + 1024
  expect({ ...fit, fitting: keys(fit?.fitting), others: keys(fit?.others) }).toEqual({
    ...{ fitting: ['ảnh/d (1)/a.png', 'ảnh/d (1)/c.png'], others: ['ảnh/d (1)/b.png'] },
    ...{ needed: 3600 + 3 * 1024, free: 5000 - underWay, underWay, leftOut: 1 },
  })
})

test('what is above the quota leaves nothing free', async () => {
  world.quota = quota(10_001, 10_000)
  expect(await folderOf({ a: 1 }).measured()).toMatchObject({ free: 0, fitting: [] })
})

test.each([
  ['a quota that cannot be read', null],
  ['no quota', quota(5000, null)],
  ['a storage that does not tell its use', quota(null, 10_000)],
])('with %s no file is read for it', async (_, known) => {
  world.quota = known
  const { read, measured } = folderOf({ a: 1 })
  expect([await measured(), read.mock.calls]).toEqual([null, []])
})

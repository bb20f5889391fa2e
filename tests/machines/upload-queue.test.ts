import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { uploadLimit } from '../../domain/limits.ts'
import { uploadMachine } from '../../machines/upload/machine.ts'
import type { SendFile, StartUpload } from '../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { noCounts, traits } from '../../machines/upload-queue/row-state.ts'
import {
  selectActivity,
  selectBytes,
  selectCanRetry,
  selectCounts,
  selectIsMoving,
  selectIsRunning,
} from '../../machines/upload-queue/selectors.ts'
import { rowsOf } from '../../machines/upload-queue/table.ts'
import type { FoundFile, ReadSelection, Selection } from '../../machines/upload-queue/types.ts'

const file = (key: string, size = 100_000): FoundFile => ({
  key,
  path: key,
  file: { name: key, size, lastModified: 1, type: '' },
  readable: true,
})
const selection: Selection = {
  ...{ bucket: 'anh', prefix: '', items: [], tops: [] },
  ...{ names: new Map(), duplicates: 'keep-both', avoid: new Set() },
}
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/** A queue with so many places, whose files end when the test says so. */
function open(concurrency = 2) {
  const under = new Map<string, (output: SendFile['output']) => void>()
  const sent: string[] = []
  const selected: FoundFile[][] = []
  const upload = uploadMachine.provide({
    actors: {
      startUpload: fromPromise<StartUpload['output'], StartUpload['input']>(
        () => new Promise(() => undefined),
      ),
      sendFile: fromPromise<SendFile['output'], SendFile['input']>(
        ({ input }) =>
          new Promise(resolve => {
            sent.push(input.key)
            under.set(input.key, resolve)
          }),
      ),
    },
  })
  const queue = createActor(
    uploadQueueMachine.provide({
      actors: {
        upload,
        readSelection: fromPromise<void, ReadSelection['input']>(async ({ input }) =>
          input.queue.send({ type: 'files found', bucket: input.bucket, files: selected.shift() ?? [] }),
        ),
      },
    }),
    { input: { concurrency } },
  ).start()
  return {
    queue,
    sent,
    async add(...items: FoundFile[]) {
      selected.push(items)
      queue.send({ type: 'add files', selection })
      await turn()
    },
    async end(key: string, output: SendFile['output'] = { ok: true, finished: true }) {
      under.get(key)?.(output)
      await turn()
    },
    rows: () =>
      [...rowsOf(queue.getSnapshot().context.table)].map(({ key, state, reason }) => [
        ...[key, traits[state].status, reason],
      ]),
    live: () => Object.keys(queue.getSnapshot().children).filter(id => id.startsWith('upload-')),
  }
}

test('so many files are under way as there are places, and the next starts when one ends', async () => {
  const { add, end, rows, live, sent } = open(2)
  await add(file('a'), file('b'), file('c'))
  expect(sent).toEqual(['a', 'b'])
  await end('a')
  expect(rows()).toEqual([
    ['a', 'completed', null],
    ['b', 'uploading', null],
    ['c', 'uploading', null],
  ])
  expect(live()).toEqual(['upload-2', 'upload-3'])
})

test('when everything has ended no actor is left', async () => {
  const { add, end, live, queue } = open(2)
  await add(file('a'), file('b'))
  await end('a')
  await end('b', { ok: false, code: 'NOT_ENOUGH_STORAGE' })
  expect(live()).toEqual([])
  expect(queue.getSnapshot().context.activeIds).toEqual([])
  expect(selectActivity(queue.getSnapshot())).toBe('failed')
  expect(selectCounts(queue.getSnapshot())).toEqual({
    total: 2,
    completed: 1,
    failed: 1,
    cancelled: 0,
    unfinished: 0,
  })
})

test('selections are read one after the other; one that cannot be read to its end stays, and can be read again', async () => {
  const read: [prefix: string, again: boolean][] = []
  const queue = createActor(
    uploadQueueMachine.provide({
      actors: {
        readSelection: fromPromise<void, ReadSelection['input']>(async ({ input }) => {
          read.push([input.prefix, input.again ?? false])
          if (input.prefix.startsWith('gone') && !input.again) throw new Error('a bug')
        }),
      },
    }),
    { input: { concurrency: 1 } },
  ).start()
  const unread = () =>
    queue.getSnapshot().context.unread.map(({ reason, selection }) => [selection.prefix, reason])
  const prefixes = ['a/', 'gone 1/', 'b/', 'gone 2/']
  const items = [{ kind: 'files' as const, files: [] }]
  for (const prefix of prefixes) queue.send({ type: 'add files', selection: { ...selection, prefix, items } })
  for (const _ of prefixes) await turn()
  expect(read).toEqual(prefixes.map(prefix => [prefix, false]))
  expect(unread()).toEqual([
    ['gone 1/', 'UNREADABLE'],
    ['gone 2/', 'UNREADABLE'],
  ])
  expect([selectActivity(queue.getSnapshot()), selectIsRunning(queue.getSnapshot())]).toEqual([
    'interrupted',
    true,
  ])
  queue.send({ type: 'read again', id: queue.getSnapshot().context.unread[0]!.id })
  await turn()
  expect([read.at(-1), unread()]).toEqual([['gone 1/', true], [['gone 2/', 'UNREADABLE']]])
  queue.send({ type: 'give up unread', id: queue.getSnapshot().context.unread[0]!.id })
  expect(selectActivity(queue.getSnapshot())).toBe('none')
})

test('of several folders that were not read to their end, those that are chosen again are read, the others stay', async () => {
  const read: ReadSelection['input'][] = []
  const queue = createActor(
    uploadQueueMachine.provide({
      actors: {
        readSelection: fromPromise<void, ReadSelection['input']>(async ({ input }) => void read.push(input)),
      },
    }),
    { input: { concurrency: 1 } },
  ).start()
  const three = { ...selection, tops: ['a/', 'b (1)/', 'c.txt'], names: new Map([['b', 'b (1)']]) }
  queue.send({ type: 'restore unread', selections: [{ selection: three, reason: 'INTERRUPTED' }] })
  const { id } = queue.getSnapshot().context.unread[0]!
  const items = [{ kind: 'files' as const, files: [] }]
  queue.send({ type: 'read again', id })
  queue.send({ type: 'read again', id, chosen: { items, tops: ['d/'] } })
  expect([
    read,
    selectBytes(queue.getSnapshot()).percent,
    selectCounts(queue.getSnapshot()).unfinished,
  ]).toEqual([...[[], 0, 1]])
  queue.send({ type: 'read again', id, chosen: { items, tops: ['b/', 'c.txt', 'd/'] } })
  await turn()
  expect(read).toMatchObject([{ tops: ['b (1)/', 'c.txt'], again: true, items, names: three.names }])
  expect(queue.getSnapshot().context.unread).toMatchObject([{ id, selection: { tops: ['a/'], items: [] } }])
  queue.send({ type: 'cancel all' })
  expect(queue.getSnapshot().context.unread).toEqual([])
})

test('files that are added after all has ended are counted alone', async () => {
  const { queue, add, end } = open(9)
  await add(file('a', 10), file('b', 10))
  await end('a')
  await end('b')
  expect(selectCounts(queue.getSnapshot())).toMatchObject({ total: 2, completed: 2 })
  await add(file('c', 30))
  expect([selectCounts(queue.getSnapshot()), selectBytes(queue.getSnapshot())]).toMatchObject([
    { total: 1, completed: 0, unfinished: 1 },
    { size: 30, sent: 0, percent: 0 },
  ])
})

test('a file that cannot be stored fails with its reason, and the rest goes on', async () => {
  const { add, rows } = open(9)
  await add(
    file('lớn', uploadLimit),
    file('vừa', uploadLimit - 1),
    file('x'.repeat(1025)),
    file('\ud800'),
    { ...file('khóa'), readable: false },
    file('ổn'),
  )
  expect(rows()).toEqual([
    ['lớn', 'failed', 'FILE_TOO_LARGE'],
    ['vừa', 'uploading', null],
    ['x'.repeat(1025), 'failed', 'KEY_TOO_LONG'],
    ['\ud800', 'failed', 'KEY_NOT_UNICODE'],
    ['khóa', 'failed', 'UNREADABLE'],
    ['ổn', 'uploading', null],
  ])
})

test('a failed file that can be tried again is queued again, one that cannot is not', async () => {
  const { add, end, queue, rows } = open(2)
  await add(file('a'), file('lớn', uploadLimit))
  await end('a', { ok: false, code: 'NOT_ENOUGH_STORAGE' })
  queue.send({ type: 'retry all' })
  await turn()
  expect(rows()).toEqual([
    ['a', 'uploading', null],
    ['lớn', 'failed', 'FILE_TOO_LARGE'],
  ])
})

test('while everything is paused nothing starts, also not what is added then', async () => {
  const { add, queue, sent, rows } = open(1)
  await add(file('a'), file('b'))
  queue.send({ type: 'pause all' })
  await add(file('c'))
  expect(sent).toEqual(['a'])
  expect(selectActivity(queue.getSnapshot())).toBe('pausing')
  queue.send({ type: 'continue', id: 3 })
  await turn()
  expect(sent).toEqual(['a', 'c'])
  queue.send({ type: 'continue all' })
  await turn()
  expect(rows()).toEqual([
    ['a', 'uploading', null],
    ['b', 'queued', null],
    ['c', 'uploading', null],
  ])
})

test('a paused file leaves its place to the next once its requests in flight have finished', async () => {
  const { add, queue, sent, rows, end } = open(1)
  await add(file('a'), file('b'))
  queue.send({ type: 'pause', id: 1 })
  await turn()
  expect(sent).toEqual(['a'])
  expect(rows()[0]).toEqual(['a', 'pausing', null])
  expect(selectActivity(queue.getSnapshot())).toBe('uploading')
  await end('a', { ok: true, finished: false })
  expect(sent).toEqual(['a', 'b'])
  expect(rows()).toEqual([
    ['a', 'paused', null],
    ['b', 'uploading', null],
  ])
})

test('a file whose requests in flight finish is unfinished, and so everything is pausing', async () => {
  const { add, queue, rows } = open(2)
  await add(file('a'))
  queue.send({ type: 'pause all' })
  await turn()
  expect(rows()).toEqual([['a', 'pausing', null]])
  const snapshot = queue.getSnapshot()
  expect([selectActivity(snapshot), selectCounts(snapshot).unfinished]).toEqual(['pausing', 1])
  queue.send({ type: 'continue all' })
  await turn()
  expect(rows()).toEqual([['a', 'uploading', null]])
})

test('a step of a folder is one of each of its rows', async () => {
  const { add, rows, queue } = open(1)
  await add(file('a'), file('tết/b'), file('tết/c'))
  const steps = { pause: 'paused', continue: 'queued', cancel: 'cancelled', retry: 'cancelled' } as const
  for (const [step, status] of Object.entries(steps)) {
    queue.send({ type: 'step folder', folder: 'anh/tết', step: step as keyof typeof steps })
    expect(rows()).toEqual([
      ['a', 'uploading', null],
      ['tết/b', status, null],
      ['tết/c', status, null],
    ])
  }
  queue.send({ type: 'step folder', folder: 'anh/tết', step: 'remove' })
  expect(rows()).toEqual([['a', 'uploading', null]])
})

test('while everything is paused, only a folder that continues ends that', async () => {
  const { add, rows, queue } = open(1)
  await add(file('tết/a'), file('tết/b'), file('c'))
  queue.send({ type: 'pause all' })
  expect(rows()[0]?.[1]).toBe('pausing')
  for (const step of ['pause', 'cancel', 'retry', 'remove'] as const) {
    queue.send({ type: 'step folder', folder: 'anh/khác', step })
    expect(queue.getSnapshot().value).toMatchObject({ work: 'paused' })
  }
  expect(rows()[1]).toEqual(['tết/b', 'queued', null])
  queue.send({ type: 'step folder', folder: 'anh/tết', step: 'continue' })
  expect(queue.getSnapshot().value).toMatchObject({ work: 'running' })
  expect(rows()).toEqual([
    ['tết/a', 'uploading', null],
    ['tết/b', 'queued', null],
    ['c', 'paused', null],
  ])
})

test('what is asked of one row happens to that row alone', async () => {
  const { add, end, rows, queue } = open(1)
  await add(file('a'), file('b'), file('c'))
  const statuses = () => rows().map(([, status]) => status)
  queue.send({ type: 'pause', id: 2 })
  expect(statuses()).toEqual(['uploading', 'paused', 'queued'])
  queue.send({ type: 'cancel', id: 2 })
  expect(statuses()).toEqual(['uploading', 'cancelled', 'queued'])
  queue.send({ type: 'remove', id: 2 })
  expect(statuses()).toEqual(['uploading', 'queued'])
  await end('a', { ok: false, code: 'NOT_ENOUGH_STORAGE' })
  expect(statuses()).toEqual(['failed', 'uploading'])
  queue.send({ type: 'retry', id: 1 })
  expect(statuses()).toEqual(['queued', 'uploading'])
})

test('a paused file that continues is sent alone while everything is paused', async () => {
  const { add, rows, queue } = open(2)
  await add(file('a'))
  queue.send({ type: 'pause all' })
  await add(file('b'))
  queue.send({ type: 'pause', id: 2 })
  queue.send({ type: 'continue', id: 2 })
  expect([rows().map(([, status]) => status), queue.getSnapshot().value]).toMatchObject([
    ['pausing', 'uploading'],
    { work: 'paused' },
  ])
})

test('the files of interrupted uploads are chosen in one step', async () => {
  const { rows, queue } = open(1)
  const { file: known } = file('a')
  const left = { bucket: 'anh', path: '', sent: 0, multipart: null, file: known } as const
  const interrupted = { state: 'interrupted', reason: 'INTERRUPTED' } as const
  queue.send({ type: 'restore', rows: ['a', 'b'].map(key => ({ key, ...left, ...interrupted })) })
  queue.send({ type: 'files chosen', files: new Map([1, 2].map(id => [id, known])) })
  expect(rows()).toEqual([
    ['a', 'uploading', null],
    ['b', 'queued', null],
  ])
})

test('a row knows the multipart upload that was begun for it', async () => {
  const { add, queue } = open(1)
  await add(file('a', 20_000_000))
  const multipart = { uploadId: 'upload-1', partSize: 5_242_880 }
  queue.send({ type: 'upload begun', id: 1, multipart })
  expect([...rowsOf(queue.getSnapshot().context.table)][0]?.multipart).toEqual(multipart)
})

test('a cancel of all ends what waits and what is under way, and nothing more is read', async () => {
  const { add, queue, rows, live } = open(1)
  await add(file('a'), file('b'))
  queue.send({ type: 'cancel all' })
  await turn()
  expect(rows()).toEqual([
    ['a', 'cancelled', null],
    ['b', 'cancelled', null],
  ])
  expect(live()).toEqual([])
  expect(selectBytes(queue.getSnapshot())).toEqual({ size: 0, sent: 0, percent: 0 })
})

test('an interrupted upload goes on with the same file alone', async () => {
  const { queue, rows } = open(1)
  const was = { name: 'a', size: 100_000, lastModified: 1, type: '' }
  const multipart = { uploadId: 'upload-1', partSize: 10 }
  queue.send({
    type: 'restore',
    rows: [
      {
        ...{ bucket: 'anh', key: 'a', path: 'a', file: was, multipart, sent: 30_000 },
        ...{ state: 'interrupted', reason: 'INTERRUPTED' },
      },
    ],
  })
  queue.send({ type: 'continue all' })
  expect(rows()).toEqual([['a', 'paused', 'INTERRUPTED']])
  expect(selectBytes(queue.getSnapshot())).toEqual({ size: 100_000, sent: 30_000, percent: 30 })
  for (const other of [{ name: 'b' }, { size: 99 }, { lastModified: 2 }]) {
    queue.send({ type: 'continue', id: 1, file: { ...was, ...other } })
    expect(rows()).toEqual([['a', 'paused', 'ANOTHER_FILE']])
  }
  const given = { ...was }
  queue.send({ type: 'continue', id: 1, file: given })
  expect(rows()).toEqual([['a', 'uploading', null]])
  expect([...rowsOf(queue.getSnapshot().context.table)][0]?.file).toBe(given)
})

test('files that were refused are no progress, and only a failure that can pass offers another attempt', async () => {
  const { add, end, queue } = open(2)
  await add(file('lớn', uploadLimit))
  expect(selectBytes(queue.getSnapshot())).toEqual({ size: 0, sent: 0, percent: 0 })
  expect(selectCanRetry(queue.getSnapshot())).toBe(false)
  await add(file('a'))
  await end('a', { ok: false, code: 'NOT_ENOUGH_STORAGE' })
  expect(selectCanRetry(queue.getSnapshot())).toBe(true)
})

test('25 files whose bytes have all left share a place, while they are compared', async () => {
  const { add, queue, sent } = open(2)
  await add(...Array.from({ length: 60 }, (_, index) => file(`${index + 1}`)))
  const all = async (id: number, sent: number) => {
    queue.send({ type: 'upload progressed', id, sent })
    await turn()
  }
  await all(1, 99_999)
  expect(sent).toEqual(['1', '2'])
  const begun: number[] = []
  for (let id = 1; id <= 50; id++) {
    await all(id, 100_000)
    begun.push(sent.length)
  }
  // By how many have left: with 25 of them one more is sent, with 50 none.
  expect([1, 24, 25, 26, 49, 50].map(left => begun[left - 1])).toEqual([3, 26, 26, 27, 50, 50])
})

test('25 small files share a place', async () => {
  const { add, sent } = open(2)
  await add(file('lớn'), ...Array.from({ length: 30 }, (_, index) => file(`${index}`, 65_536)))
  expect(sent.length).toBe(1 + 25)
})

test('an empty file that has arrived is all of it', async () => {
  const { add, end, queue } = open(1)
  await add(file('trống', 0))
  await end('trống')
  expect(selectBytes(queue.getSnapshot())).toEqual({ size: 0, sent: 0, percent: 100 })
})

test('while every file under way waits for the network, or its next attempt, nothing moves', async () => {
  const { add, queue } = open(2)
  const seen = () => [selectActivity(queue.getSnapshot()), selectIsMoving(queue.getSnapshot())]
  const waits = (id: number, reason: 'OFFLINE' | 'RETRYING') =>
    queue.send({ type: 'upload changed', id, state: 'uploading', reason })
  await add(file('a'), file('b'), file('c'))
  expect(seen()).toEqual(['uploading', true])
  waits(1, 'OFFLINE')
  expect(seen()).toEqual(['uploading', true])
  waits(2, 'OFFLINE')
  expect(seen()).toEqual(['offline', false])
  waits(1, 'RETRYING')
  expect(seen()).toEqual(['retrying', false])
  queue.send({ type: 'upload changed', id: 1, state: 'uploading', reason: null })
  expect(seen()).toEqual(['uploading', true])
})

test('files that are left out are counted until the list is empty', async () => {
  const { queue } = open(1)
  const found = (files: FoundFile[], leftOut: number) =>
    queue.send({ type: 'files found', bucket: 'anh', files, leftOut })
  found([file('lớn', uploadLimit)], 2)
  found([file('\ud800')], 1)
  queue.send({ type: 'remove', id: 1 })
  expect(queue.getSnapshot().context.leftOut).toBe(3)
  queue.send({ type: 'clear', failed: true })
  expect(queue.getSnapshot().context.leftOut).toBe(0)
})

test('of two files for one key the second begins when the first has ended, others in between', async () => {
  const { add, end, sent, queue } = open(2)
  await add(file('a'), file('b'), file('a', 200_000), file('c'))
  expect(sent).toEqual(['a', 'b'])
  await end('b')
  expect(sent).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(sent).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(sent).toEqual(['a', 'b', 'c', 'a'])
  await end('a')
  expect(selectCounts(queue.getSnapshot()).completed).toBe(4)
})

test('a file that is paused keeps no other from its key', async () => {
  const { add, queue, sent } = open(2)
  await add(file('a'), file('a', 200_000))
  queue.send({ type: 'pause', id: 1 })
  queue.send({ type: 'pause', id: 1 })
  await turn()
  expect(sent).toEqual(['a', 'a'])
})

test('of two files for one key that were paused one goes on when the other has ended', async () => {
  const { add, queue, sent, rows, end } = open(2)
  await add(file('a'), file('a', 200_000))
  for (const id of [1, 1, 2, 2]) queue.send({ type: 'pause', id })
  await turn()
  expect(rows().map(([, status]) => status)).toEqual(['paused', 'paused'])
  queue.send({ type: 'continue all' })
  await turn()
  expect(rows().map(([, status]) => status)).toEqual(['uploading', 'queued'])
  await end('a')
  expect(rows().map(([, status]) => status)).toEqual(['completed', 'uploading'])
  expect(sent).toEqual(['a', 'a', 'a', 'a'])
})

test('while everything is paused a file waits for another that sends to its key', async () => {
  const { add, queue, rows } = open(2)
  await add(file('b'))
  queue.send({ type: 'pause all' })
  await add(file('a'), file('a', 200_000))
  for (const id of [2, 3]) queue.send({ type: 'continue', id })
  await turn()
  expect(rows().map(([, status]) => status)).toEqual(['pausing', 'uploading', 'queued'])
})

test('100,000 files are rows; a change copies no more than a chunk of them', async () => {
  const { add, queue, end } = open(1)
  await add(...Array.from({ length: 100_000 }, (_, index) => file(`${index}`)))
  const before = queue.getSnapshot().context.table.chunks
  await end('0')
  const after = queue.getSnapshot().context.table.chunks
  expect(before.filter((chunk, index) => chunk !== after[index]).length).toBe(1)
  expect(queue.getSnapshot().context.table.counts).toEqual({
    ...noCounts(),
    ...{ queued: 99_998, 'active.uploading': 1, completed: 1 },
  })
})

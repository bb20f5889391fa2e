import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { describeProperties } from '../../flows/kit/describe-properties.ts'
import type { Sentences } from '../../flows/kit/random-walk.ts'
import type { uploadMachine } from '../../machines/upload/machine.ts'
import { type RowStatus, traits } from '../../machines/upload-queue/row-state.ts'
import { actorOf } from '../../machines/upload-queue/rules.ts'
import { selectAllPaused, selectBytes, selectCounts } from '../../machines/upload-queue/selectors.ts'
import { bytesOf, sha256 } from './support/fake-storage.ts'
import { budget, lines, UploadWorld } from './support/upload-world.ts'

vi.mock('../../domain/limits.ts', async original => ({
  ...(await original<object>()),
  ...{ basePartSize: 40, batchedFileLimit: 8 },
}))
vi.mock('../../src/site/slice.ts', async original => ({
  ...(await original<object>()),
  nextTask: () => new Promise<void>(resolve => setImmediate(resolve)),
}))
vi.mock('../../src/uploads/transfer/put-request.ts', () => ({
  putRequest: (url: string, ...rest: Parameters<NonNullable<ReturnType<typeof lines.get>>>) =>
    lines.get(url)!(...rest),
}))

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** The least that a retry waits, in ms. */
const leastWait = 500
const puts = (world: UploadWorld) => world.inFlight().filter(({ part }) => part !== null)
/** The rows, with what the list shows of them. */
const shown = (world: UploadWorld) =>
  world.rows().map(row => ({ ...row, ...traits[row.state], hasEnded: traits[row.state].hasEnded === true }))
const toStorage = (world: UploadWorld) => world.inFlight().filter(({ size }) => size !== null)

const sentences: Sentences<UploadWorld> = {
  'no part is under way twice at once': world => () => {
    const parts = puts(world).map(({ row, part }) => `${row}, ${part}`)
    expect(parts).toEqual([...new Set(parts)])
  },

  'no two rows send to the same key at once': world => () => {
    const rows = new Map<string, number>()
    for (const { key, row } of puts(world)) {
      expect(rows.get(key) ?? row, key).toBe(row)
      rows.set(key, row)
    }
  },

  'a cancelled row begins no request but the abort of its parts': world => {
    const cancelled = new Set<number>()
    let seen = 0
    return () => {
      for (const { row, what } of world.requests.slice(seen))
        if (cancelled.has(row)) expect(what).toBe('abort')
      seen = world.requests.length
      for (const { id, status } of shown(world)) if (status === 'cancelled') cancelled.add(id)
    }
  },

  'a cancelled row has no PUT in flight': world => () => {
    const cancelled = shown(world).filter(({ status }) => status === 'cancelled')
    const ids = cancelled.map(({ id }) => id)
    expect(
      puts(world)
        .filter(({ row }) => ids.includes(row))
        .map(({ what }) => what),
    ).toEqual([])
  },

  'a cancelled row never comes back, but as the file that was complete before': world => {
    const before = new Map<number, RowStatus>()
    return () => {
      for (const { id, status } of shown(world)) {
        if (before.get(id) === 'cancelled') expect(['cancelled', 'completed']).toContain(status)
        before.set(id, status)
      }
    }
  },

  'a completed row stays so until it is removed': world => {
    const completed = new Set<number>()
    return () => {
      for (const { id, status } of shown(world)) {
        if (completed.has(id)) expect(status).toBe('completed')
        if (status === 'completed') completed.add(id)
      }
    }
  },

  'a row is completed only when the storage has the file, by its SHA-256': world => {
    const completed = new Set<number>()
    return () => {
      for (const { id, key, status } of shown(world)) {
        if (status !== 'completed' || completed.has(id)) continue
        completed.add(id)
        const stored = world.storage.objects.get(key)
        expect(stored && sha256(stored)).toBe(sha256(bytesOf(world.fileOf.get(id)!)))
      }
    }
  },

  'in the end every object is one of the files of its key, by its SHA-256': world => () => {
    if (!world.atRest) return
    const open = shown(world).filter(({ status }) => status !== 'completed')
    for (const [key, bytes] of world.storage.objects) {
      // What was cancelled may be there, and damaged.
      if (world.cancelled.has(key) || open.some(row => row.key === key)) continue
      const files = world.files.filter(({ name }) => name === key)
      expect(files.map(file => sha256(bytesOf(file)))).toContain(sha256(bytes))
    }
  },

  'never more requests to the storage than the browser has places': world => () =>
    expect(toStorage(world).length).toBeLessThanOrEqual(budget),

  'what is in flight and held of a row is no more than its file': world => () => {
    for (const { id, multipart, file } of world.rows()) {
      const flying = puts(world).filter(({ row }) => row === id)
      const held = multipart ? (world.storage.list(multipart.uploadId) ?? []) : []
      const again = new Set(flying.map(({ part }) => part))
      const bytes =
        flying.reduce((sum, { size }) => sum + size!, 0) +
        held.reduce((sum, { number, size }) => sum + (again.has(number) ? 0 : size), 0)
      expect(bytes).toBeLessThanOrEqual(file.size)
    }
  },

  'progress is never less than nothing or more than the file': world => () => {
    for (const { sent, file } of world.rows()) {
      expect(sent).toBeGreaterThanOrEqual(0)
      expect(sent).toBeLessThanOrEqual(file.size)
    }
  },

  'the counts and bytes of the panel add up': world => () => {
    const snapshot = world.queue.getSnapshot()
    const rows = shown(world)
    const { total, unfinished, cancelled } = selectCounts(snapshot)
    const counting = rows.filter(row => !row.settled)
    expect(total + cancelled).toBe(counting.length)
    expect(unfinished).toBe(rows.filter(({ hasEnded }) => !hasEnded).length)
    const counted = counting.filter(({ status }) => status !== 'cancelled' && status !== 'failed')
    const { size, sent } = selectBytes(snapshot)
    expect(size).toBe(counted.reduce((sum, { file }) => sum + file.size, 0))
    expect(sent).toBe(counted.reduce((sum, row) => sum + row.sent, 0))
  },

  'a row that the user has paused has no PUT in flight': world => () => {
    const paused = shown(world).filter(({ status, reason }) => status === 'paused' && reason === null)
    const ids = paused.map(({ id }) => id)
    expect(
      puts(world)
        .filter(({ row }) => ids.includes(row))
        .map(({ what }) => what),
    ).toEqual([])
  },

  'a retry comes only after its delay': world => {
    const since = new Map<number, number>()
    let seen = 0
    return () => {
      const now = world.time.clock.now()
      const begun = world.requests.slice(seen)
      seen = world.requests.length
      const isUsers = /^(continue|pause|cancel|retry)/.test(world.last)
      for (const { row } of begun) {
        const from = since.get(row)
        if (from !== undefined && !isUsers) expect(now - from).toBeGreaterThanOrEqual(leastWait)
      }
      const { children } = world.queue.getSnapshot()
      for (const { id } of world.rows()) {
        const upload = children[actorOf(id)]?.getSnapshot() as SnapshotFrom<typeof uploadMachine> | undefined
        if (!upload?.matches({ waiting: 'toRetry' })) since.delete(id)
        else if (!since.has(id)) since.set(id, now)
      }
    }
  },

  'every upload ends, or waits for somebody': world => () => {
    if (!world.atRest) return
    const allPaused = selectAllPaused(world.queue.getSnapshot())
    const waits = shown(world).filter(row => {
      const forUser = row.status === 'paused' && row.reason === null
      return !(
        row.hasEnded ||
        forUser ||
        row.state === 'interrupted' ||
        (row.status === 'queued' && allPaused)
      )
    })
    expect(waits.map(({ id, status, reason }) => [id, status, reason])).toEqual([])
  },

  'in the end no parts are left that no row knows': world => () => {
    if (!world.atRest) return
    const known = world.rows().flatMap(({ multipart }) => (multipart ? [multipart.uploadId] : []))
    expect([...world.storage.uploads.keys()].filter(id => !known.includes(id))).toEqual([])
  },

  'a row that waits for its turn sends nothing': world => () => {
    const queued = shown(world).filter(({ status }) => status === 'queued')
    const ids = queued.map(({ id }) => id)
    expect(toStorage(world).filter(({ row }) => ids.includes(row))).toEqual([])
  },
}

describeProperties('uploads', {
  starts: ['with two places'],
  open: () => new UploadWorld(ms => vi.advanceTimersByTime(ms)),
  sentences,
})

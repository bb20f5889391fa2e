import { beforeEach, expect, test, vi } from 'vitest'
import type { SendFile } from '../../machines/upload/types.ts'
import { Comparison } from '../../src/uploads/compare/comparison.ts'
import { Pace } from '../../src/uploads/transfer/pace.ts'
import type { PutResult } from '../../src/uploads/transfer/put-request.ts'
import { RequestPool } from '../../src/uploads/transfer/request-pool.ts'
import type { SendContext } from '../../src/uploads/transfer/send-context.ts'
import { sendFile } from '../../src/uploads/transfer/send-file.ts'
import { partUrlsPerCall } from '../../src/uploads/transfer/signed-urls.ts'
import { SpeedMeter } from '../../src/uploads/transfer/speed-meter.ts'

type PutOptions = { signal: AbortSignal; onProgress: (sent: number) => void }
type Put = { part: number; size: number } & PutOptions & PromiseWithResolvers<PutResult>

const world = vi.hoisted(() => ({ puts: [] as unknown[] }))
vi.mock('../../src/uploads/transfer/put-request.ts', () => ({
  putRequest(url: string, body: Blob, { signal, onProgress }: PutOptions) {
    const ends = Promise.withResolvers<PutResult>()
    const put: Put = { part: Number(url), size: body.size, signal, onProgress, ...ends }
    signal.addEventListener('abort', () => put.reject(signal.reason))
    world.puts.push(put)
    return put.promise
  },
}))
const puts = world.puts as Put[]
const started = () => puts.map(({ part }) => part)
const finish = (part: number) =>
  puts.find(put => put.part === part)!.resolve({ ok: true, etag: `"${part}"`, crc32: null })

beforeEach(() => {
  puts.length = 0
})

type Sign = SendContext['signParts']
const signed: Sign = async (_, numbers) => ({
  ok: true,
  data: { urls: numbers.map(String), expires_at: Number.MAX_SAFE_INTEGER },
})

type Options = {
  sign?: Sign
  held?: SendFile['input']['parts']
  size?: number
  unit?: number | null
  pace?: Pace
}

/** Sends a file of 100 units of 10 bytes, three requests at once; `unit` null: whole. */
function send({ sign = signed, held = [], size = 1000, unit = 10, pace = new Pace() }: Options) {
  const told: Parameters<SendFile['input']['upload']['send']>[0][] = []
  const asked = vi.fn(sign)
  const context: SendContext = {
    ...{ pool: new RequestPool({ limits: () => ({ all: 3, long: 3 }) }), pace, speed: new SpeedMeter() },
    ...{ concurrency: 3, batches: { send: async () => null } },
    ...{ digest: async () => null, comparison: new Comparison(async () => null) },
    takePutUrl: async () => {
      const outcome = await asked({ bucket: '', key: '', uploadId: '' }, [1])
      return outcome.ok ? { ok: true, data: outcome.data.urls[0]! } : outcome
    },
    signParts: asked,
    now: () => 0,
  }
  const input: SendFile['input'] = {
    ...{ id: 1, bucket: 'anh', key: 'a.bin', file: new File([new Uint8Array(size)], 'a.bin'), parts: held },
    multipart: unit === null ? null : { uploadId: 'upload-1', partSize: unit },
    upload: {
      send: event => told.push(event),
      on(_, listener) {
        pause = listener
        return { unsubscribe: () => undefined }
      },
    },
  }
  let pause: () => void = () => undefined
  const controller = new AbortController()
  const end = sendFile(context, input, controller.signal)
  return {
    end,
    told,
    asked: () => asked.mock.calls.length,
    pause: () => pause(),
    stop: () => controller.abort(new Error('left')),
  }
}

test('a part that throws aborts the requests of the others, and nothing is sent after it', async () => {
  const bug = new Error('a bug')
  const { end, told } = send({})
  await expect.poll(started).toEqual([1, 2, 3])
  puts[0]!.reject(bug)
  await expect(end).rejects.toBe(bug)
  expect(puts.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
  expect(started()).toEqual([1, 2, 3])
  expect(told).toEqual([])
})

test('a part that is stored counts at once, however short a time ago progress was reported', async () => {
  const { end, told, stop } = send({})
  await expect.poll(started).toEqual([1, 2, 3])
  puts[0]!.onProgress(5)
  puts[1]!.onProgress(4)
  finish(1)
  await expect.poll(() => told.map(({ type }) => type)).toEqual(['progress', 'part sent', 'progress'])
  expect(told.at(-1)).toEqual({ type: 'progress', sent: 4 })
  stop()
  await expect(end).rejects.toThrow('left')
})

test('addresses that are refused are asked for once', async () => {
  const { end, asked } = send({ sign: async () => ({ ok: false, code: 'ACCESS_DENIED' }) })
  expect(await end).toEqual({ ok: false, code: 'ACCESS_DENIED' })
  expect(asked()).toBe(1)
  expect(started()).toEqual([])
})

test('a URL that cannot be signed aborts the requests in flight as well', async () => {
  const bug = new Error('a bug')
  const { end } = send({
    size: 10 * (partUrlsPerCall + 2),
    sign: async (upload, numbers) => (numbers[0] === 1 ? signed(upload, numbers) : Promise.reject(bug)),
  })
  const rejected = vi.fn()
  end.catch(rejected)
  await expect.poll(started).toEqual([1, 2, 3])
  for (let part = 1; rejected.mock.calls.length === 0; part++) {
    await vi.waitUntil(() => started().includes(part) || rejected.mock.calls.length > 0, { interval: 1 })
    if (part !== 2 && started().includes(part)) finish(part)
  }
  expect(rejected).toHaveBeenCalledWith(bug)
  expect(puts[1]!.signal.aborted).toBe(true)
  expect(puts.length).toBeLessThanOrEqual(partUrlsPerCall)
})

test('a part that fails lets the requests in flight end, and no other begins', async () => {
  const { end, told } = send({})
  await expect.poll(started).toEqual([1, 2, 3])
  puts[1]!.resolve({ ok: false, code: 'NETWORK' })
  finish(3)
  finish(1)
  expect(await end).toEqual({ ok: false, code: 'NETWORK' })
  expect(started()).toEqual([1, 2, 3])
  expect(told.flatMap(event => (event.type === 'part sent' ? event.part.number : []))).toEqual([3, 1])
})

/** A line on which a request sends so many bytes in four seconds. */
function paceOf(bytes: number): Pace {
  const pace = new Pace()
  for (let request = 0; request < 40; request++) pace.record(bytes, true, 4000)
  return pace
}

/** Lets every request end as soon as it has begun; the parts, by number and size in KiB. */
async function sentParts(options: Options): Promise<[number, number][]> {
  const { end } = send(options)
  let done = false
  void end.then(() => {
    done = true
  })
  let at = 0
  await expect
    .poll(() => {
      for (; at < puts.length; at++) puts[at]!.resolve({ ok: true, etag: '""', crc32: null })
      return done
    })
    .toBe(true)
  return puts.toSorted((a, b) => a.part - b.part).map(({ part, size }) => [part, size / 1024])
}

const KiB = 1024

test('a part is as long as the line sends in four seconds, and the last ones are shorter', async () => {
  const quick = { unit: 100 * KiB, size: 8050 * KiB, pace: paceOf(1050 * KiB) }
  vi.spyOn(quick.pace, 'record').mockReturnValue()
  vi.spyOn(quick.pace, 'isShort').mockReturnValue(false)
  const shrinking = [1000, 1000, 1000, 800, 700, 500, 500, 400, 300, 300, 200, 200]
  const units = [...Array.from({ length: 11 }, () => 100), 50]
  expect((await sentParts(quick)).map(([, size]) => size)).toEqual([...shrinking, ...units])
  expect(
    started()
      .toSorted((a, b) => a - b)
      .slice(0, 5),
  ).toEqual([1, 11, 21, 31, 39])
})

test('on a line that nobody has measured, and on a slow one, a part is one unit', async () => {
  const file = { unit: 100 * KiB, size: 450 * KiB }
  const units = [1, 2, 3, 4, 5].map(number => [number, number === 5 ? 50 : 100])
  expect(await sentParts(file)).toEqual(units)
  puts.length = 0
  expect(await sentParts({ ...file, pace: paceOf(120 * KiB) })).toEqual(units)
})

test('an upload that goes on sends the gaps between the held parts, and no part reaches into one of them', async () => {
  const pace = paceOf(1050 * KiB)
  vi.spyOn(pace, 'record').mockReturnValue()
  vi.spyOn(pace, 'isShort').mockReturnValue(false)
  const part = (number: number, units: number) => ({ number, etag: '""', size: units * 100 * KiB })
  const held = [part(3, 2), part(9, 1), part(11, 5)]
  expect(await sentParts({ unit: 100 * KiB, size: 3000 * KiB, pace, held })).toEqual([
    [1, 200],
    [5, 300],
    [8, 100],
    [10, 100],
    [16, 200],
    [18, 200],
    ...[20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30].map(number => [number, 100]),
  ])
})

test('a file whose last part has begun waits for no further slot', async () => {
  const { end } = send({ size: 15 })
  await expect.poll(started).toEqual([1, 2])
  finish(1)
  finish(2)
  expect(await end).toEqual({ ok: true, finished: true })
})

test('a pause lets the requests in flight end, and no other begins', async () => {
  const { end, told, pause } = send({})
  await expect.poll(started).toEqual([1, 2, 3])
  pause()
  finish(1)
  finish(2)
  finish(3)
  expect(await end).toEqual({ ok: true, finished: false })
  expect(started()).toEqual([1, 2, 3])
  expect(told.filter(({ type }) => type === 'part sent').length).toBe(3)
})

test.each([
  ['a file in parts', { partSize: 10 }],
  ['a whole file', { partSize: null }],
])('a pause of %s does not wait for URLs, and sends nothing', async (_, { partSize }) => {
  const { end, pause, asked } = send({ sign: () => new Promise(() => undefined), unit: partSize })
  await expect.poll(asked).toBeGreaterThan(0)
  pause()
  expect(await end).toEqual({ ok: true, finished: false })
  expect(puts).toEqual([])
})

test('a pause aborts requests that would take longer than ten seconds', async () => {
  const pace = new Pace()
  pace.record(10, true, 20_000)
  const { end, pause } = send({ pace })
  await expect.poll(started).toEqual([1, 2, 3])
  pause()
  expect(await end).toEqual({ ok: true, finished: false })
  expect(puts.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
})

test('a pause after the last part has begun ends with everything stored', async () => {
  const { end, pause } = send({ size: 20 })
  await expect.poll(started).toEqual([1, 2])
  pause()
  finish(1)
  finish(2)
  expect(await end).toEqual({ ok: true, finished: true })
})

test('an upload that is left aborts all its requests', async () => {
  const { end, stop } = send({})
  await expect.poll(started).toEqual([1, 2, 3])
  stop()
  await expect(end).rejects.toThrow('left')
  expect(puts.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
})

import { beforeEach, expect, test, vi } from 'vitest'
import type { SendFile } from '../../machines/upload/types.ts'
import { Pace } from '../../src/uploads/transfer/pace.ts'
import type { PutResult } from '../../src/uploads/transfer/put-request.ts'
import { RequestPool } from '../../src/uploads/transfer/request-pool.ts'
import type { SendContext } from '../../src/uploads/transfer/send-context.ts'
import { sendFile } from '../../src/uploads/transfer/send-file.ts'

type Put = { part: number; size: number; signal: AbortSignal } & PromiseWithResolvers<PutResult>

const world = vi.hoisted(() => ({ puts: [] as unknown[] }))
vi.mock('../../src/uploads/transfer/put-request.ts', () => ({
  putRequest(url: string, body: Blob, { signal }: { signal: AbortSignal }) {
    const put: Put = { part: Number(url), size: body.size, signal, ...Promise.withResolvers<PutResult>() }
    signal.addEventListener('abort', () => put.reject(signal.reason))
    world.puts.push(put)
    return put.promise
  },
}))
const puts = world.puts as Put[]
const started = () => puts.map(({ part }) => part)
const finish = (part: number) => puts.find(put => put.part === part)!.resolve({ ok: true, etag: `"${part}"` })

beforeEach(() => {
  puts.length = 0
})

type Sign = SendContext['signParts']
const signed: Sign = async (_, numbers) => ({
  ok: true,
  data: { urls: numbers.map(String), expires_at: Number.MAX_SAFE_INTEGER },
})

/** Sends a file of 100 units of 10 bytes, three requests at once. */
function send({ sign = signed, held = [] }: { sign?: Sign; held?: SendFile['input']['parts'] }) {
  const told: Parameters<SendFile['input']['upload']['send']>[0][] = []
  const context: SendContext = {
    ...{ pool: new RequestPool({ limits: () => ({ all: 3, long: 3 }) }), pace: new Pace(), concurrency: 3 },
    ...{ takePutUrl: async () => ({ ok: false, code: 'UNKNOWN_ERROR' }) as const, signParts: sign },
    ...{ now: () => 0, idleMs: 30_000 },
  }
  const input: SendFile['input'] = {
    ...{ bucket: 'anh', key: 'a.bin', file: new File([new Uint8Array(1000)], 'a.bin'), parts: held },
    multipart: { uploadId: 'upload-1', partSize: 10 },
    upload: { send: event => told.push(event) },
  }
  const controller = new AbortController()
  const end = sendFile(context, input, controller.signal)
  return { end, told, stop: () => controller.abort(new Error('left')) }
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

test('a URL that cannot be signed aborts the requests in flight as well', async () => {
  const bug = new Error('a bug')
  const { end } = send({
    sign: async (upload, numbers) => (numbers[0] === 1 ? signed(upload, numbers) : Promise.reject(bug)),
  })
  await expect.poll(started).toEqual([1, 2, 3])
  for (let part = 1; part <= 32; part++) {
    if (part > 2) await expect.poll(started).toContain(part)
    if (part !== 2) finish(part)
  }
  await expect(end).rejects.toBe(bug)
  expect(puts[1]!.signal.aborted).toBe(true)
  expect(puts.length).toBe(32)
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

test('an upload that is left aborts all its requests', async () => {
  const { end, stop } = send({})
  await expect.poll(started).toEqual([1, 2, 3])
  stop()
  await expect(end).rejects.toThrow('left')
  expect(puts.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
})

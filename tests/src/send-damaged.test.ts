import { beforeEach, expect, test, vi } from 'vitest'
import type { SendFile, SentPart } from '../../machines/upload/types.ts'
import { Comparison } from '../../src/uploads/compare/comparison.ts'
import type { DigestName } from '../../src/uploads/compare/digest.ts'
import type { Digest } from '../../src/uploads/compare/digest-thread.ts'
import { Pace } from '../../src/uploads/transfer/pace.ts'
import type { PutResult } from '../../src/uploads/transfer/put-request.ts'
import { RequestPool } from '../../src/uploads/transfer/request-pool.ts'
import type { SendContext } from '../../src/uploads/transfer/send-context.ts'
import { sendFile } from '../../src/uploads/transfer/send-file.ts'
import { SpeedMeter } from '../../src/uploads/transfer/speed-meter.ts'
import { digestOf } from './support/digest-of.ts'

/** A storage that keeps what is sent, by part (0: the whole file), and damages the next of `damaged` on the way. */
const storage = vi.hoisted(() => ({
  invites: false,
  hasMd5s: true,
  damaged: [] as number[],
  puts: [] as number[],
  put: undefined as unknown as (part: number, body: Blob, crc32: string | null) => Promise<unknown>,
}))
vi.mock('../../src/uploads/transfer/put-request.ts', () => ({
  putRequest: (url: string, body: Blob, { crc32 }: { crc32: string | null }) =>
    storage.put(Number.parseInt(url, 10), body, crc32),
}))

/** As where a KMS encrypts. */
const noMd5 = `"${'0'.repeat(32)}"`

async function put(part: number, body: Blob, crc32: string | null): Promise<PutResult> {
  storage.puts.push(part)
  const at = storage.damaged.indexOf(part)
  if (at !== -1) storage.damaged.splice(at, 1)
  const arrived = at === -1 ? body : new Blob(['!', body.slice(1)])
  if (crc32 !== null && crc32 !== (await digestOf(arrived, 'crc32'))) return { ok: false, code: 'NETWORK' }
  const etag = storage.hasMd5s ? `"${await digestOf(arrived, 'md5')}"` : noMd5
  const said = storage.invites ? await digestOf(arrived, 'crc32') : null
  return { ok: true, etag, crc32: said, checked: crc32 !== null }
}

beforeEach(() => {
  Object.assign(storage, { invites: false, hasMd5s: true, damaged: [], puts: [], put })
})

const bytes = Uint8Array.from({ length: 95 }, (_, at) => at)
const file = new File([bytes], 'a.bin')
const etagOf = async (part: number) => `"${await digestOf(file.slice((part - 1) * 10, part * 10), 'md5')}"`
const held = async (part: number, etag?: string): Promise<SentPart> => ({
  number: part,
  etag: etag ?? (await etagOf(part)),
  size: part === 10 ? 5 : 10,
})

type Options = {
  parts?: SentPart[]
  whole?: boolean
  digest?: (blob: Blob, name: DigestName) => Promise<Digest>
  /** That of an earlier attempt. */
  comparison?: Comparison
}

/** Sends a file in ten parts of 10 bytes, or with one request. */
function send({ parts = [], whole = false, digest, comparison }: Options = {}) {
  const computed: DigestName[] = []
  const told: SentPart[] = []
  let pause: () => void = () => undefined
  const compute = digest ?? (async (blob, name) => ({ digest: await digestOf(blob, name) }))
  const counted: SendContext['digest'] = (blob, name) => {
    computed.push(name)
    return compute(blob, name)
  }
  const used = comparison ?? new Comparison(counted)
  const urlOf = (part: number) => (storage.invites ? `${part}?x-amz-sdk-checksum-algorithm=CRC32` : `${part}`)
  const context: SendContext = {
    ...{ pool: new RequestPool({ limits: () => ({ all: 3, long: 3 }) }), pace: new Pace() },
    ...{ speed: new SpeedMeter(), digest: counted, comparison: used, concurrency: 3, now: () => 0 },
    batches: { send: async () => null },
    takePutUrl: async () => ({ ok: true, data: urlOf(0) }),
    signParts: async (_, numbers) => ({
      ok: true,
      data: { urls: numbers.map(urlOf), expires_at: Number.MAX_SAFE_INTEGER },
    }),
  }
  const input: SendFile['input'] = {
    ...{ id: 1, bucket: 'anh', key: 'a.bin', file, parts },
    multipart: whole ? null : { uploadId: 'upload-1', partSize: 10 },
    upload: {
      send: event => event.type === 'part sent' && told.push(event.part),
      on(_, listener) {
        pause = listener
        return { unsubscribe: () => undefined }
      },
    },
  }
  const end = sendFile(context, input, new AbortController().signal)
  return { end, told, computed, comparison: used, pause: () => pause() }
}

const everyPart = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const done = { ok: true, finished: true }
const times = (part: number, count: number) => Array.from({ length: count }, () => part)

test('a part that arrives damaged, by its ETag, is sent again until it is the same', async () => {
  storage.damaged = [4, 4, 7]
  const { end, told, computed } = send()
  expect(await end).toEqual(done)
  expect(storage.puts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 4, 4, 5, 6, 7, 7, 8, 9, 10])
  const last = new Map(told.map(part => [part.number, part.etag]))
  for (const part of everyPart) expect([part, last.get(part)]).toEqual([part, await etagOf(part)])
  expect(new Set(computed)).toEqual(new Set(['md5']))
})

test('where the storage takes checksums each part is read for one, once, and damage is refused', async () => {
  storage.invites = true
  storage.hasMd5s = false
  storage.damaged = [4]
  const first = send()
  expect(await first.end).toEqual({ ok: false, code: 'NETWORK' })
  const parts = first.told
  const failed = storage.puts.length
  expect(parts.map(({ checked }) => checked)).toEqual(parts.map(() => true))
  const second = send({ parts })
  expect(await second.end).toEqual(done)
  const sent = [...parts, ...second.told].map(({ number }) => number)
  expect(sent.toSorted((a, b) => a - b)).toEqual(everyPart)
  // What waited for a slot when a part had failed has been read, too.
  expect(first.computed.slice(failed).length).toBeLessThanOrEqual(2)
  expect(second.computed).toEqual(storage.puts.slice(failed).map(() => 'crc32'))
})

test('a part that stays damaged fails after three requests, and is no progress after the first', async () => {
  storage.damaged = times(4, 99)
  const { end, told } = send()
  expect(await end).toEqual({ ok: false, code: 'NETWORK' })
  expect(storage.puts.filter(part => part === 4).length).toBe(3)
  expect(told.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(everyPart)
})

test('a held part that differs from the file is replaced, and one that is the same is not sent', async () => {
  const parts = await Promise.all([held(1), held(2, noMd5), held(10)])
  const { end, told } = send({ parts })
  expect(await end).toEqual(done)
  expect(storage.puts).toEqual([3, 4, 5, 6, 7, 8, 9, 2])
  expect(told.at(-1)).toEqual({ ...(await held(2)), checked: false })
})

test('where no ETag is an MD5, one part is sent again to find out', async () => {
  storage.hasMd5s = false
  expect(await send().end).toEqual(done)
  expect(storage.puts.length).toBe(11)
  storage.puts = []
  const parts = await Promise.all(everyPart.map(part => held(part, noMd5)))
  expect(await send({ parts }).end).toEqual(done)
  expect(storage.puts.length).toBe(1)
})

test('parts of which everything is held are compared before the upload ends, and once only', async () => {
  const parts = await Promise.all(everyPart.map(part => held(part)))
  const first = send({ parts: parts.slice(0, 9) })
  storage.damaged = times(10, 3)
  expect(await first.end).toEqual({ ok: false, code: 'NETWORK' })
  expect(first.computed.length).toBe(12)
  const second = send({ parts, comparison: first.comparison })
  expect(await second.end).toEqual(done)
  expect(first.computed.length).toBe(13)
  expect(storage.puts).toEqual([10, 10, 10])
})

test('a slot is not held while a part is compared', async () => {
  const never = new Promise<Digest>(() => undefined)
  send({ digest: () => never })
  await expect.poll(() => storage.puts.length).toBe(10)
})

test('an upload that is paused while a part is compared has not ended, and goes on with comparing it', async () => {
  const digests: PromiseWithResolvers<Digest>[] = []
  const { end, pause, comparison } = send({
    digest: () => {
      const digest = Promise.withResolvers<Digest>()
      digests.push(digest)
      return digest.promise
    },
  })
  await expect.poll(() => digests.length).toBe(10)
  pause()
  for (const { resolve } of digests) resolve({ digest: '' })
  expect(await end).toEqual({ ok: true, finished: false })
  digests.length = 0
  const parts = await Promise.all(everyPart.map(part => held(part)))
  const again = send({ parts, comparison })
  await expect.poll(() => digests.length).toBe(10)
  for (const [at, { number }] of parts.entries()) {
    digests[at]!.resolve({ digest: (await etagOf(number)).replaceAll('"', '') })
  }
  expect(await again.end).toEqual(done)
  expect(storage.puts.length).toBe(10)
})

test('a file that changes before its part is compared has changed', async () => {
  const { end } = send({ digest: async () => ({ unreadable: true }) })
  expect(await end).toEqual({ ok: false, code: 'FILE_CHANGED' })
  const whole = send({ whole: true, digest: async () => ({ unreadable: true }) })
  expect(await whole.end).toEqual({ ok: false, code: 'FILE_CHANGED' })
})

test('a bug while a part is compared ends the upload with it', async () => {
  const { end } = send({ digest: () => Promise.reject(new Error('a bug')) })
  await expect(end).rejects.toThrow('a bug')
})

test('a whole file that arrives damaged is sent again; one that stays damaged fails after three requests', async () => {
  storage.invites = true
  storage.damaged = [0]
  const { end, comparison } = send({ whole: true })
  expect(await end).toEqual(done)
  expect(storage.puts).toEqual([0, 0])
  storage.damaged = [0, 0, 0]
  expect(await send({ whole: true, comparison }).end).toEqual({ ok: false, code: 'NETWORK' })
  expect(storage.puts).toEqual([0, 0, 0, 0, 0])
})

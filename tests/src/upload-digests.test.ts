import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { crc32 } from '../../src/uploads/compare/crc32.ts'
import { type DigestName, digestsOf } from '../../src/uploads/compare/digest.ts'
import { DigestThread } from '../../src/uploads/compare/digest-thread.ts'

/** Bytes that do not repeat soon. */
const bytesOf = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 7919) >>> (at % 5))

const expected = (bytes: Uint8Array, name: DigestName): string => {
  if (name === 'md5') return createHash('md5').update(bytes).digest('hex')
  const value = Buffer.alloc(4)
  value.writeUInt32BE(zlibCrc32(bytes))
  return value.toString('base64')
}

test('the CRC-32 of any length, from any offset and in any pieces is that of zlib', () => {
  const bytes = bytesOf(200)
  for (let start = 0; start < 20; start++) {
    for (let end = start; end < 120; end++) {
      const piece = bytes.subarray(start, end)
      expect([start, end, crc32(piece) >>> 0]).toEqual([start, end, zlibCrc32(piece)])
    }
  }
  expect(crc32(bytes.subarray(33), crc32(bytes.subarray(0, 33))) >>> 0).toBe(zlibCrc32(bytes))
})

test.each(['crc32', 'md5'] as const)(
  '%s of each range of a blob, of several pieces and of none',
  async name => {
    const bytes = bytesOf(900_001)
    const ends = [0, 300_000, 300_001, 300_001, 900_001, 900_001]
    const starts = [0, ...ends]
    expect(
      await digestsOf(
        new Blob([bytes]),
        ends.map((end, at) => end - starts[at]!),
        name,
      ),
    ).toEqual(ends.map((end, at) => expected(bytes.subarray(starts[at], end), name)))
    expect(await digestsOf(new Blob([]), [0], name)).toEqual([expected(new Uint8Array(), name)])
  },
)

test('a browser that cannot read into a buffer computes the same', async () => {
  vi.stubGlobal('ReadableStreamBYOBReader', undefined)
  const bytes = bytesOf(600_001)
  expect(await digestsOf(new Blob([bytes]), [bytes.length], 'crc32')).toEqual([expected(bytes, 'crc32')])
})

/** What the page's worker is given and answers, by the real script. */
let worker: { onmessage?: (event: { data: unknown }) => void }
let started: number
let asked: unknown[]
beforeEach(() => {
  started = 0
  asked = []
  const inside = { postMessage: (data: unknown) => worker.onmessage?.({ data }) } as {
    postMessage: (data: unknown) => void
    onmessage?: (event: { data: unknown }) => Promise<void>
  }
  vi.resetModules()
  vi.stubGlobal('self', inside)
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: unknown }) => void
      readonly #loaded = import('../../src/uploads/compare/digest.worker.ts')
      constructor() {
        started++
        worker = this
      }
      async postMessage(data: unknown) {
        asked.push(data)
        await this.#loaded
        await inside.onmessage?.({ data })
      }
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()

const sizes = () => asked.map(call => (call as { sizes: number[] }).sizes)
const crc32Of = (text: string) => ({ digest: expected(Buffer.from(text), 'crc32') })

test('a worker starts with the first digest, and those that wait for it are read together', async () => {
  const thread = new DigestThread()
  expect(started).toBe(0)
  const first = ['a', 'bc', ''].map(text => thread.digest(new Blob([text]), 'crc32', signal))
  await expect.poll(sizes).toEqual([[1, 2, 0]])
  const md5 = thread.digest(new Blob(['d']), 'md5', signal)
  const rest = ['e', 'fgh'].map(text => thread.digest(new Blob([text]), 'crc32', signal))
  expect(await Promise.all(first)).toEqual(['a', 'bc', ''].map(crc32Of))
  expect(await md5).toEqual({ digest: expected(Buffer.from('d'), 'md5') })
  expect(await Promise.all(rest)).toEqual(['e', 'fgh'].map(crc32Of))
  expect(sizes()).toEqual([[1, 2, 0], [1], [1, 3]])
  expect(started).toBe(1)
})

test('no more than 32 MiB are read together, unless one alone has more', async () => {
  const thread = new DigestThread()
  const large = [33, 20, 12, 1].map(size => new Blob([new Uint8Array(size * MiB)]))
  await Promise.all(large.map(blob => thread.digest(blob, 'crc32', signal)))
  expect(sizes()).toEqual([[33 * MiB], [20 * MiB, 12 * MiB], [MiB]])
})

test('a digest that nobody waits for any more is not computed, and the next one is', async () => {
  const thread = new DigestThread()
  const left = new AbortController()
  const first = thread.digest(new Blob(['a']), 'crc32', signal)
  const second = thread.digest(new Blob(['b']), 'crc32', left.signal)
  const third = thread.digest(new Blob(['c']), 'crc32', signal)
  left.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
  expect(await first).toEqual({ digest: expected(Buffer.from('a'), 'crc32') })
  expect(await third).toEqual({ digest: expected(Buffer.from('c'), 'crc32') })
  expect(sizes()).toEqual([[1, 1]])
})

test('a file that has changed since it was chosen is unreadable, and those that are read with it are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kho-digest-'))
  const path = join(folder, 'a.bin')
  await writeFile(path, bytesOf(1000))
  const blob = await openAsBlob(path)
  await appendFile(path, 'more')
  const thread = new DigestThread()
  const digests = [new Blob(['a']), blob, new Blob(['b'])].map(each => thread.digest(each, 'crc32', signal))
  expect(await Promise.all(digests)).toEqual([crc32Of('a'), { unreadable: true }, crc32Of('b')])
  await rm(folder, { recursive: true })
})

test('a bug in the worker is an error, not a digest', async () => {
  const thread = new DigestThread()
  await expect(thread.digest({ size: 1 } as Blob, 'md5', signal)).rejects.toThrow('TypeError')
})

test('a worker that cannot start gives no digests, and is not started again', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      onerror?: () => void
      constructor() {
        started++
      }
      postMessage() {
        queueMicrotask(() => this.onerror?.())
      }
    },
  )
  const thread = new DigestThread()
  expect(await thread.digest(new Blob(['a']), 'md5', signal)).toBeNull()
  expect(await thread.digest(new Blob(['a']), 'md5', signal)).toBeNull()
  expect(started).toBe(1)
})

import { crc32 as nodeCrc32 } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { SendFile } from '../../machines/upload/types.ts'
import type { StoredFile, UploadBatch } from '../../openapi/schema.ts'
import { Batches } from '../../src/uploads/transfer/batches.ts'
import { Pace } from '../../src/uploads/transfer/pace.ts'
import { RequestPool } from '../../src/uploads/transfer/request-pool.ts'
import { SpeedMeter } from '../../src/uploads/transfer/speed-meter.ts'

type Answer = { ok: true; files: StoredFile[] } | { ok: false; status: number }
type Post = { keys: string[]; signal: AbortSignal } & PromiseWithResolvers<Answer>

/** Batches over a server that answers when `posts` are resolved. */
function open() {
  const posts: Post[] = []
  const bodies: { head: UploadBatch; bytes: Uint8Array }[] = []
  const late: string[] = []
  const time = { now: 0 }
  const batches = new Batches({
    pool: new RequestPool({ limits: () => ({ all: 5, long: 4 }) }),
    ...{ pace: new Pace(), speed: new SpeedMeter(), now: () => time.now },
    async post(_, body, signal) {
      const length = new DataView(body.buffer).getUint32(0)
      const head: UploadBatch = JSON.parse(new TextDecoder().decode(body.subarray(4, 4 + length)))
      bodies.push({ head, bytes: body.subarray(4 + length) })
      const keys = head.files.map(({ key }) => key)
      const post: Post = { keys, signal, ...Promise.withResolvers<Answer>() }
      signal.addEventListener('abort', () => post.reject(signal.reason))
      posts.push(post)
      return post.promise
    },
    onStoredLate: ({ key }) => late.push(key),
  })

  function send(key: string, text = key) {
    let finish: () => void = () => undefined
    const left = new AbortController()
    const upload: SendFile['input']['upload'] = {
      send: () => undefined,
      on(_, listener) {
        finish = listener
        return { unsubscribe: () => undefined }
      },
    }
    const file = new File([text], key, { type: 'text/plain' })
    const input = { ...{ id: 1, bucket: 'anh', key, file, upload }, multipart: null, parts: [] }
    const end = batches.send(input, left.signal)
    end.catch(() => undefined)
    return { end, finish: () => finish(), leave: () => left.abort(new Error('left')) }
  }
  const sendMany = (count: number) => Array.from({ length: count }, (_, index) => send(`tệp ${index}`))
  return { posts, bodies, late, time, send, sendMany }
}

const stored = (post: Post) => post.resolve({ ok: true, files: post.keys.map(() => ({ etag: '"1"' })) })
const finished = { ok: true, finished: true }

test('files travel 64 at a time, in order, each with its type and checksum', async () => {
  const { posts, bodies, sendMany } = open()
  const files = sendMany(70)
  await expect.poll(() => posts.map(({ keys }) => keys.length)).toEqual([64, 6])
  for (const post of posts) stored(post)
  expect(await Promise.all(files.map(({ end }) => end))).toEqual(files.map(() => finished))
  const { head, bytes } = bodies[1]!
  let at = 0
  for (const [index, { key, size, content_type, crc32 }] of head.files.entries()) {
    const own = bytes.subarray(at, at + size)
    at += size
    expect([key, content_type]).toEqual([`tệp ${64 + index}`, 'text/plain; charset=utf-8'])
    expect(new TextDecoder().decode(own)).toBe(key)
    expect(Buffer.from(crc32!, 'base64').readUInt32BE()).toBe(nodeCrc32(own))
  }
})

test('four files travel alone', async () => {
  const { posts, sendMany } = open()
  expect(await Promise.all(sendMany(4).map(({ end }) => end))).toEqual([null, null, null, null])
  expect(posts).toEqual([])
})

test('a line of unknown speed gets at most half a MiB at once', async () => {
  const { posts, send } = open()
  for (let index = 0; index < 20; index++) void send(`${index}`, 'x'.repeat(60_000))
  await expect.poll(() => posts.map(({ keys }) => keys.length)).toEqual([8, 8])
})

test('each file has its own outcome', async () => {
  const { posts, sendMany } = open()
  const files = sendMany(5)
  await expect.poll(() => posts.length).toBe(1)
  const outcomes: StoredFile[] = posts[0]!.keys.map(() => ({ etag: '"1"' }))
  outcomes[2] = { code: 'NOT_ENOUGH_STORAGE' }
  posts[0]!.resolve({ ok: true, files: outcomes })
  const expected = [finished, finished, { ok: false, code: 'NOT_ENOUGH_STORAGE' }, finished, finished]
  expect(await Promise.all(files.map(({ end }) => end))).toEqual(expected)
})

test('a paused file that waits is not sent; one under way is, and so are the others of a file that was left', async () => {
  const { posts, late, sendMany } = open()
  const files = sendMany(7)
  files[0]!.finish()
  await expect.poll(() => posts.length).toBe(1)
  expect(posts[0]!.keys).toEqual(files.slice(1).map((_, index) => `tệp ${index + 1}`))
  files[1]!.finish()
  files[2]!.leave()
  await expect(files[2]!.end).rejects.toThrow('left')
  expect(posts[0]!.signal.aborted).toBe(false)
  stored(posts[0]!)
  expect(await files[0]!.end).toEqual({ ok: true, finished: false })
  expect(await files[1]!.end).toEqual(finished)
  await expect.poll(() => late).toEqual(['tệp 2'])
})

test('a batch whose files were all left is aborted', async () => {
  const { posts, sendMany } = open()
  const files = sendMany(5)
  await expect.poll(() => posts.length).toBe(1)
  for (const file of files) file.leave()
  expect(posts[0]!.signal.aborted).toBe(true)
})

test('after a failure files travel alone for a time that doubles; after one that stays, for good', async () => {
  const { posts, time, sendMany } = open()
  const alone = async () => expect(await Promise.all(sendMany(5).map(({ end }) => end))).toContain(null)
  async function fail(end: (post: Post) => void) {
    const files = sendMany(5)
    const before = posts.length
    await expect.poll(() => posts.length).toBe(before + 1)
    end(posts.at(-1)!)
    expect(await Promise.all(files.map(({ end }) => end))).toEqual(files.map(() => null))
  }
  await fail(post => post.reject(new TypeError('Failed to fetch')))
  time.now += 4999
  await alone()
  time.now += 1
  await fail(post => post.resolve({ ok: false, status: 503 }))
  time.now += 9999
  await alone()
  time.now += 1
  await fail(post => post.resolve({ ok: false, status: 413 }))
  time.now += 1e9
  await alone()
})

test('a file that cannot be read sends the others of its batch alone', async () => {
  const { posts, sendMany } = open()
  const unreadable = vi.spyOn(Blob.prototype, 'arrayBuffer')
  unreadable.mockRejectedValueOnce(new DOMException('changed', 'NotReadableError'))
  expect(await Promise.all(sendMany(5).map(({ end }) => end))).toEqual([null, null, null, null, null])
  expect(posts).toEqual([])
  unreadable.mockRestore()
})

import { randomBytes, randomUUID } from 'node:crypto'
import type { S3 } from '@aws-sdk/client-s3'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ErrorCode, ObjectPage } from '../../openapi/schema.ts'
import { Problem } from '../../server/errors/problem.ts'
import { type KeyPair, newKeyPair } from '../../server/s3/keys.ts'
import { createBucket, deleteBucket, listBuckets } from '../../server/storage/buckets.ts'
import { makeClient } from '../../server/storage/client.ts'
import { consoleRuleFor, ensureCors, readCors, writeCors } from '../../server/storage/cors.ts'
import { deleteObjects } from '../../server/storage/delete-objects.ts'
import { type PageRequest, paginate } from '../../server/storage/list-objects.ts'
import { abortUpload, completeUpload, listParts, startUpload } from '../../server/storage/multipart.ts'
import { createFolder, downloadUrl } from '../../server/storage/objects.ts'
import { acceptsAbsentHeaders, makePresigner, type Presigner } from '../../server/storage/presign.ts'
import type { StorageAdmin } from '../../server/storage-admin/storage-admin.ts'
import { openLocks } from '../../server/store/locks.ts'
import { withMethods } from '../support/s3.ts'
import { region } from './support/console.ts'
import { onEachStorage } from './support/storages.ts'

const MiB = 1024 ** 2
const locks = openLocks(null, () => undefined)
/** No call to an engine may take longer: an old radosgw can hang. */
const callLimit = 30_000

const oddKeys = [
  'plain.txt',
  'with space.txt',
  ' leading and trailing ',
  '100% + #1 ? & = ; , : @ $ \' ( ) * ! ~ ` ^ | \\ < > [ ] { } ".txt',
  '%2F%20%zz',
  '/leading slash',
  '//two leading',
  'double//slash',
  'a/./b',
  'a/../b',
  '../up',
  'a/..',
  '.',
  '..',
  '...',
  'Tết Nguyên Đán/múa lân — Hội An.mp4',
  'Tê\u0301t/decomposed',
  '😀/👩‍👩‍👧‍👦.png',
  '\uffee before emoji in UTF-8',
  'tab\tand\nnewline\r',
  'bell\u0007',
  '\u2028separator',
  'x'.repeat(1024),
  'ế'.repeat(341),
]

onEachStorage(
  (kind, prepare) => {
    let endpoint: string
    let admin: StorageAdmin
    let uid: string
    let keys: KeyPair
    let client: S3
    let presign: Presigner
    let bucket: string

    prepare(started => {
      endpoint = started.endpoint
      admin = started.console.kho.services.admin
    })
    beforeEach(async () => {
      ;({ uid, keys, client } = await newUser())
      presign = makePresigner({ endpoint, region, keys, now: Date.now() })
      bucket = `kho-${randomUUID()}`
      await createBucket(client, bucket)
      return () => client.destroy()
    })

    async function newUser() {
      const uid = `kho-${randomUUID()}`
      await admin.putUser({ uid, displayName: 'Kho nhà' })
      const keys = newKeyPair()
      await admin.putKey(uid, keys)
      return { uid, keys, client: withMethods(makeClient({ endpoint, region, keys })) }
    }

    function send(url: string, init: RequestInit = {}): Promise<Response> {
      return fetch(url, { ...init, signal: AbortSignal.timeout(callLimit) })
    }

    async function put(key: string, body: BodyInit = 'content', query?: Record<string, string>) {
      const url = presign({ method: 'PUT', bucket, key, ...(query && { query }) })
      const answer = await send(url, { method: 'PUT', body, headers: { 'content-type': 'text/plain' } })
      const text = await answer.text()
      return { status: answer.status, etag: answer.headers.get('etag') ?? '', text }
    }

    async function putAll(names: string[]): Promise<void> {
      const rest = [...names]
      const worker = async () => {
        for (let key = rest.pop(); key !== undefined; key = rest.pop()) {
          const answer = await put(key, '')
          if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.text}`)
        }
      }
      await Promise.all(Array.from({ length: 16 }, worker))
    }

    function page(request: Partial<PageRequest> = {}): Promise<ObjectPage> {
      return paginate(client, { bucket, prefix: '', pageSize: 1000, ...request })
    }

    function names(found: ObjectPage): string[] {
      return found.items.map(item => item.name)
    }

    async function codeOf(work: Promise<unknown>): Promise<ErrorCode | 'done'> {
      return work.then(
        () => 'done',
        error => {
          if (error instanceof Problem) return error.code
          throw error
        },
      )
    }

    test('buckets are listed by name with the second they were made in', async () => {
      const first = `a${bucket}`
      const before = Math.floor(Date.now() / 1000) - 5
      await createBucket(client, first)
      const buckets = await listBuckets(client)
      expect(buckets.map(each => each.name)).toEqual([first, bucket])
      for (const { createdAt } of buckets) {
        expect(createdAt >= before - 60 && createdAt <= Date.now() / 1000 + 5).toBe(true)
      }
    })

    test("a name is taken once, and the answer tells the user's own bucket from another's", async () => {
      const other = await newUser()
      onTestFinished(() => other.client.destroy())
      expect(await codeOf(createBucket(client, bucket))).toBe('BUCKET_IS_YOURS')
      expect(await codeOf(createBucket(other.client, bucket))).toBe('BUCKET_EXISTS')
      expect(await listBuckets(other.client)).toEqual([])
    })

    test('another user gets nothing of a bucket [V8.4.1]', async () => {
      await put('secret.txt')
      const other = await newUser()
      onTestFinished(() => other.client.destroy())
      expect(await codeOf(paginate(other.client, { bucket, prefix: '', pageSize: 10 }))).toBe('ACCESS_DENIED')
      expect(await codeOf(createFolder(other.client, bucket, 'mine/'))).toBe('ACCESS_DENIED')
      expect(await codeOf(deleteBucket(other.client, bucket))).toBe('ACCESS_DENIED')
    })

    test('a bucket is deleted when it is empty', async () => {
      await put('file')
      expect(await codeOf(deleteBucket(client, bucket))).toBe('BUCKET_NOT_EMPTY')
      await deleteObjects({ client, singly: false }, bucket, ['file'])
      await deleteBucket(client, bucket)
      expect(await listBuckets(client)).toEqual([])
      expect(await codeOf(deleteBucket(client, bucket))).toBe('BUCKET_NOT_FOUND')
    })

    test('every function says when there is no such bucket', async () => {
      const none = `none-${randomUUID()}`
      const upload = { bucket: none, key: 'k', uploadId: 'none' }
      const codes = [
        codeOf(paginate(client, { bucket: none, prefix: '', pageSize: 10 })),
        codeOf(createFolder(client, none, 'a/')),
        codeOf(deleteObjects({ client, singly: false }, none, ['a'])),
        codeOf(startUpload(client, { bucket: none, key: 'k', size: 1 })),
        codeOf(listParts(client, upload)),
        codeOf(ensureCors(client, none, ['http://kho.example'], locks)),
      ]
      expect(await Promise.all(codes)).toEqual(codes.map(() => 'BUCKET_NOT_FOUND'))
    })

    test('the CORS rule lets the console send and get, beside the rules that were there', async () => {
      const url = presign({ method: 'PUT', bucket, key: 'a b.txt' })
      const preflight = (origin: string) =>
        send(url, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'content-type',
          },
        })
      const theirs = { AllowedOrigins: ['https://app.example'], AllowedMethods: ['GET'] }
      await client.putBucketCors({ Bucket: bucket, CORSConfiguration: { CORSRules: [theirs] } })
      expect((await preflight('http://kho.example:8080')).ok).toBe(false)
      await ensureCors(client, bucket, ['http://kho.example:8080'], locks)
      await ensureCors(client, bucket, ['http://kho.example:8080'], locks)
      await ensureCors(client, bucket, ['https://kho.example'], locks)
      for (const origin of ['http://kho.example:8080', 'https://kho.example']) {
        const answer = await preflight(origin)
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin])
      }
      expect((await preflight('http://evil.example')).ok).toBe(false)
      const answer = await send(url, {
        method: 'PUT',
        body: 'x',
        headers: { origin: 'https://kho.example', 'content-type': 'text/plain' },
      })
      const exposed = answer.headers.get('access-control-expose-headers')?.split(/, */)
      expect([answer.status, exposed?.toSorted()]).toEqual([200, ['ETag', 'x-amz-checksum-crc32']])
      const { CORSRules } = await client.getBucketCors({ Bucket: bucket })
      expect(CORSRules?.map(rule => [rule.AllowedOrigins, rule.AllowedMethods?.toSorted()])).toEqual([
        [
          ['http://kho.example:8080', 'https://kho.example'],
          ['GET', 'HEAD', 'PUT'],
        ],
        [['https://app.example'], ['GET']],
      ])
    })

    test('a rule of the console that hides a header which the console reads now is replaced', async () => {
      const origins = ['http://kho.example:8080']
      const rule = consoleRuleFor(null, origins)
      await writeCors(client, bucket, { console: { ...rule, expose_headers: ['ETag'] }, rules: [] })
      await ensureCors(client, bucket, origins, locks)
      const { console } = await readCors(client, bucket)
      expect(console?.expose_headers.toSorted()).toEqual(rule.expose_headers.toSorted())
    })

    test.each(oddKeys.map(key => [JSON.stringify(key.length > 60 ? `${key.slice(0, 8)}…` : key), key]))(
      'the key %s is sent, listed, got and deleted as it is',
      async (_shown, key) => {
        const body = randomBytes(64)
        expect((await put(key, body)).status).toBe(200)
        const found = await listAll()
        expect(found).toEqual([key])
        const got = await send(await downloadUrl(client, presign, bucket, key))
        expect(got.status).toBe(200)
        expect(Buffer.from(await got.arrayBuffer())).toEqual(body)
        expect(await deleteObjects({ client, singly: false }, bucket, [key])).toEqual({
          deleted: 1,
          failed: [],
        })
        expect(await listAll()).toEqual([])
      },
    )

    /** Every file, found by opening folder after folder as a user does. */
    async function listAll(prefix = ''): Promise<string[]> {
      const { items } = await page({ prefix })
      const below = await Promise.all(
        items.map(item => (item.type === 'folder' ? listAll(item.key) : [item.key])),
      )
      return below.flat()
    }

    test('a key of more than 1,024 bytes is refused', async () => {
      expect((await put('x'.repeat(1025))).status).toBe(400)
    })

    test('a file is listed with its name below the prefix, size, time, ETag and storage class', async () => {
      const before = Math.floor(Date.now() / 1000) - 1
      await put('Tết 2026/ghi chú.txt', 'hello')
      const { items, next_token, exists } = await page({ prefix: 'Tết 2026/' })
      expect([next_token, exists]).toEqual([null, true])
      expect(items).toEqual([
        {
          type: 'file',
          key: 'Tết 2026/ghi chú.txt',
          name: 'ghi chú.txt',
          size: 5,
          last_modified: expect.any(Number),
          etag: '"5d41402abc4b2a76b9719d911017c592"',
          storage_class: 'STANDARD',
        },
      ])
      expect(items[0]!.last_modified! >= before && items[0]!.last_modified! <= Date.now() / 1000 + 1).toBe(
        true,
      )
    })

    test('folders and files come in the order of their keys, page by page, each once', async () => {
      await putAll(['a/1', 'a/2', 'a-file', 'b', 'b/x', 'c/y/z', 'd', 'é', '\uffee', '😀', 'Z'])
      const expected = ['Z', 'a-file', 'a/', 'b', 'b/', 'c/', 'd', 'é', '\uffee', '😀']
      expect(names(await page())).toEqual(expected)
      for (const pageSize of [1, 3, 10]) {
        const seen: string[] = []
        let token: string | null | undefined
        do {
          const found: ObjectPage = await page({ pageSize, nextToken: token ?? undefined })
          expect(found.items.length <= pageSize && found.exists).toBe(true)
          seen.push(...names(found))
          token = found.next_token
        } while (token !== null)
        expect(seen).toEqual(expected)
      }
    })

    test("a folder's own object is not listed, but makes the folder be there", async () => {
      await createFolder(client, bucket, 'rỗng/')
      expect(await page({ prefix: 'rỗng/' })).toEqual({ items: [], next_token: null, exists: true })
      expect(names(await page())).toEqual(['rỗng/'])
      await put('rỗng/file')
      expect(names(await page({ prefix: 'rỗng/', pageSize: 1 }))).toEqual(['file'])
      expect(await page({ prefix: 'không/' })).toEqual({ items: [], next_token: null, exists: false })
      await deleteObjects({ client, singly: false }, bucket, ['rỗng/file', 'rỗng/'])
      expect(await page()).toEqual({ items: [], next_token: null, exists: true })
    })

    test("a folder's own object with bytes is a file of the folder, with an empty name, once, and is downloaded by the folder's name", async () => {
      await put('riêng/', 'của nó')
      await put('riêng/riêng/x')
      const { items } = await page({ prefix: 'riêng/' })
      expect(items.map(({ type, key, name, size }) => [type, key, name, size])).toEqual([
        ['file', 'riêng/', '', Buffer.byteLength('của nó')],
        ['folder', 'riêng/riêng/', 'riêng/', null],
      ])
      const first = await page({ prefix: 'riêng/', pageSize: 1 })
      expect(names(first)).toEqual([''])
      const next = await page({ prefix: 'riêng/', pageSize: 1, nextToken: first.next_token! })
      expect(names(next)).toEqual(['riêng/'])
      expect(names(await page())).toEqual(['riêng/'])
      expect(names(await page({ prefix: 'riêng/', search: 'r' }))).toEqual(['riêng/'])
      const answer = await send(await downloadUrl(client, presign, bucket, 'riêng/'))
      expect(answer.headers.get('content-disposition')).toMatch(/filename="ri_ng"/)
      expect(await answer.text()).toBe('của nó')
    })

    test('a search finds the names that begin so, folders too, below the prefix alone', async () => {
      await putAll(['docs/an.txt', 'docs/anh/1', 'docs/ban', 'an'])
      expect(names(await page({ prefix: 'docs/', search: 'an' }))).toEqual(['an.txt', 'anh/'])
      expect(await page({ prefix: 'docs/', search: 'x' })).toEqual({
        items: [],
        next_token: null,
        exists: true,
      })
      expect(await page({ prefix: 'none/', search: 'x' })).toEqual({
        items: [],
        next_token: null,
        exists: false,
      })
      const long = await page({ prefix: 'docs/', search: 'x'.repeat(1020) })
      expect(long).toEqual({ items: [], next_token: null, exists: true })
    })

    test('a token of another listing is refused', async () => {
      await putAll(['a/1', 'a/2', 'b/1'])
      const { next_token } = await page({ prefix: 'a/', pageSize: 1 })
      expect(next_token).not.toBe(null)
      expect(await codeOf(page({ prefix: 'b/', nextToken: next_token! }))).toBe('INVALID_REQUEST')
      expect(names(await page({ prefix: 'a/', nextToken: next_token! }))).toEqual(['2'])
    })

    test('of many keys deleted at once the missing count as deleted', async () => {
      await putAll(['a', 'b', 'c'])
      const keys = ['a', 'b', 'none', 'a', 'bell\u0007']
      expect(await deleteObjects({ client, singly: false }, bucket, keys)).toEqual({ deleted: 4, failed: [] })
      expect(names(await page())).toEqual(['c'])
      await putAll(['a', 'b'])
      expect(await deleteObjects({ client, singly: true }, bucket, keys)).toEqual({ deleted: 4, failed: [] })
      expect(names(await page())).toEqual(['c'])
    })

    test('a download keeps its name, in every script [V5.4.1, V5.4.2]', async () => {
      const key = 'Tết 2026/ảnh "gia đình" 50%; 😀.jpg'
      await put(key)
      const answer = await send(await downloadUrl(client, presign, bucket, key))
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="_nh _gia __nh_ 50_; _.jpg"; filename*=UTF-8''%E1%BA%A3nh%20%22gia%20%C4%91%C3%ACnh%22%2050%25%3B%20%F0%9F%98%80.jpg`,
      )
      expect(await answer.text()).toBe('content')
      expect(await codeOf(downloadUrl(client, presign, bucket, 'none'))).toBe('OBJECT_NOT_FOUND')
    })

    test('a signed address is good for its method, key and bucket alone [V9.2.3]', async () => {
      const url = presign({ method: 'PUT', bucket, key: 'a' })
      const statuses = await Promise.all([
        send(url),
        send(url, { method: 'DELETE' }),
        send(url.replace('/a?', '/b?'), { method: 'PUT', body: 'x' }),
        send(`${url}&partNumber=1`, { method: 'PUT', body: 'x' }),
      ])
      expect(statuses.map(answer => answer.status)).toEqual([403, 403, 403, 403])
      const old = makePresigner({ endpoint, region, keys, now: Date.now() - 3_700_000 })
      const late = await send(old({ method: 'PUT', bucket, key: 'a' }), { method: 'PUT', body: 'x' })
      expect(late.status).toBe(403)
      expect(names(await page())).toEqual([])
    })

    test('no header widens what an address for sending allows', async () => {
      await put('there')
      const signAbsentHeaders = await acceptsAbsentHeaders({ endpoint, region, keys, now: Date.now() })
      expect(signAbsentHeaders).toBe(kind === 'rgw')
      const sign = makePresigner({ endpoint, region, keys, now: Date.now(), signAbsentHeaders })
      const upload = await begin('in parts', 10)
      const part = { partNumber: '1', uploadId: upload.uploadId }
      const urls = [
        sign({ method: 'PUT', bucket, key: 'whole' }),
        sign({ method: 'PUT', bucket, key: upload.key, query: part }),
      ]
      const headers = [
        ['x-amz-acl', 'public-read'],
        ['x-amz-copy-source', `/${bucket}/there`],
        ['x-amz-grant-read', 'uri="http://acs.amazonaws.com/groups/global/AllUsers"'],
        ['x-amz-object-lock-legal-hold', 'ON'],
        ['x-amz-storage-class', 'STANDARD'],
        ['x-amz-tagging', 'a=b'],
        ['x-amz-website-redirect-location', 'https://a.example/'],
      ] as const
      for (const url of urls) {
        for (const header of headers) {
          const { status } = await send(url, { method: 'PUT', headers: [[...header]] })
          expect([...header, status]).toEqual([...header, 403])
        }
        expect((await send(url, { method: 'PUT', body: 'x' })).status).toBe(200)
      }
    })

    async function putPart(upload: { key: string; uploadId: string }, part: number, body: BodyInit) {
      const query = { partNumber: String(part), uploadId: upload.uploadId }
      const { status, etag, text } = await put(upload.key, body, query)
      if (status !== 200) throw new Error(`part ${part}: ${status} ${text}`)
      return { part_number: part, etag }
    }

    async function begin(key: string, size: number) {
      const { uploadId, partSize } = await startUpload(client, {
        bucket,
        key,
        size,
        contentType: 'video/mp4',
      })
      return { bucket, key, uploadId, partSize }
    }

    test('a file goes up in parts, in any order, and is whole', async () => {
      const file = randomBytes(5 * MiB + 1000)
      const upload = await begin('Tết 2026/múa lân + 100%.mp4', file.length)
      expect(upload.partSize).toBe(5 * MiB)
      const second = await putPart(upload, 2, file.subarray(5 * MiB))
      const first = await putPart(upload, 1, file.subarray(0, 5 * MiB))
      expect(await listParts(client, upload)).toEqual([
        { ...first, size: 5 * MiB, crc32: null },
        { ...second, size: 1000, crc32: null },
      ])
      expect((await page()).items).toEqual([])
      const etag = await completeUpload(client, upload, [second, first])
      expect(etag).toMatch(/^"[\da-f]{32}-2"$/)
      const answer = await send(await downloadUrl(client, presign, bucket, upload.key))
      expect(answer.headers.get('content-type')).toBe('video/mp4')
      expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
    })

    test('parts of different sizes whose numbers have gaps make up the file, and are listed by number', async () => {
      const file = randomBytes(15 * MiB + 1000)
      const upload = await begin('file', file.length)
      const last = await putPart(upload, 4, file.subarray(15 * MiB))
      const first = await putPart(upload, 1, file.subarray(0, 10 * MiB))
      await putPart(upload, 3, file.subarray(5 * MiB, 15 * MiB))
      const middle = await putPart(upload, 3, file.subarray(10 * MiB, 15 * MiB))
      expect(await listParts(client, upload)).toEqual([
        { ...first, size: 10 * MiB, crc32: null },
        { ...middle, size: 5 * MiB, crc32: null },
        { ...last, size: 1000, crc32: null },
      ])
      expect(await completeUpload(client, upload, [first, middle, last])).toMatch(/^"[\da-f]{32}-3"$/)
      const answer = await send(await downloadUrl(client, presign, bucket, upload.key))
      expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
    })

    test('a completion whose answer was lost can be asked for again', async () => {
      const upload = await begin('file', 10)
      const parts = [await putPart(upload, 1, 'ten bytes.')]
      const etag = await completeUpload(client, upload, parts)
      expect(await completeUpload(client, upload, parts)).toBe(etag)
      expect((await page()).items.map(item => [item.key, item.etag])).toEqual([['file', etag]])
    })

    test('parts that do not make up the file are refused, and the upload goes on', async () => {
      const upload = await begin('file', 20)
      const first = await putPart(upload, 1, 'ten bytes.')
      const second = await putPart(upload, 2, 'ten bytes.')
      const wrong = { part_number: 1, etag: `"${'0'.repeat(32)}"` }
      expect(await codeOf(completeUpload(client, upload, [wrong]))).toBe('INVALID_PARTS')
      expect(await codeOf(completeUpload(client, upload, [{ ...first, part_number: 3 }]))).toBe(
        'INVALID_PARTS',
      )
      expect(await codeOf(completeUpload(client, upload, [first, second]))).toBe('INVALID_PARTS')
      const whole = await putPart(upload, 1, randomBytes(5 * MiB))
      expect(await completeUpload(client, upload, [whole, second])).toMatch(/-2"$/)
      expect((await page()).items.map(item => item.size)).toEqual([5 * MiB + 10])
    })

    test('all pages of the parts are read', async () => {
      const upload = await begin('file', 1)
      const numbers = [1, 2, 3, 4, 5, 6, 7]
      for (const part of numbers) await putPart(upload, part, 'x')
      // Pages of three; the storage's own are of a thousand.
      client.middlewareStack.add(next => args => next({ ...args, input: { ...args.input, MaxParts: 3 } }), {
        step: 'initialize',
      })
      expect((await listParts(client, upload)).map(part => part.part_number)).toEqual(numbers)
      await abortUpload(client, upload)
    })

    test('an upload that is given up is gone; giving it up again is no error', async () => {
      const upload = await begin('file', 10)
      const part = await putPart(upload, 1, 'ten bytes.')
      await abortUpload(client, upload)
      await abortUpload(client, upload)
      expect(await codeOf(listParts(client, upload))).toBe('UPLOAD_NOT_FOUND')
      expect(await codeOf(completeUpload(client, upload, [part]))).toBe('UPLOAD_NOT_FOUND')
      const late = put(upload.key, 'x', { partNumber: '1', uploadId: upload.uploadId })
      expect((await late).status).toBe(404)
      expect((await page()).items).toEqual([])
    })

    test('parts grow with the file, and a file of 5 GiB is refused', async () => {
      const { partSize } = await startUpload(
        client,
        { bucket, key: 'f', size: 1_000_000_000 },
        { basePartSize: 65_536 },
      )
      expect(partSize).toBe(MiB)
      expect(await codeOf(startUpload(client, { bucket, key: 'f', size: 5 * 1024 ** 3 }))).toBe(
        'FILE_TOO_LARGE',
      )
    })

    test('usage and sizes are told, by user and by bucket', async () => {
      const second = `b${bucket}`
      await createBucket(client, second)
      await put('a', 'x'.repeat(1000))
      await put('b', 'x'.repeat(500))
      const counted = kind === 'rgw' ? 2 * 4096 : 1500 + 2 * 1024
      expect(await admin.usage(uid)).toEqual({ bytes: 1500, objects: 2, quota: null, counted, full: false })
      expect(await admin.bucketStats(uid)).toEqual(
        new Map([
          [second, { bytes: 0, objects: 0 }],
          [bucket, { bytes: 1500, objects: 2 }],
        ]),
      )
    })

    test('a spent quota refuses the file, and leaves nothing of it', async () => {
      await admin.setQuota(uid, MiB)
      expect((await admin.usage(uid))?.quota).toBe(MiB)
      const refused = await put('big', randomBytes(2 * MiB))
      expect([refused.status, /<Code>(\w+)</.exec(refused.text)?.[1]]).toEqual([403, 'QuotaExceeded'])
      expect((await put('small', 'x')).status).toBe(200)
      expect(names(await page())).toEqual(['small'])
      await admin.setQuota(uid, null)
      expect((await admin.usage(uid))?.quota).toBe(null)
      expect((await put('big', randomBytes(2 * MiB))).status).toBe(200)
    })

    test('a user can be named again, and has as many keys as are made', async () => {
      await admin.putUser({ uid, displayName: 'Tên mới' })
      const more = newKeyPair()
      await admin.putKey(uid, more)
      await admin.putKey(uid, more)
      const other = withMethods(makeClient({ endpoint, region, keys: more }))
      onTestFinished(() => other.destroy())
      expect((await listBuckets(other)).map(each => each.name)).toEqual([bucket])
      await admin.deleteKey(uid, more.accessKey)
      await expect(listBuckets(other)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
      expect((await listBuckets(client)).length).toBe(1)
    })
  },
  { onRgwToo: true },
)

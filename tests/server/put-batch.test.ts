import type { S3 } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { batchHeadLimit, batchLimit, MiB } from '../../domain/limits.ts'
import type { BucketQuota, StoredFile } from '../../openapi/schema.ts'
import { storeEach } from '../../server/operations/put-batch.ts'
import type { NewObject, Read } from '../../server/storage/put-object.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { inBucket } from '../support/s3.ts'
import { beginBatch, type File, framed, headOf, putBatch, sumOf } from './support/batches.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { type Limited, makeLimited, ok } from './support/limited.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'
import { ownConsole, shared, sharedConsole } from './support/with-console.ts'

const file = (key: string, size: number, more: Partial<File> = {}): File => {
  const bytes = Buffer.alloc(size, `${key} `)
  return { key, bytes, crc32: sumOf(bytes), ...more }
}

/** What became of each file: its code, or that it is stored. */
async function outcomes(answer: Promise<Answer>): Promise<string[]> {
  const { files } = await ok<{ files: StoredFile[] }>(answer)
  return files.map(each => ('code' in each ? each.code : 'stored'))
}

const keysIn = (s3: S3, Bucket: string) => inBucket(s3, Bucket).keys()

onEachStorage(
  (kind, prepare) => {
    let console: TestConsole
    let make: Limited
    let s3: S3
    let visitor: Visitor
    let line: FaultProxy | null
    prepare(async started => {
      ;({ console, line = null } = started)
      make = await makeLimited(started)
      s3 = make.owners.s3
      visitor = make.owners.visitor
    })

    async function bucketOf(name: string): Promise<string> {
      await ok(request(visitor, 'createBucket', { body: { bucket: name } }))
      return name
    }

    test('each of 64 files is an object with its bytes and its type, and has its ETag in the answer', async () => {
      const bucket = await bucketOf('lo-du')
      const files = [
        file('Tết 2026/ghi chú.txt', 512, { type: 'text/plain; charset=utf-8' }),
        file('Tết 2026/rỗng.txt', 0),
        file('Tết 2026/../ảnh + một %20?.jpg', 5 * MiB, { type: 'image/jpeg' }),
        file('no sum', 64 * 1024 + 1, { crc32: undefined as never }),
        ...Array.from({ length: 60 }, (_, at) => file(`nhiều/${at}`, at * 1000)),
      ]
      const { files: stored } = await ok<{ files: StoredFile[] }>(putBatch(visitor, bucket, files))
      const found = await Promise.all(
        files.map(async ({ key }) => {
          const { ETag, Body, ContentType } = await s3.getObject({ Bucket: bucket, Key: key })
          const bytes = Buffer.from(await Body!.transformToByteArray())
          return { etag: ETag, type: ContentType, sum: sumOf(bytes), size: bytes.length }
        }),
      )
      expect(found).toEqual(
        files.map(({ bytes, type = 'binary/octet-stream' }, at) => ({
          ...stored[at],
          ...{ type, sum: sumOf(bytes), size: bytes.length },
        })),
      )
    })

    test('a file that does not have its CRC-32 is not stored, and the others are', async () => {
      const bucket = await bucketOf('lo-hong')
      const wrong = { crc32: sumOf(Buffer.from('khác')) }
      const files = [
        file('a', 10, wrong),
        file('b', 10),
        file('c', 300_000, wrong),
        file('d', 300_000),
        file('e', 0, wrong),
        file('f', 0),
      ]
      const damaged = ['FILE_DAMAGED', 'stored']
      expect(await outcomes(putBatch(visitor, bucket, files))).toEqual([...damaged, ...damaged, ...damaged])
      expect(await keysIn(s3, bucket)).toEqual(['b', 'd', 'f'])
      // RGW waits a minute for the rest of a body; the answer does not.
    }, 30_000)

    test.each([10, 300_000])(
      'of a body that ends in a file of %i bytes, those before it are stored and nothing of it',
      async size => {
        const bucket = await bucketOf(`lo-dut-${size}`)
        const files = [file('a', 10), file('b', 300_000), file('c', size), file('d', 10)]
        const body = framed(headOf(files), ...files.map(({ bytes }) => bytes))
        const { sent, answer } = beginBatch(visitor, bucket, { 'content-length': body.length })
        sent.write(body.subarray(0, -11))
        await expect.poll(() => keysIn(s3, bucket)).toEqual(['a', 'b'])
        sent.destroy()
        expect(await answer).toBe(null)
        expect(await outcomes(putBatch(visitor, bucket, [file('e', 1)]))).toEqual(['stored'])
        expect(await keysIn(s3, bucket)).toEqual(['a', 'b', 'e'])
      },
    )

    test('a right that is taken away while the body comes counts for what is left of it', async () => {
      const bucket = await bucketOf('lo-quyen')
      const limited = await make.limited('mat-quyen', 'write', null)
      const files = [file('a', 10), file('b', 10), file('c', 100_000)]
      const body = framed(headOf(files), ...files.map(({ bytes }) => bytes))
      const { sent, answer } = beginBatch(limited.visitor, bucket, { 'content-length': body.length })
      sent.write(body.subarray(0, -100_010))
      await expect.poll(() => keysIn(s3, bucket)).toEqual(['a'])
      await ok(make.change(limited.subUser, { permission: 'read' }))
      sent.end(body.subarray(-100_010))
      expect(await answer).toMatchObject({
        status: 200,
        body: { files: [{}, { code: 'ACCESS_DENIED' }, { code: 'ACCESS_DENIED' }] },
      })
      expect(await keysIn(s3, bucket)).toEqual(['a'])
    })

    test('a policy that denies some of the keys to a sub-user refuses these', async () => {
      const bucket = await bucketOf('lo-cam')
      const { visitor: writer } = await make.limited('bi-cam', 'write', null)
      const Statement = {
        ...{ Effect: 'Deny', Principal: '*', Action: 's3:PutObject' },
        Resource: `arn:aws:s3:::${bucket}/cấm/*`,
      }
      const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
      await s3.putBucketPolicy({ Bucket: bucket, Policy })
      const files = [file('cấm/a', 100_000), file('b', 10), file('cấm/c', 10)]
      expect(await outcomes(putBatch(writer, bucket, files))).toEqual([
        'ACCESS_DENIED',
        'stored',
        'ACCESS_DENIED',
      ])
    })

    test('a file that exceeds the quota is refused, and a smaller one after it is not', async () => {
      const bucket = await bucketOf('lo-han-muc')
      const read = request(visitor, 'getBucketQuota', { values: { bucket } })
      const { revision } = await ok<BucketQuota>(read)
      await ok(request(visitor, 'putBucketQuota', { body: { bucket, quota: 102_400, revision } }))
      const files = [file('a', 1000), file('b', 200_000), file('c', 1000)]
      expect(await outcomes(putBatch(visitor, bucket, files))).toEqual([
        'stored',
        'NOT_ENOUGH_STORAGE',
        'stored',
      ])
    })

    test('of a bucket that has gone each file says so', async () => {
      const files = [file('a', 10), file('b', 100_000)]
      expect(await outcomes(putBatch(visitor, 'khong-co', files))).toEqual([
        'BUCKET_NOT_FOUND',
        'BUCKET_NOT_FOUND',
      ])
    })

    test('in a bucket with versions a batch adds them', async () => {
      const bucket = await bucketOf('lo-phien-ban')
      const values = { values: { bucket } }
      const { revision } = await ok<{ revision: string }>(request(visitor, 'getBucketVersioning', values))
      await ok(request(visitor, 'putBucketVersioning', { body: { bucket, versioning: 'enabled', revision } }))
      for (const size of [10, 20]) await outcomes(putBatch(visitor, bucket, [file('a', size)]))
      const { Versions = [] } = await s3.listObjectVersions({ Bucket: bucket })
      expect(Versions.map(({ Key, Size }) => [Key, Size])).toEqual([
        ['a', 20],
        ['a', 10],
      ])
    })

    test('keys outside a scope refuse the whole batch', async () => {
      const bucket = await bucketOf('lo-pham-vi')
      const limited = await make.limited('pham-vi', 'write', [{ bucket, prefix: 'ảnh/' }])
      const inside = file('ảnh/a', 10)
      expect(problem(await putBatch(limited.visitor, bucket, [inside, file('b', 10)])).code).toBe(
        'PERMISSION_DENIED',
      )
      expect(await keysIn(s3, bucket)).toEqual([])
      expect(await outcomes(putBatch(limited.visitor, bucket, [inside]))).toEqual(['stored'])
    })

    if (kind === 'rgw')
      test('each file is sent once; again where the storage was busy, if it is small', async () => {
        const bucket = await bucketOf('lo-ban')
        const files = [file('a', 10), file('b', 100_000), file('c', 10), file('d', 100_000)]
        const busy = { kind: 'status', method: 'PUT', status: 503, code: 'SlowDown', times: 1 } as const
        line!.reset()
        line!.add({ ...busy, path: /\/c/ })
        line!.add({ ...busy, path: /\/d/ })
        expect(await outcomes(putBatch(visitor, bucket, files))).toEqual([
          ...['stored', 'stored', 'stored'],
          'TOO_MANY_REQUESTS',
        ])
        const sent = line!.seen.filter(({ method }) => method === 'PUT').map(({ path }) => path.split('?')[0])
        expect(sent.sort()).toEqual(['a', 'b', 'c', 'c', 'd'].map(key => `/${bucket}/${key}`))
      })
    else
      test('conditions of a policy see the address of the browser, and the requests are counted [V15.3.4]', async () => {
        const bucket = await bucketOf('lo-dia-chi')
        const Statement = {
          ...{ Effect: 'Deny', Principal: '*', Action: 's3:PutObject', Resource: `arn:aws:s3:::${bucket}/*` },
          Condition: { IpAddress: { 'aws:SourceIp': '127.0.0.1' } },
        }
        const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
        await s3.putBucketPolicy({ Bucket: bucket, Policy })
        expect(await outcomes(putBatch(visitor, bucket, [file('a', 10)]))).toEqual(['ACCESS_DENIED'])
        const { storage_uid: uid } = await console.kho.services.db
          .selectFrom('accounts')
          .select('storage_uid')
          .where('id', '=', make.owner.accountId)
          .executeTakeFirstOrThrow()
        const rows = await console.kho.services.admin.traffic!(uid, 0, 1e9)
        expect(rows!.find(row => row.bucket === bucket && row.kind === 'write')).toMatchObject({
          refused: 1,
        })
      })
  },
  { onRgwToo: true, proxied: true },
)

describe('a batch that is no batch', () => {
  const bucket = 'gioi-han'
  const console = sharedConsole()
  const owner = shared(() => ownerOn(console))

  async function ownerOn(console: TestConsole): Promise<{ visitor: Visitor; s3: S3 }> {
    const people = await makePeople(console)
    const owner = await people.owner('chu')
    const visitor = await people.visit(owner)
    await ok(request(visitor, 'createBucket', { body: { bucket } }))
    return { visitor, s3: await clientOf(console, owner) }
  }

  const files = (count: number, size = 1) => Array.from({ length: count }, (_, at) => file(`${at}`, size))
  const whole = (list: File[]) => framed(headOf(list), ...list.map(({ bytes }) => bytes))
  const cases: Record<string, [Buffer, unknown]> = {
    'no files': [whole([]), { field: 'files', message: 'must NOT have fewer than 1 items' }],
    '65 files': [whole(files(65)), { field: 'files', message: 'must NOT have more than 64 items' }],
    'a file above 5 MiB': [
      whole([file('a', 5 * MiB + 1)]),
      { field: 'files.0.size', message: 'must be <= 5242880' },
    ],
    'more than 16 MiB': [whole(files(4, batchLimit / 4 + 1)), { field: 'files', message: 'too large' }],
    'a head above 128 KiB': [
      framed(Buffer.alloc(batchHeadLimit + 1, ' ')),
      { field: '', message: 'the head is too large' },
    ],
    'a head beyond its end': [
      Buffer.from([0, 0, 0, 9, 0x7b, 0x7d]),
      { field: '', message: 'the head is too large' },
    ],
    'fewer bytes than its sizes': [
      framed(headOf(files(2)), Buffer.alloc(1)),
      { field: 'files', message: 'must have as many bytes as follow' },
    ],
    'more bytes than its sizes': [
      framed(headOf(files(2)), Buffer.alloc(3)),
      { field: 'files', message: 'must have as many bytes as follow' },
    ],
    'a key twice': [
      whole([file('a', 1), file('a', 1)]),
      { field: 'files', message: 'must have different keys' },
    ],
    'a key that is none': [
      whole([file('ư'.repeat(600), 1)]),
      { field: 'files.0.key', message: 'key-too-long' },
    ],
    'a checksum that is none': [
      whole([file('a', 1, { crc32: 'AAAAAB==' })]),
      { field: 'files.0.crc32', message: 'must match pattern "^[A-Za-z0-9+/]{5}[AQgw]==$"' },
    ],
    'a head that is no JSON': [framed(Buffer.from('{')), { field: '', message: 'malformed' }],
    'a head that is no UTF-8': [framed(Buffer.from([0xff])), { field: '', message: 'must be UTF-8' }],
  }
  test.each(Object.entries(cases))('%s: is refused, and nothing of it stored', async (_, [body, issue]) => {
    const { visitor, s3 } = owner
    const answer = await visitor.call('POST', `/objects/put-batch?bucket=${bucket}`, new Uint8Array(body))
    expect(problem(answer)).toEqual({ status: 400, code: 'INVALID_REQUEST', fields: [issue] })
    expect((await keysIn(s3, bucket)).filter(key => key !== 'bên cạnh/')).toEqual([])
  })

  test.each([
    ['without a length', { 'transfer-encoding': 'chunked' }, 'must have a length'],
    ['above the limit', { 'content-length': batchLimit + batchHeadLimit + 5 }, 'too large'],
  ])('a body %s is refused before it has come', async (_, headers, message) => {
    const { sent, answer } = beginBatch(owner.visitor, bucket, headers)
    sent.flushHeaders()
    expect(await answer).toMatchObject({ status: 400, close: true, body: { fields: [{ message }] } })
    sent.destroy()
  })

  test('a refusal is answered while most of the body is still to come, and ends the connection', async () => {
    const list = [file('a', 5 * MiB), file('a', 5 * MiB)]
    const body = whole(list)
    const { sent, answer } = beginBatch(owner.visitor, bucket, { 'content-length': body.length })
    sent.write(body.subarray(0, MiB))
    expect(await answer).toMatchObject({ status: 400, close: true })
    sent.destroy()
  })

  test('another operation takes no bytes', async () => {
    const answer = await owner.visitor.call('POST', '/objects/get-put-urls', new Uint8Array(whole(files(1))))
    expect(problem(answer)).toMatchObject({ status: 400, fields: [{ message: 'unsupported content type' }] })
  })

  test('a body that pauses ends its connection; what has come whole stays', async () => {
    const { visitor, s3 } = await ownerOn(await ownConsole({}, { bodyIdle: 300 }))
    const list = [file('trọn', 10), file('dở', 10)]
    const body = whole(list)
    const { sent, answer } = beginBatch(visitor, bucket, { 'content-length': body.length })
    sent.write(body.subarray(0, -1))
    expect(await answer).toBe(null)
    expect(await keysIn(s3, bucket)).toEqual(['trọn'])
  })

  test('a user has 16 batches at once, and other bodies beside them', async () => {
    const { visitor } = owner
    const body = whole([file('a', 10)])
    const begun = Array.from({ length: 17 }, () => {
      const one = beginBatch(visitor, bucket, { 'content-length': body.length })
      one.sent.write(body.subarray(0, -1))
      return one
    })
    const first = await Promise.race(begun.map(({ answer }) => answer))
    expect(first).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect((await request(visitor, 'createFolder', { body: { bucket, folder: 'bên cạnh/' } })).status).toBe(
      201,
    )
    for (const { sent } of begun) sent.destroy()
    await Promise.all(begun.map(({ answer }) => answer))
  })
})

test('a storage that is not there is told for each file', async () => {
  const console = await ownConsole({
    ...{ KHO_S3_KIND: 's3', KHO_S3_PORT: '', KHO_S3_ENDPOINT: 'http://127.0.0.1:9' },
    ...{ KHO_S3_ADMIN_KEY: 'key', KHO_S3_ADMIN_SECRET: 'word' },
  })
  const visitor = await console.signedIn()
  await visitor.call('PUT', '/user/init-pin', { pin: '2580' })
  const files = [file('a', 10), file('b', 100_000), file('c', 10)]
  expect(await outcomes(putBatch(visitor, 'nao-do', files))).toEqual(Array(3).fill('STORAGE_UNAVAILABLE'))
})

describe('the bytes of a batch', () => {
  const object = (size: number): NewObject => {
    return { bucket: 'a', key: 'a', size, contentType: undefined, crc32: undefined }
  }
  const window = { files: 2, bytes: MiB }
  /** 100 bytes at a time, and how many were asked for. */
  function source() {
    const given = { bytes: 0 }
    const next = async (most: number) => {
      const piece = Buffer.alloc(Math.min(100, most))
      given.bytes += piece.length
      return piece
    }
    return { given, next }
  }

  test('are read no faster than the storage takes them', async () => {
    const { given, next } = source()
    const { promise: taken, resolve: take } = Promise.withResolvers<void>()
    const stored = storeEach([object(1000), object(1000)], { next }, window, (_, read) => read(() => taken))
    await expect.poll(() => given.bytes).toBe(100)
    take()
    await stored
    expect(given.bytes).toBe(2000)
  })

  test.each([
    ['files', { files: 2, bytes: MiB }],
    ['bytes', { files: 64, bytes: 250 }],
  ])('wait while as many %s as may be are unconfirmed', async (_, window) => {
    const { given, next } = source()
    const confirm: (() => void)[] = []
    const store = async (_: NewObject, read: Read) => {
      await read(() => undefined)
      await new Promise<void>(resolve => confirm.push(resolve))
    }
    const stored = storeEach([object(100), object(100), object(100)], { next }, window, store)
    await expect.poll(() => confirm.length).toBe(2)
    expect(given.bytes).toBe(200)
    confirm[0]!()
    await expect.poll(() => confirm.length).toBe(3)
    for (const each of confirm) each()
    await stored
  })

  test('of a file that is refused while they come are skipped, and those of the next are its own', async () => {
    const { given, next } = source()
    const never = new Promise<void>(() => undefined)
    const sizes: number[] = []
    await storeEach([object(1000), object(250)], { next }, window, async ({ size }, read) => {
      if (size === 1000) {
        void read(() => never)
        return
      }
      await read(piece => void sizes.push(piece.length))
    })
    expect([sizes, given.bytes]).toEqual([[100, 100, 50], 1250])
  })
})

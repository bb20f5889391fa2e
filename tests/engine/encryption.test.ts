import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CopyObjectCommandInput, PutObjectCommandInput, S3 } from '@aws-sdk/client-s3'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EngineOptions } from '../../server/engine/engine.ts'
import { openStopped } from '../../server/engine/stopped.ts'
import { forAll } from './for-file.ts'
import { blobPaths, failure, filesOf, type Running, startEngine, temporaryFolder } from './support.ts'

const Bucket = 'bucket'
const MARK = 'the plain text of a body'
/** Bytes with the mark at every place of a cipher's block. */
const body = (length: number): Buffer =>
  Buffer.from(`${MARK} `.repeat(Math.ceil(length / 24)).slice(0, length))
const small = body(4096)
const large = body(300_001)
const AES256 = { ServerSideEncryption: 'AES256' } as const

let client: S3
const start = (options: Partial<EngineOptions> = {}): Promise<Running> =>
  startEngine({ minPartSize: 0, scrub: false, lifecycle: false, ...options })

const { running } = forAll(() => start())
beforeAll(async () => {
  client = running.client()
  await client.createBucket({ Bucket })
})

const put = (Key: string, Body: Buffer | string, more: Partial<PutObjectCommandInput> = {}) =>
  client.putObject({ Bucket, Key, Body, ...more })
const get = async (
  Key: string,
  more: { Range?: string; VersionId?: string; PartNumber?: number } = {},
  from = client,
) => {
  const got = await from.getObject({ Bucket, Key, ...more })
  return {
    bytes: Buffer.from((await got.Body?.transformToByteArray()) ?? []),
    encryption: got.ServerSideEncryption,
  }
}
const headOf = async (Key: string, from = client) => {
  const head = await from.headObject({ Bucket, Key })
  return { encryption: head.ServerSideEncryption, etag: head.ETag }
}
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

/** Files of the folder, index and WAL among them, that hold the mark. */
const plainFiles = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => readFileSync(path).includes(MARK))

describe('what is asked to be encrypted', () => {
  let own: Running
  beforeEach(async () => {
    own = await start()
    client = own.client()
    await client.createBucket({ Bucket })
    return async () => {
      await own.stop()
      client = running.client()
    }
  })

  test('is neither in a file nor in the index, nor its parts, and reads as it was sent [V14.2.4]', async () => {
    await put('small', small, AES256)
    await put('large', large, AES256)
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'parts', ...AES256 })
    await client.uploadPart({ Bucket, Key: 'parts', UploadId, PartNumber: 1, Body: large })
    expect([plainFiles(own.dir), blobPaths(own.dir).length]).toEqual([[], 2])
    expect(await get('small')).toEqual({ bytes: small, encryption: 'AES256' })
    expect((await get('large')).bytes.equals(large)).toBe(true)
    expect(await headOf('large')).toEqual({ encryption: 'AES256', etag: etagOf(large) })
    await put('plain', large)
    expect(plainFiles(own.dir)).toHaveLength(1)
  })

  test('two bodies alike have nothing in common on the disk', async () => {
    await put('one', large, AES256)
    await put('two', large, AES256)
    const [one, two] = blobPaths(own.dir).map(path => readFileSync(path))
    expect(one!.length).toBe(two!.length)
    expect(one!.subarray(0, 64).equals(two!.subarray(0, 64))).toBe(false)
  })

  test('is there after a restart, and not under another secret', async () => {
    await put('small', small, AES256)
    await put('large', large, AES256)
    await own.stop({ keep: true })
    const wrong = new Uint8Array(32).fill(8)
    await expect(start({ dir: own.dir, secret: wrong })).rejects.toThrow(/encrypted under another secret/)
    await expect(start({ dir: own.dir, secret: wrong })).rejects.toThrow(/encrypted under another secret/)
    own = await start({ dir: own.dir })
    client = own.client()
    expect((await get('small')).bytes).toEqual(small)
    expect((await get('large')).bytes.equals(large)).toBe(true)
  })

  test('is in a backup, encrypted, and reads there', async () => {
    await put('small', small, AES256)
    await put('large', large, AES256)
    const target = join(temporaryFolder(), 'copy')
    await own.engine.maintenance.backup(target)
    expect(plainFiles(target)).toEqual([])
    const restored = await start({ dir: target })
    try {
      const other = restored.client()
      expect((await get('small', {}, other)).bytes).toEqual(small)
      expect((await get('large', {}, other)).bytes.equals(large)).toBe(true)
    } finally {
      await restored.stop()
    }
  })

  test('is verified without the secret: a changed byte is found', async () => {
    await put('small', small, AES256)
    await put('large', large, AES256)
    const [path] = blobPaths(own.dir)
    await own.stop({ keep: true })
    const check = async () => {
      const found: string[] = []
      const kept = await openStopped(own.dir)
      const { bodies, damaged } = await kept.maintenance.verify({ say: line => found.push(line) })
      kept.close()
      return { bodies, damaged, found }
    }
    expect(await check()).toEqual({ bodies: 2, damaged: 0, found: [] })
    const bytes = readFileSync(path!)
    bytes[70_000] = bytes[70_000]! ^ 1
    writeFileSync(path!, bytes)
    const { damaged, found } = await check()
    expect([damaged, found[0]]).toEqual([
      1,
      expect.stringContaining('is damaged in the 65536 bytes from 65536'),
    ])
    own = await start({ dir: own.dir, log: () => undefined })
    client = own.client()
    expect((await get('small')).bytes).toEqual(small)
    expect(await failure(get('large', { Range: 'bytes=70000-70001' }))).toMatchObject({
      code: 'InternalError',
    })
  })

  test('under a data key that is damaged in the index is an error, not other bytes [V11.3.3]', async () => {
    await put('small', small, AES256)
    await put('large', large, AES256)
    await own.stop({ keep: true })
    const db = new DatabaseSync(join(own.dir, 'index.sqlite'))
    db.exec('UPDATE content SET data_key = randomblob(68)')
    db.close()
    const logged: string[] = []
    own = await start({ dir: own.dir, log: (_, error) => logged.push(String(error)) })
    client = own.client()
    const internal = { status: 500, code: 'InternalError' }
    expect([await failure(get('small')), await failure(get('large'))]).toEqual([internal, internal])
    const why = (key: string) =>
      `Error: The data key in the index, of the object "${Bucket}/${key}", cannot be unwrapped.`
    expect(logged).toEqual([why('small'), why('large')])
  })

  test('everything is, where the engine is told so', async () => {
    await own.stop()
    own = await start({ encrypt: true })
    client = own.client()
    await client.createBucket({ Bucket })
    expect((await put('small', small)).ServerSideEncryption).toBe('AES256')
    await put('large', large)
    await client.copyObject({ Bucket, Key: 'copy', CopySource: `${Bucket}/large` })
    expect([plainFiles(own.dir), blobPaths(own.dir).length]).toEqual([[], 1])
    expect((await get('copy')).encryption).toBe('AES256')
    const again = client.copyObject({ Bucket, Key: 'large', CopySource: `${Bucket}/large` })
    expect(await failure(again)).toEqual({ status: 400, code: 'InvalidRequest' })
  })

  test('includes what was stored in plain text before, by a copy onto itself', async () => {
    const bodies = { large, empty: '' }
    for (const [key, bytes] of Object.entries(bodies)) await put(key, bytes)
    await own.stop({ keep: true })
    own = await start({ dir: own.dir, encrypt: true })
    client = own.client()
    for (const key of Object.keys(bodies)) {
      await client.copyObject({ Bucket, Key: key, CopySource: `${Bucket}/${key}` })
      expect((await headOf(key)).encryption).toBe('AES256')
    }
  })
})

describe('encrypted objects', () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
  test.each([1, 15, 16, 17, 8192, 8193, 65_536, 65_537, 300_001])(
    'of %i bytes are read in ranges',
    async size => {
      const bytes = randomBytes(size)
      await put('ranges', bytes, AES256)
      const middle = Math.floor(size / 2)
      const ranges = [
        [0, 0],
        [middle, middle],
        [size - 1, size - 1],
        [Math.max(0, middle - 33), Math.min(size - 1, middle + 70_001)],
        [Math.min(7, size - 1), size - 1],
        [0, size - 1],
      ] as const
      for (const [from, to] of ranges) {
        const got = await get('ranges', { Range: `bytes=${from}-${to}` })
        expect(got.bytes.equals(bytes.subarray(from, to + 1))).toBe(true)
        expect(got.encryption).toBe('AES256')
      }
      expect((await get('ranges')).bytes.equals(bytes)).toBe(true)
    },
  )

  test('may be empty', async () => {
    expect((await put('empty', '', AES256)).ServerSideEncryption).toBe('AES256')
    expect(await get('empty')).toEqual({ bytes: Buffer.alloc(0), encryption: 'AES256' })
  })

  test('are read by version, beside plain ones', async () => {
    const versioned = { Bucket, VersioningConfiguration: { Status: 'Enabled' } } as const
    await client.putBucketVersioning(versioned)
    const one = (await put('versions', small, AES256)).VersionId!
    const two = (await put('versions', large)).VersionId!
    const three = (await put('versions', 'three', AES256)).VersionId!
    const read = await Promise.all([one, two, three].map(VersionId => get('versions', { VersionId })))
    expect(read.map(({ encryption }) => encryption)).toEqual(['AES256', undefined, 'AES256'])
    expect(read.map(({ bytes }) => etagOf(bytes))).toEqual([small, large, Buffer.from('three')].map(etagOf))
    await client.putBucketVersioning({ ...versioned, VersioningConfiguration: { Status: 'Suspended' } })
  })

  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html
  test('are made of parts, sent and copied; every answer says so', async () => {
    const source = randomBytes(200_000)
    await put('source', source)
    const one = { Bucket, Key: 'multipart' }
    const begun = await client.createMultipartUpload({ ...one, ...AES256 })
    const of = { ...one, UploadId: begun.UploadId }
    const bodies = [randomBytes(100_000), source.subarray(1000, 150_001), randomBytes(33)]
    const part = (PartNumber: number) =>
      client.uploadPart({ ...of, PartNumber, Body: bodies[PartNumber - 1] })
    const copied = await client.uploadPartCopy({
      ...of,
      PartNumber: 2,
      CopySource: `${Bucket}/source`,
      CopySourceRange: 'bytes=1000-150000',
    })
    const [first, third] = await Promise.all([part(1), part(3)])
    const etags = [first.ETag, copied.CopyPartResult?.ETag, third.ETag]
    const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    const complete = () => client.completeMultipartUpload({ ...of, MultipartUpload: { Parts } })
    const answers = [begun, first, copied, third, await complete(), await complete()]
    expect(answers.map(answer => answer.ServerSideEncryption)).toEqual(answers.map(() => 'AES256'))
    const whole = Buffer.concat(bodies)
    const got = await get('multipart')
    expect([got.bytes.equals(whole), got.encryption]).toEqual([true, 'AES256'])
    const across = await get('multipart', { Range: 'bytes=99990-250010' })
    expect(across.bytes.equals(whole.subarray(99_990, 250_011))).toBe(true)
    expect((await get('multipart', { PartNumber: 2 })).bytes.equals(bodies[1]!)).toBe(true)
  })
})

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html
describe('a copy', () => {
  const copy = (from: string, Key: string, more: Partial<CopyObjectCommandInput> = {}) =>
    client.copyObject({ Bucket, Key, CopySource: `${Bucket}/${from}`, ...more })

  test.each([
    ['plain', 'nothing', 'plain', 0],
    ['plain', 'encryption', 'encrypted', 1],
    ['encrypted', 'nothing', 'encrypted', 0],
    ['encrypted', 'encryption', 'encrypted', 0],
  ] as const)(
    'of a %s object that asks for %s is %s, and writes anew only what changes',
    async (from, asked, to, files) => {
      const bytes = randomBytes(100_000)
      const more = { Metadata: { a: 'b' }, StorageClass: 'STANDARD_IA' as const }
      await put(from, bytes, { ...more, ...(from === 'encrypted' && AES256) })
      await put(`small ${from}`, small, from === 'encrypted' ? AES256 : {})
      const before = blobPaths(running.dir).length
      const answer = await copy(from, 'copy', asked === 'encryption' ? AES256 : {})
      expect(blobPaths(running.dir).length - before).toBe(files)
      const encryption = to === 'encrypted' ? 'AES256' : undefined
      expect([answer.ServerSideEncryption, answer.CopyObjectResult?.ETag]).toEqual([
        encryption,
        etagOf(bytes),
      ])
      await put(from, 'overwritten')
      expect(await get('copy')).toEqual({ bytes, encryption })
      expect((await client.headObject({ Bucket, Key: 'copy' })).Metadata).toEqual({ a: 'b' })
      await copy(`small ${from}`, 'copy', asked === 'encryption' ? AES256 : {})
      expect(await get('copy')).toEqual({ bytes: small, encryption })
    },
  )

  test('onto itself may encrypt alone, and never decrypts', async () => {
    await put('itself', large)
    await copy('itself', 'itself', AES256)
    expect(await headOf('itself')).toEqual({ encryption: 'AES256', etag: etagOf(large) })
    expect(await failure(copy('itself', 'itself'))).toEqual({ status: 400, code: 'InvalidRequest' })
    expect((await get('itself')).bytes.equals(large)).toBe(true)
  })

  test('of a multipart object that is written anew has the ETag of one body', async () => {
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'parts' })
    const { ETag } = await client.uploadPart({ Bucket, Key: 'parts', UploadId, PartNumber: 1, Body: large })
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
    await client.completeMultipartUpload({ Bucket, Key: 'parts', UploadId, MultipartUpload })
    await copy('parts', 'whole', AES256)
    expect(await headOf('whole')).toEqual({ encryption: 'AES256', etag: etagOf(large) })
    expect((await get('whole')).bytes.equals(large)).toBe(true)
  })

  test('into a bucket with a default is encrypted', async () => {
    const target = 'by-default'
    await client.createBucket({ Bucket: target })
    const Rules = [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' as const } }]
    await client.putBucketEncryption({ Bucket: target, ServerSideEncryptionConfiguration: { Rules } })
    await put('source', large)
    const answer = await client.copyObject({ Bucket: target, Key: 'k', CopySource: `${Bucket}/source` })
    expect(answer.ServerSideEncryption).toBe('AES256')
  })
})

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/serv-side-encryption.html
describe('encryption that the engine has not', () => {
  const customer = { SSECustomerAlgorithm: 'AES256', SSECustomerKey: Buffer.alloc(32, 1).toString('base64') }
  const kms = { ServerSideEncryption: 'aws:kms' } as const
  test.each<[string, object, number, string]>([
    ['a customer’s key', customer, 501, 'NotImplemented'],
    ['KMS', kms, 501, 'NotImplemented'],
    ['KMS in two layers', { ServerSideEncryption: 'aws:kms:dsse' }, 501, 'NotImplemented'],
    ['KMS with a key', { ...kms, SSEKMSKeyId: 'a' }, 501, 'NotImplemented'],
    ['a key of KMS alone', { SSEKMSKeyId: 'a' }, 501, 'NotImplemented'],
    ['an unknown algorithm', { ServerSideEncryption: 'AES192' }, 400, 'InvalidArgument'],
    [
      'an unknown algorithm with a key',
      { ServerSideEncryption: 'aes:kms', SSEKMSKeyId: 'a' },
      400,
      'InvalidArgument',
    ],
    ['AES256 and a customer’s key', { ...AES256, ...customer }, 400, 'InvalidArgument'],
    ['KMS and a customer’s key', { ...kms, ...customer }, 400, 'InvalidArgument'],
    ['AES256 and a key of KMS', { ...AES256, SSEKMSKeyId: 'a' }, 400, 'InvalidArgument'],
  ])('%s: nothing is stored', async (_, more, status, code) => {
    await put('refused', 'before')
    const files = filesOf(running.dir)
    const sent = { Bucket, Key: 'refused', ...more }
    const calls = [
      put('refused', large, more),
      client.createMultipartUpload(sent),
      client.copyObject({ ...sent, CopySource: `${Bucket}/refused` }),
    ]
    expect(await Promise.all(calls.map(failure))).toEqual(calls.map(() => ({ status, code })))
    expect(filesOf(running.dir)).toEqual(files)
    expect((await get('refused')).bytes.toString()).toBe('before')
  })

  test('a customer’s key conflicts with KMS in any order of headers', async () => {
    const reordered = running.client()
    reordered.middlewareStack.add(
      next => args => {
        const request = args.request as { headers: Record<string, string> }
        request.headers = { 'x-amz-server-side-encryption-aws-kms-key-id': 'a', ...request.headers }
        return next(args)
      },
      { step: 'build' },
    )
    const call = reordered.putObject({ Bucket, Key: 'refused', Body: 'x', ...kms, ...customer })
    expect(await failure(call)).toEqual({ status: 400, code: 'InvalidArgument' })
  })

  test('a source of a copy under a customer’s key is NotImplemented', async () => {
    await put('source', 'x')
    const source = {
      CopySourceSSECustomerAlgorithm: 'AES256',
      CopySourceSSECustomerKey: customer.SSECustomerKey,
    }
    const call = client.copyObject({ Bucket, Key: 'refused', CopySource: `${Bucket}/source`, ...source })
    expect(await failure(call)).toEqual({ status: 501, code: 'NotImplemented' })
  })

  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/specifying-s3-encryption.html
  test('a read or a part that asks for AES256 is InvalidArgument', async () => {
    await put('read', 'x', AES256)
    const { UploadId } = await client.createMultipartUpload({ Bucket, Key: 'read' })
    const asking = running.client()
    asking.middlewareStack.add(
      next => args => {
        const { headers } = args.request as { headers: Record<string, string> }
        headers['x-amz-server-side-encryption'] = 'AES256'
        return next(args)
      },
      { step: 'build' },
    )
    const calls = [
      asking.getObject({ Bucket, Key: 'read' }),
      asking.uploadPart({ Bucket, Key: 'read', UploadId, PartNumber: 1, Body: 'x' }),
    ]
    const invalid = { status: 400, code: 'InvalidArgument' }
    expect(await Promise.all(calls.map(failure))).toEqual([invalid, invalid])
    const head = asking.headObject({ Bucket, Key: 'read' })
    expect((await failure(head))?.status).toBe(400)
  })
})

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingServerSideEncryption.html
test('a policy may require encryption, of multipart uploads too', async () => {
  const required = 'required'
  await client.createBucket({ Bucket: required })
  const deny = (Condition: object) => ({
    ...{ Effect: 'Deny', Principal: '*', Action: 's3:PutObject', Resource: `arn:aws:s3:::${required}/*` },
    Condition,
  })
  const Statement = [
    deny({ Null: { 's3:x-amz-server-side-encryption': 'true' } }),
    deny({ StringNotEquals: { 's3:x-amz-server-side-encryption': 'AES256' } }),
  ]
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
  await client.putBucketPolicy({ Bucket: required, Policy })
  const denied = { status: 403, code: 'AccessDenied' }
  const object = { Bucket: required, Key: 'k' }
  const store = (more: object) => failure(client.putObject({ ...object, Body: 'x', ...more }))
  expect(await store({})).toEqual(denied)
  expect(await store({ ServerSideEncryption: 'aws:kms' })).toEqual(denied)
  expect(await store({ ServerSideEncryption: 'AES192' })).toEqual(denied)
  expect(await store(AES256)).toBeUndefined()
  expect(await failure(client.createMultipartUpload(object))).toEqual(denied)
  const { UploadId } = await client.createMultipartUpload({ ...object, ...AES256 })
  const { ETag } = await client.uploadPart({ ...object, UploadId, PartNumber: 1, Body: 'x' })
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] }
  const complete = () => client.completeMultipartUpload({ ...object, UploadId, MultipartUpload })
  expect((await complete()).ETag).toBe((await complete()).ETag)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3 } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { hiddenDifferences } from '../../domain/storage-differences.ts'
import type { BucketCors, BucketOverview, BucketTags, UploadPage } from '../../openapi/schema.ts'
import { makeBackground } from '../../server/background/runner.ts'
import { addSampler } from '../../server/expiry/sampler.ts'
import { closeServer } from '../../server/http/servers.ts'
import { makeClient } from '../../server/storage/client.ts'
import { samplesOf } from '../../server/store/bucket-samples.ts'
import { withMethods } from '../support/s3.ts'
import { problem, startConsole, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

onEachStorage(
  (kind, begin) => {
    const bucket = 'anh-gia-dinh'
    let console: TestConsole
    let owner: Person
    let visitor: Visitor
    let reader: Visitor
    let client: S3

    begin(async started => {
      console = started.console
      const people = await makePeople(console)
      owner = await people.owner('chu')
      visitor = await people.visit(owner)
      reader = await people.visit(await people.subUser(owner, 'doc', 'read'))
      expect((await request(visitor, 'createBucket', { body: { bucket } })).status).toBe(201)
      client = await clientOf(console, owner)
    })

    async function cors(who = visitor): Promise<BucketCors> {
      const answer = await request(who, 'getBucketCors', { values: { bucket } })
      expect(answer.status).toBe(200)
      return answer.body as BucketCors
    }

    async function tags(who = visitor): Promise<BucketTags> {
      const answer = await request(who, 'getBucketTags', { values: { bucket } })
      expect(answer.status).toBe(200)
      return answer.body as BucketTags
    }

    const storedIds = async () =>
      (await client.getBucketCors({ Bucket: bucket })).CORSRules?.map(rule => rule.ID ?? '')

    test('CORS rules are put, read and deleted; the console’s own stays before them', async () => {
      const before = await cors()
      expect(before.rules).toEqual([])
      const rules = [
        {
          id: 'website',
          origins: ['https://www.example.com'],
          methods: ['GET', 'PUT'],
          allowed_headers: ['*'],
          expose_headers: ['ETag'],
          max_age_seconds: 600,
        },
        {
          id: 'all',
          origins: ['*'],
          methods: ['GET'],
          allowed_headers: [],
          expose_headers: [],
          max_age_seconds: null,
        },
      ]
      const put = await request(visitor, 'putBucketCors', {
        body: { bucket, revision: before.revision, rules },
      })
      expect([put.status, put.body]).toEqual([
        200,
        {
          revision: expect.any(String),
          rules,
          console_rule: {
            id: 'kho-console',
            origins: expect.arrayContaining([console.url]),
            methods: expect.arrayContaining(['GET', 'HEAD', 'PUT']),
            allowed_headers: ['*'],
            expose_headers: ['ETag', 'x-amz-checksum-crc32'],
            max_age_seconds: 3600,
          },
        },
      ])
      expect(await cors()).toEqual(put.body)
      expect(await cors(reader)).toEqual(put.body)
      expect(await storedIds()).toEqual(['kho-console', 'website', 'all'])
      const preflight = async (origin: string, method: string) => {
        const answer = await fetch(`${console.kho.services.storageEndpoint}/${bucket}/a`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': method },
        })
        return answer.headers.get('access-control-allow-origin')
      }
      expect(await preflight('https://www.example.com', 'PUT')).toBe('https://www.example.com')
      expect(await preflight('https://anybody.example', 'PUT')).toBe(null)
      expect(await preflight(console.url, 'PUT')).toBe(console.url)

      const { revision } = put.body as BucketCors
      const gone = await request(visitor, 'deleteBucketCors', { body: { bucket, revision } })
      expect(gone.status).toBe(204)
      expect((await cors()).rules).toEqual([])
      expect(await storedIds()).toEqual(['kho-console'])
    })

    test('what the console needs to upload comes back before rules that another program put', async () => {
      const theirs = { ID: 'theirs', AllowedOrigins: [console.url], AllowedMethods: ['GET'] }
      await client.putBucketCors({ Bucket: bucket, CORSConfiguration: { CORSRules: [theirs] } })
      expect((await cors()).console_rule).toBe(null)
      console.kho.services.cors.forget('any', bucket)
      await console.kho.services.cors.ensure(client, 'any', bucket)
      expect(await storedIds()).toEqual(['kho-console', 'theirs'])
      expect((await cors()).rules.map(rule => rule.id)).toEqual(['theirs'])
    })

    test('of two who change CORS rules at once, the second is told', async () => {
      const { revision, rules } = await cors()
      const rule = { ...rules[0]!, id: 'mine' }
      const put = () => request(visitor, 'putBucketCors', { body: { bucket, revision, rules: [rule] } })
      const answers = await Promise.all([put(), put()])
      expect(answers.map(answer => answer.status).sort()).toEqual([200, 409])
      const late = await request(visitor, 'deleteBucketCors', { body: { bucket, revision } })
      expect(problem(late)).toEqual({ status: 409, code: 'SETTING_CHANGED' })
      // The console's own rule is no change of anybody's.
      const now = await cors()
      await client.putBucketCors({
        Bucket: bucket,
        CORSConfiguration: {
          CORSRules: [{ ID: 'mine', AllowedOrigins: rule.origins, AllowedMethods: rule.methods }],
        },
      })
      expect((await cors()).revision).toBe(now.revision)
    })

    test('a wrong rule is refused at its field', async () => {
      const { revision } = await cors()
      const rule = { ...(await cors()).rules[0]!, origins: ['*', 'example.com'] }
      const answer = await request(visitor, 'putBucketCors', { body: { bucket, revision, rules: [rule] } })
      expect(problem(answer)).toEqual({
        status: 400,
        code: 'INVALID_REQUEST',
        fields: [{ field: 'rules.0.origins.1', message: 'cors-origin' }],
      })
    })

    test('tags are put, read and deleted; of two changes at once the second is told', async () => {
      const before = await tags()
      expect(before.tags).toEqual([])
      const wanted = [
        { key: 'Chủ', value: 'Nhóm ảnh' },
        { key: 'team', value: '' },
      ]
      const put = await request(visitor, 'putBucketTags', {
        body: { bucket, revision: before.revision, tags: wanted },
      })
      expect(put.status).toBe(200)
      const after = await tags(reader)
      expect(after).toEqual(put.body)
      expect(after.tags.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(wanted)
      const late = { bucket, revision: before.revision, tags: [] }
      expect(problem(await request(visitor, 'putBucketTags', { body: late }))).toEqual({
        status: 409,
        code: 'SETTING_CHANGED',
      })
      const { revision } = after
      expect((await request(visitor, 'deleteBucketTags', { body: { bucket, revision } })).status).toBe(204)
      expect(await tags()).toEqual(before)
    })

    test('a wrong tag is refused at its row and field', async () => {
      const { revision } = await tags()
      const wrong = [
        { key: 'a', value: '' },
        { key: 'a', value: '' },
      ]
      const answer = await request(visitor, 'putBucketTags', { body: { bucket, revision, tags: wrong } })
      expect(problem(answer)).toEqual({
        status: 400,
        code: 'INVALID_REQUEST',
        fields: [{ field: 'tags.1.key', message: 'tag-key-twice' }],
      })
    })

    async function overview(who = visitor): Promise<BucketOverview> {
      const answer = await request(who, 'getBucketOverview', { values: { bucket } })
      expect(answer.status).toBe(200)
      return answer.body as BucketOverview
    }

    test('the overview tells what is in the bucket, what is on, and what the storage lacks', async () => {
      const files = [{ key: 'a.txt', size: 5 }]
      const signed = await request(visitor, 'getPutUrls', { body: { bucket, files } })
      const [url] = (signed.body as { urls: [string] }).urls
      expect((await fetch(url, { method: 'PUT', body: 'hello' })).status).toBe(200)
      const begun = { bucket, key: 'phim.mp4', size: 10 * 1024 ** 2 }
      const started = await request(visitor, 'startUpload', { body: begun })
      const { upload_id } = started.body as { upload_id: string }
      const part = { bucket, key: begun.key, upload_id, part_numbers: [1] }
      const partUrls = await request(visitor, 'getUploadUrl', { body: part })
      await fetch((partUrls.body as { urls: [string] }).urls[0], { method: 'PUT', body: 'x'.repeat(100) })
      const found = await overview()
      expect(found).toEqual({
        name: bucket,
        created_at: expect.any(Number),
        region: expect.any(String),
        endpoint: expect.stringMatching(/^http:/),
        virtual_endpoint: null,
        size: expect.any(Number),
        objects: expect.any(Number),
        public_by: [],
        versioning: 'off',
        lock: null,
        encryption: null,
        uploads: { count: 1, size: 100, complete: true, oldest_at: expect.any(Number) },
        unread: [],
        lacks: kind === 'rgw' ? hiddenDifferences : [],
        activity: expect.any(Array),
        samples: [],
      })
      // The engine counts the parts of unfinished uploads.
      if (kind === 'embedded') expect([found.size, found.objects]).toEqual([105, 1])
      await request(visitor, 'abortUpload', { body: { bucket, key: begun.key, upload_id } })
      expect((await overview()).uploads).toEqual({ count: 0, size: 0, complete: true, oldest_at: null })
    })

    test('unfinished uploads of the console and of other programs are listed in pages, and aborted one by one', async () => {
      const list = async (token?: string) => {
        const values = { bucket, ...(token && { next_token: token }) }
        const answer = await request(reader, 'listUploads', { values })
        expect(answer.status).toBe(200)
        return answer.body as UploadPage
      }
      const key = 'Phim Tết/múa lân & hội.mp4'
      const started = await request(visitor, 'startUpload', { body: { bucket, key, size: 10 * 1024 ** 2 } })
      const { upload_id } = started.body as { upload_id: string }
      const part = { bucket, key, upload_id, part_numbers: [1] }
      const { urls } = (await request(visitor, 'getUploadUrl', { body: part })).body as { urls: [string] }
      await fetch(urls[0], { method: 'PUT', body: 'x'.repeat(100) })
      const others = Array.from({ length: 50 }, (_, number) => `khác/${String(number).padStart(2, '0')}`)
      for (const Key of others) {
        await client.createMultipartUpload({ Bucket: bucket, Key })
      }

      const first = await list()
      const second = await list(first.next_token!)
      const all = [...first.uploads, ...second.uploads]
      expect([first.uploads.length, second.uploads.length, second.next_token]).toEqual([50, 1, null])
      expect(all.map(upload => upload.key)).toEqual([key, ...others])
      expect(all.slice(0, 2)).toEqual([
        {
          ...{ key, upload_id: expect.any(String), size: 100 },
          started_at: expect.any(Number),
          started_by: null,
        },
        { ...all[1], size: 0, started_by: null },
      ])
      expect(upload_id.startsWith(`${all[0]!.upload_id}.`)).toBe(true)
      expect(Math.abs(all[0]!.started_at! - Date.now() / 1000)).toBeLessThan(600)

      const wrong = { values: { bucket, next_token: 'x' } }
      expect(problem(await request(reader, 'listUploads', wrong)).code).toBe('INVALID_REQUEST')
      const refused = { body: { bucket, key, upload_id: all[0]!.upload_id } }
      expect((await request(reader, 'abortUpload', refused)).status).toBe(403)
      for (const { key, upload_id } of all) {
        expect((await request(visitor, 'abortUpload', { body: { bucket, key, upload_id } })).status).toBe(204)
      }
      expect(await list()).toEqual({ uploads: [], next_token: null })
    })

    test('an owner is told which sub-user started an upload, a sub-user only of its own', async () => {
      const people = await makePeople(console)
      const [subUser, other] = [
        await people.subUser(owner, 'viet', 'full-control'),
        await people.subUser(owner, 'xem', 'read'),
      ]
      const writer = await people.visit(subUser, { confirmed: true })
      const begun = { body: { bucket, key: 'a.bin', size: 10 * 1024 ** 2 } }
      expect((await request(writer, 'startUpload', begun)).status).toBe(201)
      const limited = await request(writer, 'createAccessKey', {
        body: { scope: [{ bucket, prefix: '' }] },
      })
      expect(limited.status).toBe(201)
      const { key, secret_key } = limited.body as { key: { access_key: string }; secret_key: string }
      const endpoint = console.kho.services.storageEndpoint
      const keys = { accessKey: key.access_key, secretKey: secret_key }
      const byKey = withMethods(makeClient({ endpoint, region: 'us-east-1', keys }))
      await byKey.createMultipartUpload({ Bucket: bucket, Key: 'b.bin' })
      byKey.destroy()
      await client.createMultipartUpload({ Bucket: bucket, Key: 'c.bin' })
      const starters = async (who: Visitor) => {
        const { body } = await request(who, 'listUploads', { values: { bucket } })
        return (body as UploadPage).uploads.map(upload => upload.started_by)
      }
      const email = kind === 'embedded' ? subUser.email : null
      expect(await starters(visitor)).toEqual([email, email, null])
      expect(await starters(writer)).toEqual([email, email, null])
      expect(await starters(await people.visit(other))).toEqual([null, null, null])
      for (const { key, upload_id } of (
        (await request(visitor, 'listUploads', { values: { bucket } })).body as UploadPage
      ).uploads)
        await request(visitor, 'abortUpload', { body: { bucket, key, upload_id } })
    })

    test('an owner is told everybody’s acts on the bucket, a sub-user its own', async () => {
      const { activity } = await overview()
      expect(activity.at(-1)).toMatchObject({ action: 'BUCKET_CREATED', target: bucket, user: owner.email })
      expect((await overview(reader)).activity).toEqual([])
    })

    test('a bucket that is not there, or another account’s, has no overview', async () => {
      for (const name of ['khong-co', bucket]) {
        const who = name === bucket ? await console.signedIn() : visitor
        const answer = await request(who, 'getBucketOverview', { values: { bucket: name } })
        expect(problem(answer)).toEqual({ status: 404, code: 'BUCKET_NOT_FOUND' })
      }
    })

    test('what the bucket holds is kept once a day, by whichever process is first; days without stay without', async () => {
      const { db, admin } = console.kho.services
      const clock = { now: Date.now() }
      const day = 86_400_000
      const failures: unknown[] = []
      const now = () => clock.now
      const background = makeBackground({ now, log: { error: ({ err }) => failures.push(err) } })
      onTestFinished(() => background.stop())
      const sampler = () => addSampler(background, { db, admin, now })
      const daysOf = async () => {
        const rows = await samplesOf(db, {
          ...{ accountId: owner.accountId, bucket, since: 0, days: 1000 },
          now: clock.now / 1000,
        })
        return rows.map(row => row.day - Math.floor(Date.now() / day))
      }
      await Promise.all([sampler().run(), sampler().run()])
      await sampler().run()
      const [today] = (await overview()).samples
      const iso = new Date(clock.now).toISOString().slice(0, 10)
      const held = await admin.bucketStats((await storageUid())!)
      expect(today).toEqual({ day: iso, size: held.get(bucket)!.bytes, objects: held.get(bucket)!.objects })
      clock.now += 3 * day
      await sampler().run()
      expect(await daysOf()).toEqual([0, 3])
      clock.now += 400 * day
      await sampler().run()
      expect(await daysOf()).toEqual([3, 403])
      const broken = addSampler(background, {
        db,
        admin: { ...admin, bucketStats: () => Promise.reject(new Error('no statistics')) },
        now: () => clock.now + day,
      })
      await broken.run()
      expect(failures.length).toBeGreaterThan(0)
      expect(await daysOf()).toEqual([3, 403])
    })

    async function storageUid() {
      const { db } = console.kho.services
      const row = await db
        .selectFrom('accounts')
        .select('storage_uid')
        .where('id', '=', owner.accountId)
        .executeTakeFirst()
      return row?.storage_uid
    }

    test('the samples of a bucket that was deleted are not those of a new one of its name', async () => {
      const { db } = console.kho.services
      await db.updateTable('bucket_samples').set({ at: 1 }).execute()
      expect((await overview()).samples).toEqual([])
    })
  },
  { onRgwToo: true },
)

/** An S3 service that answers for its list of buckets, and else as told: status and error code by sub-resource. */
async function otherS3(answers: Record<string, [status: number, code: string]>) {
  const bucket = '<Bucket><Name>anh</Name><CreationDate>2026-01-01T00:00:00Z</CreationDate></Bucket>'
  const list = `<ListAllMyBucketsResult><Buckets>${bucket}</Buckets></ListAllMyBucketsResult>`
  const server = createServer((asked, response) => {
    const { pathname, searchParams } = new URL(asked.url!, 'http://s3')
    const name = [...searchParams.keys()].find(key => key in answers)
    const [status, code] = answers[name ?? ''] ?? [200, '']
    response.writeHead(status, { 'content-type': 'application/xml' })
    if (status !== 200) response.end(`<Error><Code>${code}</Code></Error>`)
    else if (pathname === '/') response.end(list)
    else response.end('<Empty/>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const console = await startConsole({
    KHO_S3_KIND: 's3',
    KHO_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    KHO_S3_ADMIN_KEY: 'key',
    KHO_S3_ADMIN_SECRET: 'secret',
  })
  const stop = async () => {
    await console.stop()
    await closeServer(server)
  }
  return { visitor: await console.signedIn(), stop }
}

test('on a storage that lacks or refuses a call, that part of the overview is missing and says why', async ({
  onTestFinished,
}) => {
  const { visitor, stop } = await otherS3({
    versioning: [501, 'NotImplemented'],
    'object-lock': [405, 'MethodNotAllowed'],
    encryption: [403, 'AccessDenied'],
    uploads: [400, 'Odd'],
    policy: [404, 'NoSuchBucketPolicy'],
    publicAccessBlock: [501, 'NotImplemented'],
  })
  onTestFinished(stop)
  const answer = await request(visitor, 'getBucketOverview', { values: { bucket: 'anh' } })
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({
      public_by: [],
      versioning: null,
      lock: null,
      encryption: null,
      uploads: null,
      created_at: Date.UTC(2026, 0, 1) / 1000,
      unread: [
        { part: 'encryption', why: 'refused' },
        { part: 'lock', why: 'absent' },
        { part: 'uploads', why: 'failed' },
        { part: 'versioning', why: 'absent' },
      ],
    }),
  ])
})

test.each([
  [501, 'NotImplemented'],
  [403, 'AccessDenied'],
])('where the storage answers for its list of uploads %i %s, so does the console', async (status, code) => {
  const { visitor, stop } = await otherS3({ uploads: [status, code] })
  onTestFinished(stop)
  const answer = await request(visitor, 'listUploads', { values: { bucket: 'anh' } })
  expect(problem(answer)).toEqual({ status, code: status === 403 ? 'ACCESS_DENIED' : 'NOT_SUPPORTED' })
})

test.each([
  [501, 'NotImplemented'],
  [405, 'MethodNotAllowed'],
  [400, 'AccessControlListNotSupported'],
])('where the storage answers for ACLs %i %s, the policy alone says who reads', async (status, code) => {
  const { visitor, stop } = await otherS3({ acl: [status, code], policy: [404, 'NoSuchBucketPolicy'] })
  onTestFinished(stop)
  const values = { bucket: 'anh' }
  expect(await request(visitor, 'getBucketAcl', { values })).toMatchObject({
    status: 200,
    body: { acl: 'private', public_by: [], acls: false, open_files: { files: [], next: null } },
  })
  const overview = await request(visitor, 'getBucketOverview', { values })
  expect(overview.body).toMatchObject({ public_by: [], unread: [] })
})

test('without ACLs and policies in the storage, no file is listed as private', async ({ onTestFinished }) => {
  const { visitor, stop } = await otherS3({ acl: [501, 'NotImplemented'], policy: [501, 'NotImplemented'] })
  onTestFinished(stop)
  const answer = await request(visitor, 'getBucketOverview', { values: { bucket: 'anh' } })
  expect(answer.body).toMatchObject({
    public_by: null,
    versioning: 'off',
    unread: [{ part: 'access', why: 'absent' }],
  })
})

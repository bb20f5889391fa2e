import type { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccessKey, ApiClient, AuditEntry } from '../../openapi/schema.ts'
import type { Visitor } from '../server/support/console.ts'
import { endOf } from '../server/support/jobs.ts'
import { sharedPostgres } from '../support/borrow.ts'
import { inBucket } from '../support/s3.ts'
import { step } from '../support/step.ts'
import { release, releases, type StoredObject } from './contents.ts'
import { type Opened, open, readObject } from './opened.ts'

const denied = expect.objectContaining({ name: 'AccessDenied' })

describe.each(releases)('the folder of %s', name => {
  const { contents: was, dump } = release(name)
  describe('opened today', { tags: dump ? ['databases'] : [] }, () => {
    let missing: string | null = null
    let opened: Opened
    let owner: Visitor
    let s3: S3
    beforeAll(async () => {
      const postgres = dump && (await sharedPostgres())
      if (postgres && 'missing' in postgres) {
        missing = postgres.missing
        return
      }
      opened = await open(name, async () => {
        if (!postgres) throw new Error('There is no PostgreSQL.')
        return postgres.database()
      })
      owner = await opened.signIn(was.owner)
      s3 = opened.s3(was.owner.key)
    })
    afterAll(() => opened?.stop())
    beforeEach(context => {
      if (missing !== null) context.skip(missing)
    })

    const got = async (object: StoredObject) => (await readObject(s3, object)).stored
    const listed = (Bucket: string, Prefix: string) => inBucket(s3, Bucket).keys(Prefix)

    test('the storage had no loss to tell of', () => {
      expect(opened.console.kho.findings.filter(({ loud }) => loud)).toEqual([])
      expect(opened.console.kho.firstUser).toBe(null)
    })

    test('everybody signs in, and has the same rights', async () => {
      const { limited } = was
      const scope = [{ bucket: limited.bucket, prefix: limited.folder }]
      const people = [was.superAdmin, was.subUser, limited]
      const [admin, ...members] = await Promise.all(people.map(person => opened.signIn(person)))
      const member = { is_sub_user: true, is_admin: false, require_change_pass: false }
      const rights = [
        { ...member, email: was.subUser.email, permission: was.subUser.permission, scope: null },
        { ...member, email: limited.email, permission: limited.permission, scope },
      ]
      for (const [index, visitor] of members.entries())
        expect((await visitor.call('GET', '/user')).body).toMatchObject(rights[index]!)
      expect((await admin!.call('GET', '/user')).body).toMatchObject({ is_supper_admin: true })
      const { body } = await admin!.call('GET', '/user/list')
      expect(JSON.stringify(body)).toContain(was.owner.account)
      expect((await owner.call('GET', '/user')).body).toMatchObject({ is_admin: true, pin_exists: true })
    })

    test('keys and API clients are listed, and have the same rights', async () => {
      const confirmed = await owner.call('POST', '/user/confirm-identity', { pin: was.owner.pin })
      expect(confirmed.status).toBe(200)
      const { keys } = (await owner.call('GET', '/user/access-key')).body as { keys: AccessKey[] }
      const people = [was.owner, was.subUser, was.limited]
      const expected = people.map(({ email, key }) => [email, key.accessKey, true])
      expect(keys.map(each => [each.user, each.access_key, each.enabled]).toSorted()).toEqual(
        expected.toSorted(),
      )
      const { clients } = (await owner.call('GET', '/user/api-client')).body as { clients: ApiClient[] }
      const { token, name, permission } = was.apiClient
      expect(clients).toMatchObject([{ name, permission }])
      const bearer = { authorization: `Bearer ${token}` }
      const client = opened.console.visitor()
      expect((await client.call('GET', '/bucket', undefined, bearer)).status).toBe(200)
      const created = await client.call('POST', '/bucket', { bucket: 'moi' }, bearer)
      expect(created.status).toBe(403)

      const { Buckets } = await s3.listBuckets()
      expect(Buckets!.map(({ Name }) => Name)).toEqual(was.buckets)
      const reader = opened.s3(was.subUser.key)
      expect((await readObject(reader, was.described)).stored.sha256).toBe(was.described.sha256)
      const other = { Bucket: was.described.bucket, Key: 'của người khác.txt', Body: 'mới' }
      await expect(reader.putObject(other)).rejects.toEqual(denied)
    })

    test('a key that is limited to a folder still is', async () => {
      const { key, bucket: Bucket, folder } = was.limited
      const limited = opened.s3(key)
      await limited.putObject({ Bucket, Key: `${folder}mới.txt`, Body: 'mới' })
      const found = await limited.getObject({ Bucket, Key: `${folder}a.txt` })
      expect(await found.Body!.transformToString()).toBe('của nhóm')
      await expect(readObject(limited, was.described)).rejects.toEqual(denied)
      const outside = { Bucket, Key: 'mới.txt', Body: 'mới' }
      await expect(limited.putObject(outside)).rejects.toEqual(denied)
    })

    test('both versions of a key and its delete marker are readable', async () => {
      const { bucket: Bucket, key: Key, stored, marker } = was.versions
      expect((await s3.getBucketVersioning({ Bucket })).Status).toBe('Enabled')
      for (const version of stored) expect(await got(version)).toEqual(version)
      const all = await s3.listObjectVersions({ Bucket })
      expect(all.Versions!.map(({ VersionId }) => VersionId)).toEqual(
        stored.map(({ versionId }) => versionId).toReversed(),
      )
      expect(all.DeleteMarkers).toMatchObject([{ Key, VersionId: marker, IsLatest: true }])
      await expect(s3.getObject({ Bucket, Key })).rejects.toMatchObject({ name: 'NoSuchKey' })
      await s3.deleteObject({ Bucket, Key, VersionId: marker })
      const latest = await s3.getObject({ Bucket, Key })
      expect(latest.VersionId).toBe(stored.at(-1)!.versionId)
    })

    test('locks still refuse deletions', async () => {
      const { governance, compliance, legalHold } = was.locked
      const Bucket = governance.bucket
      const { ObjectLockConfiguration } = await s3.getObjectLockConfiguration({ Bucket })
      expect(ObjectLockConfiguration).toMatchObject({ ObjectLockEnabled: 'Enabled' })
      for (const { key: Key, versionId, ...object } of [governance, compliance, legalHold]) {
        const which = { Bucket, Key, VersionId: versionId! }
        const bypass = Key === compliance.key && { BypassGovernanceRetention: true }
        await expect(s3.deleteObject({ ...which, ...bypass })).rejects.toEqual(denied)
        if ('until' in object) {
          const { Retention } = await s3.getObjectRetention(which)
          const Mode = Key.split('.')[0]!.toUpperCase()
          expect(Retention).toEqual({ Mode, RetainUntilDate: new Date(String(object.until)) })
        } else {
          const { LegalHold } = await s3.getObjectLegalHold(which)
          expect(LegalHold).toEqual({ Status: 'ON' })
        }
      }
    })

    test('plain and encrypted bodies, metadata and tags are as they were', async () => {
      for (const object of was.bodies) expect(await got(object)).toEqual(object)
      expect(was.bodies.some(({ encrypted }) => encrypted)).toBe(true)
      const { contentType, metadata, tags, ...object } = was.described
      const { stored, answer } = await readObject(s3, object)
      expect(stored).toEqual(object)
      expect([answer.ContentType, answer.Metadata]).toEqual([contentType, metadata])
      const which = { Bucket: object.bucket, Key: object.key }
      const { TagSet } = await s3.getObjectTagging(which)
      expect(Object.fromEntries(TagSet!.map(({ Key, Value }) => [Key, Value]))).toEqual(tags)
      const { body } = await owner.call(
        'GET',
        `/objects?bucket=${object.bucket}&prefix=${encodeURIComponent('ảnh/')}`,
      )
      expect(JSON.stringify(body)).toContain('múa lân.txt')
    })

    test('unfinished uploads are listed, continued and completed', async () => {
      const Bucket = was.uploads[0]!.bucket
      const open = await s3.listMultipartUploads({ Bucket })
      expect(open.Uploads!.map(({ UploadId }) => UploadId).toSorted()).toEqual(
        was.uploads.map(({ id }) => id).toSorted(),
      )
      for (const { key: Key, id: UploadId, part, encrypted } of was.uploads) {
        const upload = { Bucket, Key, UploadId }
        const { Parts } = await s3.listParts(upload)
        expect(Parts).toMatchObject([{ PartNumber: 1, ETag: part.etag }])
        const second = await s3.uploadPart({ ...upload, PartNumber: 2, Body: 'phần 2' })
        const both = [
          { PartNumber: 1, ETag: part.etag },
          { PartNumber: 2, ETag: second.ETag! },
        ]
        const MultipartUpload = { Parts: both }
        await s3.completeMultipartUpload({ ...upload, MultipartUpload })
        const whole = await s3.getObject({ Bucket, Key })
        expect(await whole.Body!.transformToString()).toBe(`${part.text}phần 2`)
        expect(whole.ServerSideEncryption !== undefined).toBe(encrypted)
      }
      expect((await s3.listMultipartUploads({ Bucket })).Uploads).toBeUndefined()
    })

    test('policy, CORS and lifecycle rules of a bucket are as they were', async () => {
      const { bucket: Bucket, statement, publicKey, cors, lifecycle } = was.settings
      const policy = JSON.parse((await s3.getBucketPolicy({ Bucket })).Policy!)
      expect(policy.Statement).toEqual([expect.objectContaining(statement)])
      const anybody = await fetch(`${opened.console.kho.s3Url}/${Bucket}/${publicKey.key}`)
      expect([anybody.status, (await anybody.bytes()).length]).toEqual([200, publicKey.size])
      expect((await s3.getBucketCors({ Bucket })).CORSRules).toContainEqual(cors)
      const { Rules } = await s3.getBucketLifecycleConfiguration({ Bucket })
      expect(Rules).toEqual([lifecycle])
    })

    test('the job that a kill left goes on to its end', async () => {
      const { id, kind, bucket, copies, objects } = was.job
      const ended = await endOf(owner, { id })
      expect(ended).toMatchObject({ kind, state: 'done', error: null, failed: 0 })
      const from = await listed(bucket, copies.from)
      expect(from.length).toBe(objects)
      expect(await listed(bucket, copies.to)).toEqual(from.map(key => key.replace(copies.from, copies.to)))
    })

    test('the audit log lists what it had, with its words', async () => {
      const { entries } = (await owner.call('GET', '/audit?page_size=200')).body as { entries: AuditEntry[] }
      expect(was.audit.length).toBeGreaterThan(0)
      for (const entry of was.audit) {
        await step(`${entry.action} ${entry.target}`, () => expect(entries).toContainEqual(entry))
      }
    })
  })
})

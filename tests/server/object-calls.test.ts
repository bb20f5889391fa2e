import type { PutObjectCommand, S3 } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import type {
  BucketTags,
  DeletedPage,
  ObjectAcl,
  ObjectCount,
  ObjectDetails,
  ObjectLock,
  VersionPage,
} from '../../openapi/schema.ts'
import { changeDetails } from '../../server/operations/object-details.ts'
import { countObjects } from '../../server/storage/count-objects.ts'
import { findUser } from '../../server/store/users.ts'
import { problem, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type Person } from './support/people.ts'
import { request, type Said } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

const path = 'Tết 2026/a b+c%.txt'
const changed = { status: 409, code: 'OBJECT_CHANGED' }
const missingFile = { status: 404, code: 'OBJECT_NOT_FOUND' }

onEachStorage((kind, prepare) => {
  let console: TestConsole
  let owner: Person
  let visitor: Visitor
  let reader: Visitor
  let writer: Visitor
  let client: S3

  prepare(async started => {
    console = started.console
    const people = await makePeople(console)
    owner = await people.owner('chu')
    visitor = await people.visit(owner)
    reader = await people.visit(await people.subUser(owner, 'doc', 'read'))
    writer = await people.visit(await people.subUser(owner, 'ghi', 'read-write'))
    client = await clientOf(console, owner)
  })

  async function ask<T>(id: string, said: Said, who = visitor): Promise<T> {
    const { status, body } = await request(who, id, said)
    if (status >= 300) throw new Error(`${id}: ${status} ${JSON.stringify(body)}`)
    return body as T
  }

  async function bucketOf(bucket: string, { versions = false, lock = false } = {}): Promise<string> {
    await client.createBucket({ Bucket: bucket, ObjectLockEnabledForBucket: lock })
    const VersioningConfiguration = { Status: 'Enabled' } as const
    if (versions) await client.putBucketVersioning({ Bucket: bucket, VersioningConfiguration })
    return bucket
  }

  const put = (bucket: string, body = 'xin chào', more: Partial<PutObjectCommand['input']> = {}) =>
    client.putObject({ Bucket: bucket, Key: path, Body: body, ...more })

  const detailsOf = (bucket: string, who?: Visitor) =>
    ask<ObjectDetails>('getObjectDetails', { values: { bucket, path } }, who)

  const aclOf = (bucket: string, who?: Visitor) =>
    ask<ObjectAcl>('getObjectAcl', { values: { bucket, path } }, who)

  test('/objects/acl (GET with path, PUT): a file is made public and private by its own ACL; other grants stay', async () => {
    const bucket = await bucketOf('cong-khai')
    await put(bucket)
    const before = await aclOf(bucket, reader)
    expect(before).toMatchObject({ acl: 'private', public_by: [], blocked: false })
    expect((await fetch(before.url)).status).toBe(403)
    const said = { bucket, path, acl: 'public', revision: before.revision }
    const open = await ask<ObjectAcl>('putObjectAcl', { body: said })
    expect(open).toMatchObject({
      acl: 'public',
      public_by: [{ by: 'acl', name: 'READ', conditional: false }],
    })
    expect(await (await fetch(open.url)).text()).toBe('xin chào')
    expect(problem(await request(visitor, 'putObjectAcl', { body: said }))).toEqual(changed)
    const shut = await ask<ObjectAcl>('putObjectAcl', {
      body: { ...said, acl: 'private', revision: open.revision },
    })
    expect(shut).toEqual(before)
    expect((await fetch(open.url)).status).toBe(403)
    const gone = { values: { bucket, path: 'không có' } }
    expect(problem(await request(visitor, 'getObjectAcl', gone))).toEqual(missingFile)
  })

  test('a file is public by its bucket’s policy, where that covers it and does not deny it', async () => {
    const bucket = await bucketOf('chinh-sach-tep')
    await put(bucket)
    const policy = (...Statement: object[]) =>
      client.putBucketPolicy({ Bucket: bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) })
    const statement = (Effect: string, prefix: string) => ({
      Sid: `${Effect}${prefix.length}`,
      Effect,
      Principal: '*',
      Action: 's3:GetObject',
      Resource: `arn:aws:s3:::${bucket}/${prefix}*`,
    })
    await policy(statement('Allow', 'Tết 2026/'))
    expect(await aclOf(bucket)).toMatchObject({
      acl: 'public',
      public_by: [{ by: 'policy', name: 'Allow9', conditional: false }],
    })
    await policy(statement('Allow', 'khác/'))
    expect(await aclOf(bucket)).toMatchObject({ acl: 'private', public_by: [] })
    await policy(statement('Allow', ''), statement('Deny', 'Tết'))
    expect(await aclOf(bucket)).toMatchObject({ acl: 'private', public_by: [] })
    await client.deleteBucketPolicy({ Bucket: bucket })
  })

  test('where public ACLs are blocked a file cannot be made public', async () => {
    const bucket = await bucketOf('chan-cong-khai')
    await put(bucket)
    const block = { BlockPublicAcls: true, IgnorePublicAcls: true }
    await client.putPublicAccessBlock({ Bucket: bucket, PublicAccessBlockConfiguration: block })
    const { blocked, revision } = await aclOf(bucket)
    expect(blocked).toBe(true)
    const said = { bucket, path, acl: 'public', revision }
    expect(problem(await request(visitor, 'putObjectAcl', { body: said }))).toEqual({
      status: 409,
      code: 'PUBLIC_ACCESS_BLOCKED',
    })
    await client.deletePublicAccessBlock({ Bucket: bucket })
  })

  test('details tell what is stored beside the bytes', async () => {
    const bucket = await bucketOf('chi-tiet', { versions: true })
    const { VersionId } = await put(bucket, 'một', {
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'no-cache',
      ContentLanguage: 'vi',
      Expires: new Date('2030-01-01T00:00:00Z'),
      Metadata: { author: '=?UTF-8?B?TMOqIEFu?=', note: 'plain' },
      Tagging: 'team=web',
    })
    const details = await detailsOf(bucket, reader)
    expect(details).toEqual({
      revision: expect.any(String),
      version_id: VersionId,
      size: 5,
      last_modified: expect.any(Number),
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      headers: {
        content_type: 'text/plain; charset=utf-8',
        cache_control: 'no-cache',
        content_disposition: '',
        content_encoding: '',
        content_language: 'vi',
      },
      expires: 'Tue, 01 Jan 2030 00:00:00 GMT',
      metadata: expect.arrayContaining([
        { name: 'author', value: 'Lê An' },
        { name: 'note', value: 'plain' },
      ]),
      storage_class: 'STANDARD',
      encryption: null,
      checksums:
        kind === 'rgw' ? [] : [{ algorithm: 'CRC64NVME', value: expect.any(String), of_parts: false }],
      tags: [{ key: 'team', value: 'web' }],
      lock: { mode: null, until: null, legal_hold: false },
      expiry: null,
    })
    await put(bucket, 'hai')
    expect((await detailsOf(bucket)).version_id).not.toBe(VersionId)
    const old = { values: { bucket, path, version_id: VersionId! } }
    expect(await ask('getObjectDetails', old, reader)).toEqual(details)
  })

  test.each([false, true])(
    'details tell which lifecycle rule deletes the file, and when (versions: %s)',
    async versions => {
      const bucket = await bucketOf(`het-han-${versions}`, { versions })
      const { VersionId } = await put(bucket)
      await put(bucket)
      const rule = (ID: string, Prefix: string, Days: number) =>
        ({ ID, Status: 'Enabled', Filter: { Prefix }, Expiration: { Days } }) as const
      const Rules = [rule('year', '', 365), rule('month', 'Tết 2026/', 30), rule('logs', 'log/', 1)]
      await client.putBucketLifecycleConfiguration({ Bucket: bucket, LifecycleConfiguration: { Rules } })
      const { expiry, last_modified } = await detailsOf(bucket, reader)
      const at = Math.ceil(last_modified! / 86_400 + 30) * 86_400
      const only = { enabled: true, others: [], previous_days: null, abort_days: null }
      expect(expiry).toEqual({ at, rule: { ...only, id: 'month', prefix: 'Tết 2026/', current_days: 30 } })

      const { Expiration } = await client.headObject({ Bucket: bucket, Key: path })
      const told = `expiry-date="${new Date(at * 1000).toUTCString()}", rule-id="month"`
      expect(Expiration).toBe(kind === 'rgw' && versions ? undefined : told)
      if (!versions) return
      const old = { values: { bucket, path, version_id: VersionId! } }
      expect((await ask<ObjectDetails>('getObjectDetails', old)).expiry).toBeNull()
    },
  )

  test('headers and metadata change by a copy, with ACL, tags and Expires kept', async () => {
    const bucket = await bucketOf('sieu-du-lieu')
    await put(bucket, 'một', { Tagging: 'team=web', Expires: new Date('2030-01-01T00:00:00Z') })
    await client.putObjectAcl({ Bucket: bucket, Key: path, ACL: 'public-read' })
    const { revision } = await detailsOf(bucket, writer)
    const headers = {
      content_type: 'text/html',
      cache_control: 'max-age=60',
      content_disposition: '',
      content_encoding: '',
      content_language: 'vi',
    }
    const metadata = [{ name: 'author', value: 'Nguyễn Thị Ánh' }]
    const body = { bucket, path, revision, headers, metadata }
    const after = await ask<ObjectDetails>('changeObjectDetails', { body }, writer)
    expect(after).toMatchObject({
      headers,
      metadata,
      expires: 'Tue, 01 Jan 2030 00:00:00 GMT',
      tags: [{ key: 'team', value: 'web' }],
      size: 5,
    })
    expect((await aclOf(bucket)).acl).toBe('public')
    const got = await client.getObject({ Bucket: bucket, Key: path })
    expect(await got.Body?.transformToString()).toBe('một')
    expect(problem(await request(visitor, 'changeObjectDetails', { body }))).toEqual(changed)
    // The same bytes again: the ETag is the same, the metadata is not.
    await put(bucket, 'một')
    const late = { ...body, revision: after.revision }
    expect(problem(await request(visitor, 'changeObjectDetails', { body: late }))).toEqual(changed)
  })

  test('metadata beyond its limits is refused', async () => {
    const bucket = await bucketOf('gioi-han')
    await put(bucket)
    const { revision, headers } = await detailsOf(bucket)
    const change = async (more: object) =>
      problem(
        await request(visitor, 'changeObjectDetails', {
          body: { bucket, path, revision, headers, metadata: [], ...more },
        }),
      ).code
    const value = 'ă'.repeat(800)
    expect(await change({ metadata: [{ name: 'a', value }] })).toBe('INVALID_REQUEST')
    const twice = [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ]
    expect(await change({ metadata: twice })).toBe('INVALID_REQUEST')
    expect(await change({ headers: { ...headers, cache_control: 'a\r\nx: y' } })).toBe('INVALID_REQUEST')
    expect(await change({ metadata: [{ name: 'A b', value: '' }] })).toBe('INVALID_REQUEST')
    expect(await change({ path: 'x'.repeat(1025) })).toBe('INVALID_REQUEST')
  })

  test('a file above the limit of one copy is copied in parts', async () => {
    const bucket = await bucketOf('sao-chep-phan')
    // RGW finds no source with a percent sign: 'part-copy-source'.
    const path = 'Tết 2026/a b+c.bin'
    const MiB = 1024 ** 2
    const bytes = Buffer.alloc(11 * MiB, 'kho ')
    await client.putObject({ Bucket: bucket, Key: path, Body: bytes, Tagging: 'team=web%2Bapp' })
    const named = { values: { bucket, path } }
    const { revision, headers } = await ask<ObjectDetails>('getObjectDetails', named)
    const { db, access, locks, storageKind, now } = console.kho.services
    const user = (await findUser(db, owner.id))!
    const by = { user, visitor: { address: '', userAgent: '' }, now: now() }
    const after = await changeDetails({ db, access, locks, storageKind, copyLimit: 5 * MiB }, by, {
      ...{ bucket, path, revision, headers: { ...headers, cache_control: 'no-store' } },
      metadata: [{ name: 'a', value: 'b' }],
    })
    expect(after).toMatchObject({
      size: bytes.length,
      etag: expect.stringMatching(/-3"$/),
      headers: { cache_control: 'no-store' },
      metadata: [{ name: 'a', value: 'b' }],
      tags: [{ key: 'team', value: 'web+app' }],
    })
    const got = await client.getObject({ Bucket: bucket, Key: path })
    expect(bytes.equals(Buffer.from(await got.Body!.transformToByteArray()))).toBe(true)
  })

  const versionsOf = async (values: Record<string, string>, who?: Visitor) =>
    ask<VersionPage>('listObjectVersions', { values }, who)

  test('GET /objects/count: the files below a folder are counted with their bytes, by who may read', async () => {
    const bucket = await bucketOf('dem', { versions: true })
    for (const Key of ['a/', 'a/1', 'a/b/', 'a/b/2', 'a/b/c/3', 'b/4'])
      await client.putObject({ Bucket: bucket, Key, Body: Key.endsWith('/') ? '' : 'kho' })
    await client.putObject({ Bucket: bucket, Key: 'a/1', Body: 'kho mới' })
    await client.deleteObject({ Bucket: bucket, Key: 'a/b/2' })
    const count = (prefix: string) => ask<ObjectCount>('countObjects', { values: { bucket, prefix } }, reader)
    expect([await count('a/'), await count('a/b/'), await count('none/')]).toEqual([
      { files: 2, bytes: Buffer.byteLength('kho mới') + 3, next_token: null },
      { files: 1, bytes: 3, next_token: null },
      { files: 0, bytes: 0, next_token: null },
    ])
    const wrong = { values: { bucket, prefix: 'a' } }
    expect(problem(await request(visitor, 'countObjects', wrong)).code).toBe('INVALID_REQUEST')
  })

  test('a count goes on where the call before ended, and takes no other token', async () => {
    const bucket = await bucketOf('dem-nghin')
    const send = (index: number) => client.putObject({ Bucket: bucket, Key: `a/${index}`, Body: 'kho' })
    for (let from = 0; from < 1001; from += 91)
      await Promise.all(Array.from({ length: 91 }, (_, index) => send(from + index)))
    const folder = { bucket, prefix: 'a/' }
    const first = await countObjects(client, folder, 1)
    expect(first).toEqual({ files: 1000, bytes: 3000, next_token: expect.any(String) })
    const next = { ...folder, nextToken: first.next_token! }
    expect(await countObjects(client, next, 1)).toEqual({ files: 1, bytes: 3, next_token: null })
    const other = { values: { bucket, prefix: 'b/', next_token: first.next_token! } }
    expect(problem(await request(visitor, 'countObjects', other)).code).toBe('INVALID_REQUEST')
  })

  test('/objects/versions (GET, prefix): versions and delete markers are listed in pages, of one file or below a prefix', async () => {
    const bucket = await bucketOf('phien-ban', { versions: true })
    const first = await put(bucket, 'một')
    const second = await put(bucket, 'hai!')
    await client.putObject({ Bucket: bucket, Key: `${path}2`, Body: 'khác' })
    const marker = await client.deleteObject({ Bucket: bucket, Key: path })
    const { versions, next_token } = await versionsOf({ bucket, prefix: path, exact: 'true' }, reader)
    expect(next_token).toBe(null)
    expect(
      versions.map(each => [each.key, each.version_id, each.latest, each.delete_marker, each.size]),
    ).toEqual([
      [path, marker.VersionId, true, true, null],
      [path, second.VersionId, false, false, 4],
      [path, first.VersionId, false, false, 5],
    ])
    const seen: string[] = []
    let token: string | null = null
    do {
      const next: Record<string, string> = token === null ? {} : { next_token: token }
      const page = await versionsOf({ bucket, prefix: 'Tết 2026/', page_size: '1', ...next })
      seen.push(...page.versions.map(each => each.version_id))
      token = page.next_token
    } while (token !== null)
    expect(seen.slice(0, 3).sort()).toEqual(versions.map(each => each.version_id).sort())
    expect(seen.length).toBe(4)
    const wrong = { values: { bucket, next_token: 'abc' } }
    expect(problem(await request(visitor, 'listObjectVersions', wrong)).code).toBe('INVALID_REQUEST')
  })

  test('a version whose id none can have is not there', async () => {
    const bucket = await bucketOf('phien-ban-la', { versions: true })
    await put(bucket)
    for (const version_id of ['x', '__proto__', 'x'.repeat(1024)]) {
      const values = { bucket, path, version_id }
      const body = { ...values, revision: 'x', legal_hold: true }
      for (const answer of [
        await request(visitor, 'getObjectDetails', { values }),
        await request(visitor, 'getObjectRetention', { values }),
        await request(visitor, 'getObjectLegalHold', { values }),
        await request(visitor, 'putObjectLegalHold', { body }),
        await request(visitor, 'restoreObjectVersion', { body: values }),
        await request(visitor, 'getDownloadUrl', { body: { bucket, key: path, version_id } }),
      ])
        expect(problem(answer)).toEqual(missingFile)
    }
  })

  test('a deletion is undone, a version restored with its metadata and tags, and one deleted for good', async () => {
    const bucket = await bucketOf('khoi-phuc', { versions: true })
    const old = await put(bucket, 'một', { Metadata: { author: 'an' }, Tagging: 'team=web' })
    await put(bucket, 'hai')
    const marker = await client.deleteObject({ Bucket: bucket, Key: path })
    const version = (version_id?: string) => ({ body: { bucket, path, version_id: version_id! } })
    expect(problem(await request(visitor, 'restoreObjectVersion', version(marker.VersionId)))).toEqual(
      missingFile,
    )
    await ask('deleteObjectVersion', version(marker.VersionId), writer)
    const text = async () => (await client.getObject({ Bucket: bucket, Key: path })).Body?.transformToString()
    expect(await text()).toBe('hai')
    const restored = await ask<ObjectDetails>('restoreObjectVersion', version(old.VersionId), writer)
    expect(restored).toMatchObject({
      metadata: [{ name: 'author', value: 'an' }],
      tags: [{ key: 'team', value: 'web' }],
    })
    expect(restored.version_id).not.toBe(old.VersionId)
    expect(await text()).toBe('một')
    await ask('deleteObjectVersion', version(old.VersionId), writer)
    const left = await versionsOf({ bucket, prefix: path, exact: 'true' })
    expect(left.versions.map(each => each.version_id)).not.toContain(old.VersionId)
    expect(left.versions.length).toBe(2)
    expect(problem(await request(visitor, 'deleteObjectVersion', version(old.VersionId)))).toEqual(
      missingFile,
    )
  })

  test('GET /objects/deleted: deleted files below a prefix are listed, and come back, also after two deletions', async () => {
    const bucket = await bucketOf('da-xoa', { versions: true })
    const remove = (Key: string) => client.deleteObject({ Bucket: bucket, Key })
    await put(bucket, 'một')
    await put(bucket, 'hai!')
    await client.putObject({ Bucket: bucket, Key: 'Tết 2026/còn.txt', Body: 'còn' })
    await client.putObject({ Bucket: bucket, Key: 'khác.txt', Body: 'khác' })
    await remove(path)
    await remove(path)
    await remove('khác.txt')
    await remove('Tết 2026/chưa có.txt')
    const deletedIn = (prefix: string) =>
      ask<DeletedPage>('listDeletedObjects', { values: { bucket, prefix } }, reader)
    const item = { key: path, deleted_at: expect.any(Number), size: 4 }
    expect(await deletedIn('Tết 2026/')).toEqual({ items: [item], next_token: null })
    expect((await deletedIn('')).items.map(({ key }) => key)).toEqual([path, 'khác.txt'])
    const keys = [path, 'Tết 2026/còn.txt', 'Tết 2026/chưa có.txt']
    expect(await ask('restoreDeletedObjects', { body: { bucket, keys } }, writer)).toEqual({
      restored: [path, 'Tết 2026/còn.txt'],
      failed: [{ key: 'Tết 2026/chưa có.txt', code: 'OBJECT_NOT_FOUND' }],
    })
    const got = await client.getObject({ Bucket: bucket, Key: path })
    expect(await got.Body?.transformToString()).toBe('hai!')
    expect(await deletedIn('Tết 2026/')).toEqual({ items: [], next_token: null })
    const wrong = { values: { bucket, next_token: 'abc' } }
    expect(problem(await request(visitor, 'listDeletedObjects', wrong)).code).toBe('INVALID_REQUEST')
  })

  test('GET /objects/deleted: a file deleted at the end of 1,000 versions is listed once', async () => {
    const bucket = await bucketOf('nghin-ban', { versions: true })
    const at = (index: number) => `${String(index).padStart(4, '0')}.txt`
    const send = (Key: string) => client.putObject({ Bucket: bucket, Key, Body: 'a' })
    for (let from = 0; from < 999; from += 111)
      await Promise.all(Array.from({ length: 111 }, (_, index) => send(at(from + index))))
    await send('cuối.txt')
    await client.deleteObject({ Bucket: bucket, Key: 'cuối.txt' })
    const page = await ask<DeletedPage>('listDeletedObjects', { values: { bucket } }, reader)
    expect(page).toEqual({
      items: [{ key: 'cuối.txt', deleted_at: expect.any(Number), size: 1 }],
      next_token: null,
    })
  })

  test('POST /objects/get-download-url: a version is downloaded, also of a deleted file', async () => {
    const bucket = await bucketOf('tai-phien-ban', { versions: true })
    const old = await put(bucket, 'một')
    await put(bucket, 'hai')
    const { VersionId: marker } = await client.deleteObject({ Bucket: bucket, Key: path })
    const link = (version_id?: string) =>
      request(reader, 'getDownloadUrl', { body: { bucket, key: path, ...(version_id && { version_id }) } })
    const { url } = (await link(old.VersionId)).body as { url: string }
    expect(await (await fetch(url)).text()).toBe('một')
    expect(problem(await link())).toEqual(missingFile)
    expect(problem(await link(marker))).toEqual(missingFile)
  })

  test('tags are put, read and deleted, and of two changes the second is told', async () => {
    const bucket = await bucketOf('the-tep')
    await put(bucket)
    const read = { values: { bucket, path } }
    const before = await ask<BucketTags>('getObjectTags', read, reader)
    expect(before.tags).toEqual([])
    const tags = [
      { key: 'dự án', value: 'Tết 2026' },
      { key: 'team', value: '' },
    ]
    const body = { bucket, path, revision: before.revision, tags }
    const after = await ask<BucketTags>('putObjectTags', { body }, writer)
    expect(after.tags).toEqual(tags)
    expect(problem(await request(visitor, 'putObjectTags', { body }))).toEqual(changed)
    const many = Array.from({ length: 11 }, (_, index) => ({ key: `k${index}`, value: '' }))
    const said = { body: { ...body, revision: after.revision, tags: many } }
    expect(problem(await request(visitor, 'putObjectTags', said)).code).toBe('INVALID_REQUEST')
    const one = { body: { ...body, revision: after.revision, tags: tags.slice(1) } }
    const { revision, tags: left } = await ask<BucketTags>('putObjectTags', one, writer)
    expect(left).toEqual(tags.slice(1))
    await ask('deleteObjectTags', { body: { bucket, path, revision } }, writer)
    expect((await ask<BucketTags>('getObjectTags', read)).tags).toEqual([])
  })

  test('governance is lifted by those with the right, compliance by nobody, a hold until it is taken off', async () => {
    const bucket = await bucketOf('khoa-tep', { lock: true })
    const { VersionId: version_id } = await put(bucket)
    const read = { values: { bucket, path } }
    const lock = () => ask<ObjectLock>('getObjectRetention', read, reader)
    const retain = async (more: object) => {
      const { revision } = await lock()
      return request(visitor, 'putObjectRetention', { body: { bucket, path, revision, ...more } })
    }
    const locked = { status: 409, code: 'OBJECT_LOCKED' }
    const until = Math.floor(Date.now() / 1000) + 86_400
    expect(await lock()).toMatchObject({ available: true, mode: null, until: null, legal_hold: false })
    const governance = { mode: 'governance', until }
    expect((await retain({ retention: governance })).body).toMatchObject(governance)
    const version = { body: { bucket, path, version_id: version_id! } }
    const bypass = { body: { ...version.body, bypass_governance: true } }
    expect(problem(await request(visitor, 'deleteObjectVersion', version))).toEqual(locked)
    expect(problem(await request(writer, 'deleteObjectVersion', bypass)).code).toBe('PERMISSION_DENIED')
    expect(problem(await retain({ retention: null }))).toEqual(locked)
    expect((await retain({ retention: null, bypass_governance: true })).status).toBe(200)
    const lifted = await lock()
    if (kind === 'rgw') expect(lifted.until! - Date.now() / 1000).toBeLessThanOrEqual(60)
    else expect(lifted.mode).toBe(null)
    const hold = async (legal_hold: boolean) => {
      const { revision } = await ask<ObjectLock>('getObjectLegalHold', read)
      return ask<ObjectLock>('putObjectLegalHold', { body: { bucket, path, revision, legal_hold } })
    }
    expect((await hold(true)).legal_hold).toBe(true)
    expect(problem(await request(visitor, 'deleteObjectVersion', bypass))).toEqual(locked)
    expect((await hold(false)).legal_hold).toBe(false)
    const compliance = { mode: 'compliance', until }
    expect((await retain({ retention: compliance, bypass_governance: true })).body).toMatchObject(compliance)
    expect(problem(await retain({ retention: null, bypass_governance: true }))).toEqual(locked)
    const shorter = { mode: 'compliance', until: until - 3600 }
    expect(problem(await retain({ retention: shorter, bypass_governance: true }))).toEqual(locked)
    expect(problem(await request(visitor, 'deleteObjectVersion', bypass))).toEqual(locked)
    expect(problem(await retain({ retention: { mode: 'compliance', until: 1 } })).code).toBe(
      'INVALID_REQUEST',
    )
    const late = { bucket, path, revision: 'x', retention: null }
    expect(problem(await request(visitor, 'putObjectRetention', { body: late }))).toEqual(changed)
  })

  test('a bucket without object lock has no retention', async () => {
    const bucket = await bucketOf('khong-khoa')
    await put(bucket)
    const { available, revision } = await ask<ObjectLock>('getObjectRetention', { values: { bucket, path } })
    expect(available).toBe(false)
    const answer = await request(visitor, 'putObjectRetention', { body: { bucket, path, revision } })
    expect(problem(answer).code).toBe('NOT_SUPPORTED')
  })
})

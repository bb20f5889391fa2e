import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { S3 } from '@aws-sdk/client-s3'
import { beforeEach, expect, test } from 'vitest'
import type { BucketAcl, Bucket as BucketRow, BucketStatus, SignedUrl } from '../../openapi/schema.ts'
import { Problem } from '../../server/errors/problem.ts'
import { inTurns } from '../../server/limits/in-turns.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, pin } from './support/people.ts'
import { onEachStorage } from './support/storages.ts'

onEachStorage((kind, prepare) => {
  let console: TestConsole
  let endpoint: string
  let visitor: Visitor
  let client: S3
  let Bucket: string
  let made = 0

  prepare(async started => {
    ;({ console, endpoint } = started)
    const people = await makePeople(console)
    const owner = await people.owner('an')
    visitor = await people.visit(owner)
    client = await clientOf(console, owner)
  })
  beforeEach(async () => {
    Bucket = `chia-se-${++made}`
  })

  const create = (more: object = {}) => visitor.call('POST', '/bucket', { bucket: Bucket, ...more })
  const put = (Key: string, more: object = {}) => client.putObject({ Bucket, Key, Body: Key, ...more })
  const putPolicy = (...Statement: object[]) =>
    client.putBucketPolicy({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) })
  const policy = async () => JSON.parse((await client.getBucketPolicy({ Bucket })).Policy!)
  const acl = async () => (await visitor.call('GET', `/bucket/acl?bucket=${Bucket}`)).body as BucketAcl
  const setAcl = async (to: string, revision?: string) =>
    visitor.call('PUT', '/bucket/acl', {
      ...{ bucket: Bucket, acl: to },
      revision: revision ?? (await acl()).revision,
    })
  const status = async () => {
    const { body } = await visitor.call('GET', `/bucket/status?bucket=${Bucket}`)
    return (body as { buckets: BucketStatus[] }).buckets[0]
  }

  /** What a browser without a session, and curl, get of the bucket's list and of these files. */
  async function anonymous(...keys: string[]): Promise<number[]> {
    const statuses: number[] = []
    for (const path of ['', ...keys]) {
      const url = `${endpoint}/${Bucket}/${path}`
      const { status } = await fetch(url)
      const format = ['--silent', '--output', '/dev/null', '--write-out', '%{http_code}']
      const curl = await promisify(execFile)('curl', [...format, url])
      expect(curl.stdout).toBe(String(status))
      statuses.push(status)
    }
    return statuses
  }

  test('buckets toggle public and private: anonymous access to present and future files begins, and ends', async () => {
    expect((await create()).status).toBe(201)
    await put('truoc.txt')
    const before = await acl()
    expect(before).toEqual({
      ...{ acl: 'private', public_by: [], blocked: false, acls: true, url: `${endpoint}/${Bucket}/` },
      open_files: { files: [], checked: 1, next: null },
      revision: expect.any(String),
    })
    expect(await anonymous('truoc.txt')).toEqual([403, 403])

    const opened = await setAcl('public')
    expect(opened).toMatchObject({
      status: 200,
      body: { acl: 'public', public_by: [{ by: 'console', name: 'KhoPublicRead', conditional: false }] },
    })
    await put('sau.txt')
    expect(await anonymous('truoc.txt', 'sau.txt')).toEqual([200, 200, 200])
    expect((await status())?.acl).toBe('public')
    const write = await fetch(`${endpoint}/${Bucket}/la.txt`, { method: 'PUT', body: 'x' })
    expect(write.status).toBe(403)

    const closed = await setAcl('private')
    expect(closed.body).toMatchObject({ acl: 'private', public_by: [] })
    expect(await anonymous('truoc.txt', 'sau.txt')).toEqual([403, 403, 403])
    expect((await status())?.acl).toBe('private')
  })

  test('/bucket/acl (GET by bucket, PUT): who saw another setting is told so, and changes nothing', async () => {
    await create()
    const { revision } = await acl()
    expect((await setAcl('public', revision)).status).toBe(200)
    const changed = { status: 409, code: 'SETTING_CHANGED' }
    expect(problem(await setAcl('private', revision))).toEqual(changed)
    expect((await acl()).acl).toBe('public')
  })

  test('a bucket made private keeps the user’s own policy, and says what this still opens', async () => {
    await create()
    await put('anh/tet.txt')
    await put('mat.txt')
    const own = {
      ...{ Sid: 'AnhChoMoiNguoi', Effect: 'Allow', Principal: '*', Action: ['s3:GetObject'] },
      Resource: [`arn:aws:s3:::${Bucket}/anh/*`],
    }
    await putPolicy(own)
    const opens = { by: 'policy', name: 'AnhChoMoiNguoi', conditional: false }
    expect(await acl()).toMatchObject({ acl: 'public', public_by: [opens] })
    expect((await status())?.acl).toBe('public')
    await setAcl('public')
    expect(await anonymous('anh/tet.txt', 'mat.txt')).toEqual([200, 200, 200])
    const closed = await setAcl('private')
    expect(closed.body).toMatchObject({ acl: 'public', public_by: [opens] })
    expect((await policy()).Statement).toEqual([own])
    expect(await anonymous('anh/tet.txt', 'mat.txt')).toEqual([403, 200, 403])
  })

  test('grants to everybody in the bucket’s ACL end too, and public files are named', async () => {
    await create()
    await client.putBucketAcl({ Bucket, ACL: 'public-read' })
    await put('mo.txt')
    await put('kin.txt')
    await client.putObjectAcl({ Bucket, Key: 'mo.txt', ACL: 'public-read' })
    expect(await anonymous('mo.txt', 'kin.txt')).toEqual([200, 200, 403])
    const files = {
      ...{ checked: 2, next: null },
      files: [{ key: 'mo.txt', url: `${endpoint}/${Bucket}/mo.txt` }],
    }
    expect(await acl()).toMatchObject({
      ...{ acl: 'public', public_by: [{ by: 'acl', name: 'READ', conditional: false }] },
      open_files: files,
    })
    expect((await setAcl('private')).body).toMatchObject({ acl: 'private', public_by: [], open_files: files })
    expect(await anonymous('mo.txt', 'kin.txt')).toEqual([403, 200, 403])
    await put('con.txt')
  })

  test('public files beyond the first hundred are found by going on', async () => {
    await create()
    const keys = Array.from({ length: 102 }, (_, at) => `ảnh/${String(at).padStart(3, '0')}.txt`)
    await inTurns(8, keys, key => put(key))
    await client.putObjectAcl({ Bucket, Key: keys[100], ACL: 'public-read' })
    const first = await acl()
    expect(first).toMatchObject({
      acl: 'private',
      open_files: { files: [], checked: 100, next: keys[99] },
    })
    const path = `/bucket/acl/open-files?bucket=${Bucket}&after=${encodeURIComponent(keys[99]!)}`
    const url = `${endpoint}/${Bucket}/${encodeURIComponent('ảnh')}/100.txt`
    expect((await visitor.call('GET', path)).body).toEqual({
      ...{ files: [{ key: keys[100], url }], checked: 2, next: null },
    })
  })

  test('a public access block is told, and not lifted', async () => {
    await create()
    const block = { BlockPublicPolicy: true, IgnorePublicAcls: true }
    await client.putPublicAccessBlock({ Bucket, PublicAccessBlockConfiguration: block })
    expect(await acl()).toMatchObject({ acl: 'private', blocked: true })
    expect(problem(await setAcl('public'))).toEqual({ status: 409, code: 'PUBLIC_ACCESS_BLOCKED' })
  })

  test('POST /bucket creates one with versions, object lock and public access', async () => {
    const lock = { mode: 'governance', days: 30 }
    expect((await create({ object_lock: lock, acl: 'public', site: 'us-east-1' })).status).toBe(201)
    expect(await status()).toEqual({
      ...{ bucket: Bucket, acl: 'public', versioning: 'enabled' },
      object_lock: { enabled: true, retention: lock },
    })
    expect(await anonymous()).toEqual([200])
    Bucket = `chia-se-${++made}`
    await create({ versioning: true })
    expect(await status()).toEqual({
      ...{ bucket: Bucket, acl: 'private', versioning: 'enabled' },
      object_lock: { enabled: false, retention: null },
    })
  })

  test('GET /bucket lists name, size and created date; DELETE /bucket, with body, requires pin and tick: Please confirm!', async () => {
    const begun = Math.floor(Date.now() / 1000)
    await create()
    await put('a.txt')
    const listed = async () => {
      const { buckets } = (await visitor.call('GET', '/bucket')).body as { buckets: BucketRow[] }
      return buckets.find(({ name }) => name === Bucket)
    }
    expect(await listed()).toEqual({ name: Bucket, size: 5, objects: 1, created_at: expect.any(Number) })
    expect(Math.abs((await listed())!.created_at - begun)).toBeLessThan(60)
    const remove = (more: object = {}) =>
      visitor.call('DELETE', '/bucket', { ...{ bucket: Bucket, pin, confirm: true }, ...more })
    expect(problem(await remove({ confirm: false }))).toEqual({ status: 400, code: 'CONFIRM_REQUIRED' })
    expect(problem(await remove({ pin: '0000' }))).toEqual({ status: 403, code: 'PIN_INCORRECT' })
    expect(problem(await remove())).toEqual({ status: 409, code: 'BUCKET_NOT_EMPTY' })
    await client.deleteObject({ Bucket, Key: 'a.txt' })
    expect((await remove()).status).toBe(204)
    expect(await listed()).toBe(undefined)
  })

  test('a bucket has ACL, versioning flag, object lock, lifecycle rules and policy', async () => {
    const retention = { mode: 'compliance', days: 1_024_000 }
    await create({ object_lock: retention })
    const get = async (setting: string) =>
      (await visitor.call('GET', `/bucket/${setting}?bucket=${Bucket}`)).body
    expect(await get('acl')).toMatchObject({ acl: 'private' })
    expect(await get('versioning')).toMatchObject({ versioning: 'enabled' })
    expect(await get('objectlock')).toMatchObject({ enabled: true, later: kind === 'rgw', ...retention })
    expect(await get('lifecycle')).toMatchObject({ rules: [] })
    expect(await get('policy')).toMatchObject({ policy: null })
  })

  test('what cannot be set up is not created, and the step that failed is named [V2.3.3]', async ({
    onTestFinished,
  }) => {
    const name = 'refusesPolicies'
    client.middlewareStack.add(
      (next, { commandName }) =>
        async args => {
          if (commandName === 'PutBucketPolicyCommand') throw new Problem('ACCESS_DENIED')
          return next(args)
        },
      { step: 'initialize', name },
    )
    onTestFinished(() => void client.middlewareStack.remove(name))
    const fields = [{ field: 'acl', message: 'ACCESS_DENIED' }]
    const refused = await create({ versioning: true, acl: 'public' })
    expect(problem(refused)).toEqual({ status: 502, code: 'BUCKET_SETUP_FAILED', fields })
    client.middlewareStack.remove(name)
    expect((await create()).status).toBe(201)
  })

  test('/objects/get-url (POST, generate URL): a link opens one file for anyone, until it expires', async ({
    onTestFinished,
  }) => {
    await create()
    await put('ảnh/tết & hội.txt')
    const link = async (path: string): Promise<Answer> =>
      visitor.call('POST', '/objects/get-url', { bucket: Bucket, path, expires_in: 60 })
    const { url, expires_at } = (await link('ảnh/tết & hội.txt')).body as SignedUrl
    expect(Math.abs(expires_at - 60 - Date.now() / 1000)).toBeLessThan(60)
    expect(await (await fetch(url)).text()).toBe('ảnh/tết & hội.txt')
    expect((await fetch(url.replace(/[0-9a-f]$/, '_'))).status).toBe(403)
    expect(problem(await link('khong-co'))).toEqual({ status: 404, code: 'OBJECT_NOT_FOUND' })
    const { services } = console.kho
    const { now } = services
    onTestFinished(() => {
      services.now = now
    })
    services.now = () => now() - 61_000
    const late = (await link('ảnh/tết & hội.txt')).body as SignedUrl
    expect((await fetch(late.url)).status).toBe(403)
  })

  if (kind === 'embedded') {
    test.each([
      [{ site: 'moon' }, 'site'],
      [{ acl: 'open' }, 'acl'],
      [{ versioning: 'yes' }, 'versioning'],
      [{ object_lock: { mode: 'governance' } }, 'object_lock.days'],
      [{ object_lock: { days: 3 } }, 'object_lock.mode'],
      [{ object_lock: { mode: 'governance', days: 0 } }, 'object_lock.days'],
      [{ object_lock: { mode: 'governance', days: 1_024_001 } }, 'object_lock.days'],
    ])('a new bucket with %o is refused', async (more, field) => {
      const { status, fields } = problem(await create(more)) as ReturnType<typeof problem> & {
        fields: { field: string }[]
      }
      expect([status, fields.map(each => each.field)]).toEqual([400, [field]])
    })

    test.each([59, 604_801])('a link of %i seconds is refused', async expires_in => {
      const answer = await visitor.call('POST', '/objects/get-url', { bucket: 'b', path: 'p', expires_in })
      expect(problem(answer)).toMatchObject({ status: 400, fields: [{ field: 'expires_in' }] })
    })

    test('the status of 50 buckets is told at once, of more it is not', async () => {
      await create()
      const query = Array.from({ length: 49 }, (_, i) => `bucket=khong-${i}`).join('&')
      const { body } = await visitor.call('GET', `/bucket/status?bucket=${Bucket}&${query}`)
      const { buckets } = body as { buckets: BucketStatus[] }
      expect([buckets.length, buckets[0]?.acl, buckets[49]]).toEqual([
        ...[50, 'private'],
        { bucket: 'khong-48', acl: null, versioning: null, object_lock: null },
      ])
      const more = await visitor.call('GET', `/bucket/status?bucket=${Bucket}&bucket=a&${query}`)
      expect(problem(more)).toMatchObject({ status: 400, fields: [{ field: 'bucket' }] })
    })
  }
})

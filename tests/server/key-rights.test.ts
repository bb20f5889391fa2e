import { randomBytes } from 'node:crypto'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Permission } from '../../openapi/schema.ts'
import type { KeyPair } from '../../server/s3/keys.ts'
import { type Answer, region, type TestConsole, type Visitor } from './support/console.ts'
import { makePeople, type People, type Person } from './support/people.ts'
import { type Outcome, s3Programs } from './support/s3-programs.ts'
import { onEachStorage } from './support/storages.ts'

const levels = ['read', 'write', 'read-write', 'full-control'] as const

/**
 * What a key of each level may do, in the order of `levels`: `+` may, `-` may not. Where Ceph RGW says otherwise, `rgw`
 * has its row: it asks no sub-user's level for making a bucket and for a bucket's CORS rules, takes `write` for enough
 * to delete a bucket, and tells who may only write nothing about a bucket or an upload.
 */
const rights: Record<string, { all: string; rgw?: string; call: (names: Names) => object }> = {
  'list buckets': { all: '++++', call: () => new ListBucketsCommand() },
  'ask for a bucket': { all: '++++', rgw: '+-++', call: ({ Bucket }) => new HeadBucketCommand({ Bucket }) },
  'list objects': { all: '+-++', call: ({ Bucket }) => new ListObjectsV2Command({ Bucket }) },
  get: { all: '+-++', call: ({ Bucket }) => new GetObjectCommand({ Bucket, Key: 'there' }) },
  put: { all: '-+++', call: ({ Bucket, Key }) => new PutObjectCommand({ Bucket, Key, Body: 'x' }) },
  copy: {
    all: '--++',
    call: ({ Bucket, Key }) =>
      new CopyObjectCommand({ Bucket, Key: `${Key} copied`, CopySource: `${Bucket}/there` }),
  },
  delete: { all: '-+++', call: ({ Bucket, Key }) => new DeleteObjectCommand({ Bucket, Key }) },
  'delete many': {
    all: '-+++',
    call: ({ Bucket, Key }) => new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }),
  },
  'begin an upload': {
    all: '-+++',
    call: ({ Bucket, Key }) => new CreateMultipartUploadCommand({ Bucket, Key }),
  },
  'list parts': {
    all: '++++',
    rgw: '+-++',
    call: ({ Bucket, UploadId }) => new ListPartsCommand({ Bucket, Key: 'upload', UploadId }),
  },
  'set CORS rules': {
    all: '---+',
    rgw: '++++',
    call: ({ Bucket }) =>
      new PutBucketCorsCommand({
        Bucket,
        CORSConfiguration: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['http://a.example'] }] },
      }),
  },
  'make a bucket': {
    all: '---+',
    rgw: '++++',
    call: ({ Bucket, Key }) => new CreateBucketCommand({ Bucket: `${Bucket}-new-${Key}` }),
  },
  'delete a bucket': {
    all: '---+',
    rgw: '-+++',
    call: ({ Bucket, Key }) => new DeleteBucketCommand({ Bucket: `${Bucket}-old-${Key}` }),
  },
}
type Names = { Bucket: string; Key: string; UploadId: string }

onEachStorage((kind, prepare) => {
  let console: TestConsole
  let endpoint: string
  let pass: (ms: number) => void
  let people: People
  let boss: Visitor
  let account: Person
  let owner: Visitor
  let ownerKeys: KeyPair
  let bucket: string
  const clients = new Map<string, S3>()

  prepare(async started => {
    ;({ console, endpoint, pass } = started)
    people = await makePeople(console)
    boss = await people.visit(await people.superAdmin(), { confirmed: true })
  })
  afterAll(async () => {
    for (const each of clients.values()) each.destroy()
  })
  beforeEach(async () => {
    const name = `o${randomBytes(4).toString('hex')}`
    account = await people.owner(name)
    owner = await people.visit(account, { confirmed: true })
    bucket = `kho-${name}`
    await done(owner.call('POST', '/bucket', { bucket }))
    ownerKeys = await newKey(owner)
    await client(ownerKeys).putObject({ Bucket: bucket, Key: 'there', Body: 'content' })
  })

  function client(keys: KeyPair): S3 {
    const known = clients.get(keys.accessKey)
    if (known) return known
    const made = new S3({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey },
      maxAttempts: 1,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      requestHandler: { requestTimeout: 30_000, throwOnRequestTimeout: true },
    })
    clients.set(keys.accessKey, made)
    return made
  }

  async function done<T>(call: Promise<Answer>): Promise<T> {
    const { status, body, reason } = await call
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)} ${reason}`)
    return body as T
  }

  async function newKey(visitor: Visitor): Promise<KeyPair> {
    type Made = { key: { access_key: string }; secret_key: string }
    const made = await done<Made>(visitor.call('POST', '/user/access-key', { name: 'Máy chủ' }))
    return { accessKey: made.key.access_key, secretKey: made.secret_key }
  }

  async function newSubUser(permission: Permission, expireDate = 0) {
    const name = `${permission}-${randomBytes(4).toString('hex')}`
    const person = await people.subUser(account, name, permission, { expireDate })
    const visitor = await people.visit(person, { confirmed: true })
    return { person, visitor, keys: await newKey(visitor) }
  }

  /** `ok`, or the code of the refusal. A body is read: else its connection is taken for good. */
  async function outcome(keys: KeyPair, command: object): Promise<string> {
    try {
      const { Body } = await client(keys).send(command as GetObjectCommand)
      await Body?.transformToByteArray()
      return 'ok'
    } catch (error) {
      if (!(error instanceof S3ServiceException)) throw error
      return error.$metadata.httpStatusCode === 403 && error.name === 'Unknown' ? 'AccessDenied' : error.name
    }
  }
  const get = (keys: KeyPair) => outcome(keys, new GetObjectCommand({ Bucket: bucket, Key: 'there' }))
  const put = (keys: KeyPair) =>
    outcome(keys, new PutObjectCommand({ Bucket: bucket, Key: 'put', Body: 'x' }))

  /** Unix seconds of an expiry that `fallDue` brings about. */
  const soon = () => Math.floor(console.kho.services.now() / 1000) + 60
  async function fallDue(): Promise<void> {
    pass(61_000)
    await console.kho.services.sweeper.run()
  }

  test('a key may do what the level of its sub-user says', async () => {
    const { UploadId } = await client(ownerKeys).createMultipartUpload({ Bucket: bucket, Key: 'upload' })
    const found: Record<string, string> = {}
    for (const level of levels) {
      const { keys } = await newSubUser(level)
      await done(owner.call('POST', '/bucket', { bucket: `${bucket}-old-${level}` }))
      for (const [name, { call }] of Object.entries(rights)) {
        const said = await outcome(keys, call({ Bucket: bucket, Key: level, UploadId: UploadId! }))
        found[name] = (found[name] ?? '') + (said === 'ok' ? '+' : said === 'AccessDenied' ? '-' : said)
      }
    }
    const own = (row: { all: string; rgw?: string }) => (kind === 'rgw' && row.rgw) || row.all
    expect(found).toEqual(Object.fromEntries(Object.entries(rights).map(([name, row]) => [name, own(row)])))
  })

  test('an owner’s key may do everything', async () => {
    const commands = Object.values(rights).filter(row => row.all.endsWith('+'))
    const { UploadId } = await client(ownerKeys).createMultipartUpload({ Bucket: bucket, Key: 'upload' })
    await done(owner.call('POST', '/bucket', { bucket: `${bucket}-old-own` }))
    for (const { call } of commands) {
      expect(await outcome(ownerKeys, call({ Bucket: bucket, Key: 'own', UploadId: UploadId! }))).toBe('ok')
    }
  })

  describe.each(['aws', 'rclone'] as const)('with %s', { tags: ['clients'] }, name => {
    const no = 'refused'
    const rgw = kind === 'rgw'
    const lists: Record<'aws' | 'rclone', Record<string, string[]>> = {
      aws: {
        buckets: ['s3', 'ls'],
        objects: ['s3', 'ls', 's3://BUCKET'],
        get: ['s3', 'cp', 's3://BUCKET/there', '-'],
        put: ['s3', 'cp', 'FILE', 's3://BUCKET/sent'],
        delete: ['s3', 'rm', 's3://BUCKET/sent'],
        make: ['s3', 'mb', 's3://BUCKET-made'],
        remove: ['s3', 'rb', 's3://BUCKET-old'],
      },
      rclone: {
        buckets: ['lsd', 'kho:'],
        objects: ['ls', 'kho:BUCKET'],
        get: ['cat', 'kho:BUCKET/there'],
        put: ['copyto', '--no-check-dest', '--s3-no-head', 'FILE', 'kho:BUCKET/sent'],
        delete: ['deletefile', 'kho:BUCKET/there'],
        make: ['mkdir', 'kho:BUCKET-made'],
        remove: ['rmdir', 'kho:BUCKET-old'],
      },
    }
    const all = { buckets: 'ok', objects: 'ok', get: 'ok', put: 'ok', delete: 'ok', make: 'ok', remove: 'ok' }
    const make = rgw ? 'ok' : no
    const expected: Record<(typeof levels)[number], Record<string, Outcome>> = {
      read: { ...all, put: no, delete: no, make, remove: no },
      // rclone asks for an object before it deletes it, which who may only write may not.
      write: {
        ...{ ...all, objects: no, get: no, make, remove: rgw ? 'ok' : no },
        delete: name === 'rclone' ? 'not seen' : 'ok',
      },
      'read-write': { ...all, make, remove: rgw ? 'ok' : no },
      'full-control': all,
    }

    test.for(levels)('a key of level %s does just that [V8.3.1]', async (level, context) => {
      const { keys } = await newSubUser(level)
      await done(owner.call('POST', '/bucket', { bucket: `${bucket}-old` }))
      const programs = s3Programs(endpoint, keys)
      onTestFinished(() => programs.stop())
      const program = programs[name]
      if (program.missing !== null) return context.skip(program.missing)
      const outcomes: Record<string, Outcome> = {}
      for (const [what, args] of Object.entries(lists[name])) {
        const real = args.map(arg => arg.replace('BUCKET', bucket).replace('FILE', program.file))
        outcomes[what] = await program.run(...real)
      }
      expect(outcomes).toEqual(expected[level])
    })
  })

  test('a disabled key is refused at once, works again once enabled, and is gone once deleted', async () => {
    const { visitor, keys } = await newSubUser('read')
    for (const [caller, pair] of [
      [visitor, keys],
      [owner, ownerKeys],
    ] as const) {
      const access_key = pair.accessKey
      expect(await get(pair)).toBe('ok')
      await done(caller.call('PUT', '/user/access-key', { access_key, enabled: false }))
      expect(await get(pair)).toBe('InvalidAccessKeyId')
      await done(caller.call('PUT', '/user/access-key', { access_key, enabled: true }))
      expect(await get(pair)).toBe('ok')
      await done(caller.call('DELETE', '/user/access-key', { access_key }))
      expect(await get(pair)).toBe('InvalidAccessKeyId')
    }
  })

  test('a changed permission counts at once for every key and for what the console signs', async () => {
    const { person, visitor, keys } = await newSubUser('read')
    const second = await newKey(visitor)
    const refused = { bucket, folder: 'a/' }
    expect([await get(keys), await put(second)]).toEqual(['ok', 'AccessDenied'])
    expect((await visitor.call('POST', '/objects/create-folder', refused)).status).toBe(403)
    await done(owner.call('PUT', '/user-management', { id: person.id, permission: 'write' }))
    expect([await get(keys), await put(keys), await get(second), await put(second)]).toEqual([
      'AccessDenied',
      'ok',
      'AccessDenied',
      'ok',
    ])
    await done(visitor.call('POST', '/objects/create-folder', refused))
    expect((await visitor.call('GET', `/objects?bucket=${bucket}`)).status).toBe(403)
    await done(owner.call('PUT', '/user-management', { id: person.id, permission: 'read' }))
    expect([await get(second), await put(second)]).toEqual(['ok', 'AccessDenied'])
  })

  async function statusOf(url: string): Promise<number> {
    const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    await answer.arrayBuffer()
    return answer.status
  }

  /** What a sub-user has in hand: a session, keys, and addresses that the console has signed. */
  async function inHand(permission: Permission) {
    const made = await newSubUser(permission)
    const { url } = await done<{ url: string }>(
      made.visitor.call('POST', '/objects/get-download-url', { bucket, key: 'there' }),
    )
    // RGW may go on finding a purged key in its cache: it then refuses it for the sub-user that is gone.
    const key = async () => {
      const said = await get(made.keys)
      return kind === 'rgw' && said === 'AccessDenied' ? 'InvalidAccessKeyId' : said
    }
    const state = async () => [
      (await made.visitor.call('GET', '/bucket')).status,
      await key(),
      await statusOf(url),
    ]
    expect(await state()).toEqual([200, 'ok', 200])
    return { ...made, state }
  }
  const out = [401, 'InvalidAccessKeyId', 403]

  test('an expired sub-user is out by itself: session, keys and addresses; a later expiry brings all back', async () => {
    const { person, state } = await inHand('read-write')
    await done(owner.call('PUT', '/user-management', { id: person.id, expire_date: soon() }))
    await fallDue()
    expect(await state()).toEqual(out)
    const expiries = () =>
      console.kho.services.db
        .selectFrom('audit')
        .select(['user', 'account'])
        .where('action', '=', 'SUB_USER_EXPIRED')
        .where('target', '=', person.email)
        .execute()
    const recorded = [{ user: '', account: account.email.split('@')[0] }]
    expect(await expiries()).toEqual(recorded)
    await console.kho.services.sweeper.run()
    expect(await expiries()).toEqual(recorded)
    await done(owner.call('PUT', '/user-management', { id: person.id, expire_date: 0 }))
    expect(await state()).toEqual([200, 'ok', 200])
  })

  test('an expiry in the past is an end at once', async () => {
    const { person, state } = await inHand('read')
    await done(owner.call('PUT', '/user-management', { id: person.id, expire_date: 1 }))
    expect(await state()).toEqual(out)
  })

  test('a deleted sub-user is out at once: session, keys and addresses', async () => {
    const { person, state } = await inHand('read')
    const other = await inHand('read')
    await done(owner.call('DELETE', '/user-management', { id: person.id }))
    expect(await state()).toEqual(out)
    expect(await other.state()).toEqual([200, 'ok', 200])
    expect(await get(ownerKeys)).toBe('ok')
  })

  test('a key that a sub-user makes while it is deleted goes with it', async () => {
    const { person, visitor, keys } = await newSubUser('read')
    const { admin, db } = console.kho.services
    const { deleteSubUser } = admin
    let made: Promise<unknown> | undefined
    const rows = () =>
      db.selectFrom('access_keys').select('access_key').where('user_id', '=', person.id).execute()
    const deleted = vi.spyOn(admin, 'deleteSubUser').mockImplementationOnce(async (uid, name) => {
      const before = (await rows()).length
      made = visitor.call('POST', '/user/access-key', { name: 'Máy chủ' })
      await expect.poll(async () => (await rows()).length).toBe(before + 1)
      await deleteSubUser(uid, name)
    })
    onTestFinished(() => deleted.mockRestore())
    await done(owner.call('DELETE', '/user-management', { id: person.id }))
    expect(await made).toMatchObject({ status: 404 })
    expect(await get(keys)).toBe('InvalidAccessKeyId')
    expect((await admin.getUser(`kho-${account.accountId}`))?.subUsers).toEqual([])
  })

  test('a sub-user that is deleted while its key goes to the storage is gone from there', async () => {
    const { person, visitor } = await newSubUser('read')
    const { admin } = console.kho.services
    const { putSubUser } = admin
    let deletion: Promise<unknown> | undefined
    let late: KeyPair[] = []
    const put = vi.spyOn(admin, 'putSubUser').mockImplementationOnce(async (uid, subUser) => {
      deletion = owner.call('DELETE', '/user-management', { id: person.id })
      await putSubUser(uid, subUser)
      late = subUser.keys
    })
    onTestFinished(() => put.mockRestore())
    const { status, reason } = await visitor.call('POST', '/user/access-key', { name: 'Máy chủ' })
    expect(await deletion).toMatchObject({ status: 204 })
    expect(await Promise.all(late.map(get)), `${status} ${reason}`).toEqual(['InvalidAccessKeyId'])
  })

  test('a suspended account is out whole, also its public files, keeps its data, and comes back whole', async () => {
    const { state } = await inHand('read')
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` },
      ],
    })
    await client(ownerKeys).putBucketPolicy({ Bucket: bucket, Policy })
    const anybody = async () => (await fetch(`${endpoint}/${bucket}/there`)).status
    expect(await anybody()).toBe(200)
    const change = (suspended: boolean) =>
      done(boss.call('PUT', '/user/account', { id: account.accountId, suspended }))
    await change(true)
    expect([await state(), await anybody()]).toEqual([[401, 'UserSuspended', 403], 403])
    expect([(await owner.call('GET', '/bucket')).status, await get(ownerKeys)]).toEqual([
      401,
      'UserSuspended',
    ])
    await change(false)
    expect([await state(), await anybody()]).toEqual([[200, 'ok', 200], 200])
    expect([(await owner.call('GET', '/bucket')).status, await get(ownerKeys)]).toEqual([200, 'ok'])
  })

  test('an account that expires is out by itself, and back with a later expiry', async () => {
    const { state } = await inHand('full-control')
    const change = (expire_date: number) =>
      done(boss.call('PUT', '/user/account', { id: account.accountId, expire_date }))
    await change(soon())
    await fallDue()
    expect(await state()).toEqual([401, 'UserSuspended', 403])
    expect(await get(ownerKeys)).toBe('UserSuspended')
    await change(0)
    expect(await state()).toEqual([200, 'ok', 200])
  })

  test.each(levels)('the console does for a sub-user of level %s what the level says', async level => {
    const { visitor } = await newSubUser(level)
    const may = (...granted: string[]) => (granted.includes(level) ? 'ok' : 403)
    const status = async (call: Promise<{ status: number }>) => {
      const answer = await call
      return answer.status < 300 ? 'ok' : answer.status
    }
    const signed = async (path: string, body: object, init: RequestInit) => {
      const answer = await visitor.call('POST', path, body)
      if (answer.status !== 200) return answer.status
      const { url, urls } = answer.body as { url?: string; urls?: string[] }
      return status(fetch(url ?? urls![0]!, { ...init, signal: AbortSignal.timeout(30_000) }))
    }
    const file = { bucket, key: 'sent by the console' }
    const upload = { bucket, key: 'sent in parts' }
    const begun = await visitor.call('POST', '/objects/start-upload', { ...upload, size: 3 })
    const upload_id = (begun.body as { upload_id?: string }).upload_id ?? 'none'
    const inParts = async () => {
      if (begun.status !== 201) return begun.status
      const part = await visitor.call('POST', '/objects/get-upload-url', {
        ...upload,
        upload_id,
        part_numbers: [1],
      })
      const [url] = (part.body as { urls: string[] }).urls
      const etag = (await fetch(url!, { method: 'PUT', body: 'abc' })).headers.get('etag')!
      const query = new URLSearchParams({ ...upload, upload_id })
      const parts = await done<{ parts: object[] }>(visitor.call('GET', `/objects/upload-parts?${query}`))
      expect(parts.parts).toMatchObject([{ part_number: 1, etag, size: 3 }])
      const whole = { ...upload, upload_id, parts: [{ part_number: 1, etag }] }
      await done(visitor.call('POST', '/objects/complete-upload', whole))
      return status(visitor.call('POST', '/objects/complete-upload', whole))
    }
    expect({
      buckets: await status(visitor.call('GET', '/bucket')),
      objects: await status(visitor.call('GET', `/objects?bucket=${bucket}`)),
      download: await signed('/objects/get-download-url', { bucket, key: 'there' }, {}),
      upload: await signed(
        '/objects/get-put-urls',
        { bucket, files: [{ key: file.key, size: 1 }] },
        { method: 'PUT', body: 'x' },
      ),
      parts: await inParts(),
      folder: await status(visitor.call('POST', '/objects/create-folder', { bucket, folder: 'f/' })),
      deleted: await status(visitor.call('DELETE', '/objects/delete', { bucket, keys: [file.key] })),
      'folder deleted': await status(
        visitor.call('DELETE', '/objects/delete-folder', { bucket, folder: 'f/' }),
      ),
      bucket: await status(visitor.call('POST', '/bucket', { bucket: `${bucket}-made` })),
    }).toEqual({
      buckets: 'ok',
      objects: may('read', 'read-write', 'full-control'),
      download: may('read', 'read-write', 'full-control'),
      upload: may('write', 'read-write', 'full-control'),
      parts: level === 'read' ? 403 : 'ok',
      folder: may('write', 'read-write', 'full-control'),
      deleted: may('write', 'read-write', 'full-control'),
      'folder deleted': may('write', 'read-write', 'full-control'),
      bucket: may('full-control'),
    })
  })
})

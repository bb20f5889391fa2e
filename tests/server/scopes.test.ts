import type { S3 } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import type { AccessKey, BucketPolicy, ObjectPage, SubUser } from '../../openapi/schema.ts'
import type { KeyPair } from '../../server/s3/keys.ts'
import { makeBucketGrants } from '../../server/storage-admin/bucket-grants.ts'
import { bumpGrants } from '../../server/store/bucket-grants.ts'
import { problem, type TestConsole, type Visitor } from './support/console.ts'
import { files, gets, type Limit, type Limited, makeLimited, ok } from './support/limited.ts'
import type { People, Person } from './support/people.ts'
import { request, type Said } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'
import { watchFolder } from './support/watch-folder.ts'

const denied = { status: 403, code: 'PERMISSION_DENIED' }

onEachStorage((kind, prepare) => {
  let console: TestConsole
  let people: People
  let owner: Person
  let owners: Limited['owners']
  let make: Limited

  prepare(async started => {
    ;({ console } = started)
    make = await makeLimited(started)
    ;({ people, owner, owners } = make)
  })

  const bucketOf = (name: string) => make.bucketOf(name)
  const change = (...said: Parameters<Limited['change']>) => make.change(...said)
  const limited = (...said: Parameters<Limited['limited']>) => make.limited(...said)
  const newKey = (...said: Parameters<Limited['newKey']>) => make.newKey(...said)
  const clientOf = (keys: KeyPair) => make.clientOf(keys)

  const refused = async (work: Promise<unknown>) =>
    expect(
      await work.then(
        () => 'done',
        (error: { name: string }) => error.name,
      ),
    ).toBe('AccessDenied')

  const policyOf = (Bucket: string) =>
    owners.s3.getBucketPolicy({ Bucket }).then(
      ({ Policy }) => JSON.parse(Policy ?? '') as { Statement: { Sid?: string }[] },
      (error: { name: string }) => error.name,
    )

  test('a key of a sub-user gets, puts, deletes and lists in its folders, and nowhere else [V8.2.2]', async () => {
    const Bucket = await bucketOf('kho-khoa')
    const { s3 } = await limited('khoa', 'read-write', [{ bucket: Bucket, prefix: 'ảnh/' }])
    expect(await gets(s3, Bucket)).toEqual(files.slice(0, 2))
    const list = (Prefix?: string) => s3.listObjectsV2({ Bucket, Prefix })
    expect((await list('ảnh/')).Contents?.map(({ Key }) => Key)).toEqual(files.slice(0, 2))
    await s3.putObject({ Bucket, Key: 'ảnh/mới.txt', Body: 'x' })
    await s3.deleteObject({ Bucket, Key: 'ảnh/mới.txt' })
    await refused(list())
    await refused(list('khác/'))
    await refused(s3.putObject({ Bucket, Key: 'khác/mới.txt', Body: 'x' }))
    await refused(s3.deleteObject({ Bucket, Key: 'khác/c.txt' }))
    await refused(s3.getBucketPolicy({ Bucket }))
    const Objects = [{ Key: 'khác/c.txt' }]
    const many = s3.deleteObjects({ Bucket, Delete: { Objects } })
    if (kind === 'embedded') expect((await many).Errors?.map(({ Code }) => Code)).toEqual(['AccessDenied'])
    else await refused(many)
    expect(await gets(owners.s3, Bucket)).toEqual(files)
  })

  test('a key below full control makes no new file public in its folders', async context => {
    if (kind === 'rgw') context.skip('Ceph RGW asks only whether the file may be put.')
    const Bucket = await bucketOf('kho-cong-khai')
    const { s3 } = await limited('cong-khai', 'read-write', [{ bucket: Bucket, prefix: 'ảnh/' }])
    const open = { Bucket, Key: 'ảnh/mới.txt', ACL: 'public-read' } as const
    await refused(s3.putObject({ ...open, Body: 'x' }))
    await refused(s3.copyObject({ ...open, CopySource: encodeURI(`${Bucket}/${files[0]}`) }))
    await refused(s3.createMultipartUpload(open))
    const full = await limited('cong-khai-het', 'full-control', [{ bucket: Bucket, prefix: 'ảnh/' }])
    await full.s3.putObject({ ...open, Body: 'x' })
    expect((await fetch(`${make.endpoint}/${Bucket}/${encodeURI(open.Key)}`)).status).toBe(200)
  })

  test('what a policy denies to somebody with a scope the console does not do either', async () => {
    const bucket = await bucketOf('kho-cam-xoa')
    const { subUser, ask } = await limited('cam-xoa', 'full-control', [{ bucket, prefix: 'ảnh/' }])
    const { policy, revision, sub_users } = await ok<BucketPolicy>(
      request(owners.visitor, 'getBucketPolicy', { values: { bucket } }),
    )
    const deny = {
      ...{ Effect: 'Deny', Action: 's3:DeleteObject', Resource: `arn:aws:s3:::${bucket}/*` },
      Principal: { AWS: sub_users.find(({ id }) => id === subUser.id)?.arn },
    }
    const whole = JSON.parse(policy ?? '')
    whole.Statement.push(deny)
    const body = { bucket, policy: JSON.stringify(whole), revision }
    await ok(request(owners.visitor, 'putBucketPolicy', { body }))
    const failed = [{ key: files[0], code: 'ACCESS_DENIED' }]
    expect(await ok(ask('deleteObjects', { body: { bucket, keys: [files[0]] } }))).toMatchObject({ failed })
    expect(await ok(ask('deleteFolder', { body: { bucket, folder: 'ảnh/' } }))).toMatchObject({ deleted: 0 })
    const renamed = await ask('renameObject', { body: { bucket, key: files[0], name: 'b.txt' } })
    expect(problem(renamed)).toMatchObject({ code: 'ACCESS_DENIED' })
    expect(await gets(owners.s3, bucket)).toEqual(files)
  })

  test("a policy keeps the console's statements as they are, and a statement of one's own with such a Sid is refused", async () => {
    const bucket = await bucketOf('kho-sid')
    const scope = [{ bucket, prefix: 'ảnh/' }]
    const key = await newKey(owners.visitor, { permission: 'read', scope })
    const read = () => ok<BucketPolicy>(request(owners.visitor, 'getBucketPolicy', { values: { bucket } }))
    const put = async (...added: unknown[]) => {
      const { policy, revision } = await read()
      const whole = JSON.parse(policy ?? '')
      whole.Statement.push(...added)
      const body = { bucket, policy: JSON.stringify(whole), revision }
      return request(owners.visitor, 'putBucketPolicy', { body })
    }
    const before = await read()
    expect(before.limited_keys.filter(({ access_key }) => access_key === key.accessKey)).toEqual([
      {
        ...{ access_key: key.accessKey, name: 'Máy chủ', email: owner.email },
        arn: `${before.owner_arn}:${key.accessKey}`,
      },
    ])
    expect((await put()).status).toBe(200)
    const { policy } = await read()
    expect(JSON.parse(policy ?? '')).toEqual(JSON.parse(before.policy ?? ''))
    const count = JSON.parse(policy ?? '').Statement.length
    const mine = {
      ...{ Sid: 'KhoAccessMine', Effect: 'Allow', Principal: '*' },
      ...{ Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` },
    }
    const changed = { ...JSON.parse(policy ?? '').Statement[0], Action: ['s3:*'] }
    for (const statement of [mine, changed]) {
      expect(problem(await put({ ...mine, Sid: 'Mine' }, statement))).toEqual({
        ...{ status: 400, code: 'INVALID_POLICY' },
        fields: [
          {
            field: `policy/Statement/${count + 1}/Sid`,
            message: 'The policy is not valid: a Sid that begins with KhoAccess belongs to the console.',
          },
        ],
      })
    }
    expect((await read()).policy).toBe(policy)
  })

  test('the console shows its buckets and folders alone, and refuses the rest before the storage is asked', async () => {
    const bucket = await bucketOf('kho-thay')
    await bucketOf('kho-khac')
    const { ask } = await limited('thay', 'full-control', [{ bucket, prefix: 'ảnh/cưới/' }])
    const { buckets } = await ok<{ buckets: { name: string; size: number | null }[] }>(ask('listBuckets'))
    expect(buckets.map(({ name, size }) => [name, size])).toEqual([[bucket, null]])
    const keysIn = async (prefix: string) =>
      (await ok<ObjectPage>(ask('paginateObjects', { values: { bucket, prefix } }))).items.map(
        ({ key }) => key,
      )
    expect(await keysIn('')).toEqual(['ảnh/'])
    expect(await keysIn('ảnh/')).toEqual(['ảnh/cưới/'])
    expect(await keysIn('ảnh/cưới/')).toEqual(['ảnh/cưới/b c+.txt'])
    const inside = 'ảnh/cưới/mới.txt'
    const { urls } = await ok<{ urls: string[] }>(
      ask('getPutUrls', { body: { bucket, files: [{ key: inside, size: 1 }] } }),
    )
    expect((await fetch(urls[0]!, { method: 'PUT', body: 'x' })).status).toBe(200)
    const { url } = await ok<{ url: string }>(ask('getDownloadUrl', { body: { bucket, key: inside } }))
    expect(await (await fetch(url)).text()).toBe('x')
    const chosen = { bucket, prefix: 'ảnh/', keys: [], folders: ['ảnh/cưới/'] }
    expect(await ok(ask('createZip', { body: chosen }))).toMatchObject({ files: 2 })
    await ok(ask('createFolder', { body: { bucket, folder: 'ảnh/cưới/lễ/' } }))
    expect(await ok(ask('deleteObjects', { body: { bucket, keys: [inside] } }))).toEqual({
      deleted: 1,
      failed: [],
    })
    expect(await ok(ask('deleteFolder', { body: { bucket, folder: 'ảnh/cưới/lễ/' } }))).toMatchObject({
      deleted: 1,
    })

    const outside: Record<string, Said> = {
      listObjects: { values: { bucket, prefix: 'khác/' } },
      paginateObjects: { values: { bucket: 'kho-khac' } },
      countObjects: { values: { bucket, prefix: 'ảnh/' } },
      watchObjects: { values: { bucket, prefix: 'ảnh/' } },
      searchObjects: { body: { query: '', bucket: 'kho-khac' } },
      getDownloadUrl: { body: { bucket, key: 'ảnh/a.txt' } },
      createFolder: { body: { bucket, folder: 'ảnh/mới/' } },
      createZip: { body: { bucket, keys: [inside], folders: ['ảnh/'] } },
      deleteObjects: { body: { bucket, keys: [inside, 'gốc.txt'] } },
      deleteFolder: { body: { bucket, folder: 'ảnh/' } },
      deleteSelection: { body: { bucket, keys: [inside], objects: ['ảnh/'] } },
      getPutUrls: {
        body: {
          bucket,
          files: [
            { key: inside, size: 1 },
            { key: 'x', size: 1 },
          ],
        },
      },
      startUpload: { body: { bucket: 'kho-khac', key: inside, size: 1 } },
      getUploadUrl: { body: { bucket, key: 'x', upload_id: 'x', part_numbers: [1] } },
      listUploadParts: { values: { bucket, key: 'x', upload_id: 'x' } },
      completeUpload: { body: { bucket, key: 'x', upload_id: 'x' } },
      abortUpload: { body: { bucket, key: 'x', upload_id: 'x' } },
      createBucket: { body: { bucket: 'kho-moi-cua-thay' } },
      deleteBucket: { body: { bucket, pin: '2580', confirm: true } },
    }
    for (const [id, said] of Object.entries(outside))
      expect([id, problem(await ask(id, said))]).toEqual([id, denied])
  })

  test('a watched folder shows what is changed in it by console and storage, to those who may list it', async () => {
    const bucket = await bucketOf('kho-theo-doi')
    const { s3 } = owners
    const { live } = await ok<ObjectPage>(request(owners.visitor, 'paginateObjects', { values: { bucket } }))
    const reader = await limited('theo-doi', 'read', [{ bucket, prefix: 'ảnh/' }])
    const refusal = async (by: typeof reader, values: Record<string, string>) =>
      problem(await by.ask('watchObjects', { values: { bucket, ...values } })).code
    expect(await refusal(reader, { prefix: 'khác/' })).toBe('PERMISSION_DENIED')
    expect(await refusal(await limited('chi-them', 'write', null), {})).toBe('PERMISSION_DENIED')
    if (kind === 'rgw') {
      expect([live, await refusal(reader, { prefix: 'ảnh/' })]).toEqual([false, 'NOT_SUPPORTED'])
      return
    }
    const all = await limited('xem-het', 'read', null)
    expect([live, await refusal(all, { prefix: 'ảnh' })]).toEqual([true, 'INVALID_REQUEST'])
    const watched = {
      root: await watchFolder(owners.visitor, { bucket }),
      photos: await watchFolder(reader.visitor, { bucket, prefix: 'ảnh/' }),
      weddings: await watchFolder(all.visitor, { bucket, prefix: 'ảnh/cưới/' }),
    }
    expect(watched.root.events).toEqual([{ items: [], gone: [], many: false }])

    await s3.putObject({ Bucket: bucket, Key: 'ảnh/mới.txt', Body: 'x' })
    await ok(request(owners.visitor, 'deleteObjects', { body: { bucket, keys: ['gốc.txt', files[1]] } }))
    await ok(request(owners.visitor, 'createFolder', { body: { bucket, folder: 'ảnh/rừng/' } }))
    const [file, folder] = ['ảnh/mới.txt', 'ảnh/rừng/']
    await expect.poll(() => watched.photos.seen().items).toEqual(expect.arrayContaining([file, folder]))
    await expect.poll(() => watched.photos.seen().gone).toEqual(['ảnh/cưới/'])
    await expect.poll(() => watched.root.seen().gone).toEqual(['gốc.txt'])
    expect(new Set(watched.root.seen().items)).toEqual(new Set(['ảnh/']))
    await expect.poll(() => watched.weddings.seen()).toEqual({ items: [], gone: [files[1]] })
    const { items } = await ok<ObjectPage>(reader.ask('listObjects', { values: { bucket, prefix: 'ảnh/' } }))
    const shown = watched.photos.events.flatMap(event => event.items)
    for (const key of [file, folder])
      expect(shown.find(item => item.key === key)).toEqual(items.find(item => item.key === key))

    const { policy, revision, sub_users } = await ok<BucketPolicy>(
      request(owners.visitor, 'getBucketPolicy', { values: { bucket } }),
    )
    const deny = {
      ...{ Effect: 'Deny', Action: 's3:ListBucket', Resource: `arn:aws:s3:::${bucket}` },
      Principal: { AWS: sub_users.find(({ id }) => id === all.subUser.id)?.arn },
      Condition: { StringLike: { 's3:prefix': 'ảnh/*' } },
    }
    const Statement = [...(policy ? JSON.parse(policy).Statement : []), deny]
    const body = { bucket, policy: JSON.stringify({ Version: '2012-10-17', Statement }), revision }
    await ok(request(owners.visitor, 'putBucketPolicy', { body }))
    const before = watched.weddings.seen()
    await s3.putObject({ Bucket: bucket, Key: 'ảnh/cưới/sau.txt', Body: 'x' })
    await expect.poll(() => watched.weddings.runs(), { timeout: 5_000 }).toBe(false)
    expect(watched.weddings.seen()).toEqual(before)
    expect(await refusal(all, { prefix: 'ảnh/' })).toBe('ACCESS_DENIED')
    const others = await Promise.all(Array.from({ length: 8 }, () => watchFolder(all.visitor, { bucket })))
    expect(await refusal(all, {})).toBe('TOO_MANY_REQUESTS')
    for (const each of [...others, ...Object.values(watched)]) each.end()
    await expect.poll(async () => (await all.ask('watchObjects', { values: { bucket } })).status).toBe(200)
  })

  test('a change of the scope or of the level counts at once, for keys that are there', async () => {
    const Bucket = await bucketOf('kho-doi')
    const second = await bucketOf('kho-doi-2')
    const { subUser, s3 } = await limited('doi', 'full-control', null)
    const put = (Key: string) => s3.putObject({ Bucket, Key, Body: Key })
    expect(await gets(s3, Bucket)).toEqual(files)
    await ok(change(subUser, { scope: [{ bucket: Bucket, prefix: 'ảnh/' }] }))
    expect([await gets(s3, Bucket), await gets(s3, second)]).toEqual([files.slice(0, 2), []])
    await put('ảnh/a.txt')
    await ok(change(subUser, { permission: 'read' }))
    await refused(put('ảnh/a.txt'))
    const folders = [
      { bucket: Bucket, prefix: 'khác/' },
      { bucket: second, prefix: '' },
    ]
    expect(
      await ok(change(subUser, { scope: [...folders, { bucket: second, prefix: 'ảnh/' }] })),
    ).toMatchObject({
      scope: folders,
    })
    expect([await gets(s3, Bucket), await gets(s3, second)]).toEqual([['khác/c.txt'], files])
    await ok(change(subUser, { scope: [] }))
    expect([await gets(s3, Bucket), await gets(s3, second)]).toEqual([[], []])
    expect(await policyOf(Bucket)).toBe('NoSuchBucketPolicy')
    await ok(change(subUser, { scope: null }))
    expect(await gets(s3, Bucket)).toEqual(files)
    await refused(put('ảnh/a.txt'))
  })

  test('folder limits outlive a policy that another program puts, puts back or deletes', async () => {
    const Bucket = await bucketOf('kho-chinh-sach')
    const { subUser, s3 } = await limited('chinh-sach', 'read', [{ bucket: Bucket, prefix: 'ảnh/' }])
    const theirs = {
      Sid: 'Theirs',
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:GetObject',
      Resource: `arn:aws:s3:::${Bucket}/ảnh/cưới/*`,
    }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [theirs] })
    /** What the key gets at once where its rights are kept apart, else once the buckets are compared. */
    const getsAtLast = async (keys: string[]) => {
      if (kind === 'rgw') await console.kho.services.grants.compare()
      expect(await gets(s3, Bucket)).toEqual(keys)
    }
    await owners.s3.putBucketPolicy({ Bucket, Policy })
    await getsAtLast(['ảnh/a.txt'])
    await owners.s3.deleteBucketPolicy({ Bucket })
    await getsAtLast(files.slice(0, 2))

    const read = { values: { bucket: Bucket } }
    const shown = await ok<BucketPolicy>(request(owners.visitor, 'getBucketPolicy', read))
    await ok(change(subUser, { scope: [{ bucket: Bucket, prefix: 'ảnh/cưới/' }] }))
    await owners.s3.putBucketPolicy({ Bucket, Policy: shown.policy! })
    await getsAtLast(files.slice(1, 2))
    await ok(change(subUser, { permission: 'read-write', scope: [{ bucket: Bucket, prefix: 'ảnh/' }] }))
    expect(await gets(s3, Bucket)).toEqual(files.slice(0, 2))

    const revision = async () =>
      (await ok<BucketPolicy>(request(owners.visitor, 'getBucketPolicy', read))).revision
    const body = { bucket: Bucket, policy: Policy, revision: await revision() }
    await ok(request(owners.visitor, 'putBucketPolicy', { body }))
    expect(await gets(s3, Bucket)).toEqual(['ảnh/a.txt'])
    const none = { bucket: Bucket, revision: await revision() }
    await ok(request(owners.visitor, 'deleteBucketPolicy', { body: none }))
    expect(await gets(s3, Bucket)).toEqual(files.slice(0, 2))
    await owners.s3.putBucketPolicy({ Bucket, Policy })
    await ok(request(owners.visitor, 'deleteSubUser', { body: { id: subUser.id } }))
    await refused(
      s3.getObject({ Bucket, Key: 'ảnh/a.txt' }).catch(error => {
        throw Object.assign(error, { name: error.name.replace('InvalidAccessKeyId', 'AccessDenied') })
      }),
    )
    await expect.poll(() => policyOf(Bucket)).toMatchObject({ Statement: [{ Sid: 'Theirs' }] })
  })

  test('no restored folder limits are logged of a bucket that has gone', async () => {
    const Bucket = 'kho-da-mat'
    await ok(request(owners.visitor, 'createBucket', { body: { bucket: Bucket } }))
    await limited('da-mat', 'read', [{ bucket: Bucket, prefix: 'ảnh/' }])
    await owners.s3.deleteBucket({ Bucket })
    const logged: string[] = []
    const log = { warn: ({ bucket }: { bucket: string }) => logged.push(bucket) }
    await makeBucketGrants({ ...console.kho.services, log }).compare()
    expect(logged.filter(bucket => bucket === Bucket)).toEqual([])
  })

  const changeKey = (visitor: Visitor, body: Limit & { access_key: string; enabled?: boolean }) =>
    ok<AccessKey>(request(visitor, 'changeAccessKey', { body: { enabled: undefined, ...body } }))

  const closed = (s3: S3, Bucket: string) =>
    expect(s3.getObject({ Bucket, Key: 'ảnh/a.txt' })).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })

  test('a limited key of an owner does what its limit allows, from the next request on, until it is deleted', async () => {
    const Bucket = await bucketOf('kho-khoa-chu')
    const { visitor } = owners
    const scope = [{ bucket: Bucket, prefix: 'ảnh/' }]
    const keys = await newKey(visitor, { permission: 'read', scope })
    const access_key = keys.accessKey
    const s3 = clientOf(keys)
    const put = (Key: string) => s3.putObject({ Bucket, Key, Body: Key })
    expect(await gets(s3, Bucket)).toEqual(files.slice(0, 2))
    await refused(put('ảnh/a.txt'))
    await refused(s3.listObjectsV2({ Bucket }))
    await refused(s3.getBucketPolicy({ Bucket }))
    const listed = async () =>
      (await ok<{ keys: AccessKey[] }>(request(visitor, 'listAccessKeys'))).keys.find(
        key => key.access_key === access_key,
      )
    expect(await listed()).toMatchObject({ permission: 'read', scope, own: true })

    await changeKey(visitor, {
      access_key,
      permission: 'read-write',
      scope: [{ bucket: Bucket, prefix: 'khác/' }],
    })
    expect(await gets(s3, Bucket)).toEqual(['khác/c.txt'])
    await put('khác/c.txt')
    await refused(put('ảnh/a.txt'))
    await changeKey(visitor, { access_key, enabled: false })
    await closed(s3, Bucket)
    await changeKey(visitor, { access_key, enabled: true })
    expect(await gets(s3, Bucket)).toEqual(['khác/c.txt'])
    expect(await changeKey(visitor, { access_key, permission: null, scope: null })).toMatchObject({
      ...{ permission: null, scope: null },
    })
    expect(await gets(s3, Bucket)).toEqual(files)
    expect(await policyOf(Bucket)).toBe('NoSuchBucketPolicy')
    await changeKey(visitor, { access_key, permission: 'read' })
    expect(await gets(s3, Bucket)).toEqual(files)
    await refused(put('ảnh/a.txt'))
    await changeKey(visitor, { access_key, scope })
    expect(await gets(s3, Bucket)).toEqual(files.slice(0, 2))

    const { admin } = console.kho.services
    const subUsers = async () =>
      (await admin.getUser(`kho-${owner.accountId}`))?.subUsers.map(({ name }) => name)
    expect(await subUsers()).toContain(access_key)
    const people = await ok<{ users: SubUser[] }>(request(visitor, 'listSubUsers'))
    expect(JSON.stringify(people)).not.toContain(access_key)
    await ok(request(visitor, 'deleteAccessKey', { body: { access_key } }))
    await closed(s3, Bucket)
    expect(await subUsers()).not.toContain(access_key)
    expect(await policyOf(Bucket)).toBe('NoSuchBucketPolicy')
  })

  test('a limited key of a sub-user may never do more than the sub-user', async () => {
    const Bucket = await bucketOf('kho-khoa-con')
    const folder = (prefix: string) => [{ bucket: Bucket, prefix }]
    const { subUser, ask, s3: whole } = await limited('khoa-con', 'read-write', folder('ảnh/'))
    const visitor = await people.visit(subUser, { confirmed: true })
    for (const body of [{ scope: folder('') }, { scope: folder('khác/') }, { permission: 'full-control' }])
      expect(problem(await ask('createAccessKey', { body: { name: 'x', ...body } }))).toEqual(denied)
    const narrow = clientOf(await newKey(visitor, { scope: folder('ảnh/cưới/') }))
    const reading = clientOf(await newKey(visitor, { permission: 'read' }))
    expect(await gets(narrow, Bucket)).toEqual(['ảnh/cưới/b c+.txt'])
    expect(await gets(reading, Bucket)).toEqual(files.slice(0, 2))
    await refused(reading.putObject({ Bucket, Key: 'ảnh/a.txt', Body: 'x' }))
    await ok(change(subUser, { scope: folder('khác/') }))
    expect(await Promise.all([whole, narrow, reading].map(s3 => gets(s3, Bucket)))).toEqual([
      ['khác/c.txt'],
      [],
      ['khác/c.txt'],
    ])
    await ok(change(subUser, { scope: null }))
    expect(await Promise.all([narrow, reading].map(s3 => gets(s3, Bucket)))).toEqual([
      ['ảnh/cưới/b c+.txt'],
      files,
    ])
    await ok(change(subUser, { permission: 'write' }))
    expect(await Promise.all([narrow, reading].map(s3 => gets(s3, Bucket)))).toEqual([[], []])
    await narrow.putObject({ Bucket, Key: 'ảnh/cưới/mới.txt', Body: 'x' })
    await ok(request(owners.visitor, 'deleteSubUser', { body: { id: subUser.id } }))
    for (const s3 of [whole, narrow, reading]) await closed(s3, Bucket)
    await expect.poll(() => policyOf(Bucket)).toBe('NoSuchBucketPolicy')
  })

  test('a bucket that is made again has the rights of scopes that name it', async () => {
    const Bucket = await bucketOf('kho-lai')
    const { s3 } = await limited('lai', 'read', [{ bucket: Bucket, prefix: 'ảnh/' }])
    for (const Key of files) await owners.s3.deleteObject({ Bucket, Key })
    await owners.s3.deleteBucket({ Bucket })
    await bucketOf('kho-lai')
    expect(await gets(s3, Bucket)).toEqual(files.slice(0, 2))
  })

  test('a scope names buckets that are there, and what its policies have room for [V2.2.3]', async () => {
    const bucket = await bucketOf('kho-day')
    const { subUser, s3 } = await limited('day', 'read', [{ bucket, prefix: 'ảnh/' }])
    expect(problem(await change(subUser, { scope: [{ bucket: 'khong-co', prefix: '' }] }))).toEqual({
      status: 404,
      code: 'BUCKET_NOT_FOUND',
    })
    const long = Array.from({ length: 50 }, (_, at) => ({ bucket, prefix: `${at}${'x'.repeat(300)}/` }))
    expect(problem(await change(subUser, { scope: long }))).toEqual({ status: 409, code: 'SCOPE_TOO_LARGE' })
    expect(await gets(s3, bucket)).toEqual(files.slice(0, 2))
    for (const prefix of ['anh', 'a*/', '/anh/']) {
      const answer = await change(subUser, { scope: [{ bucket, prefix }] })
      expect(problem(answer)).toMatchObject({ status: 400, fields: [{ field: 'scope.0.prefix' }] })
    }
  })

  test('what the storage missed is pushed once it answers', async () => {
    const Bucket = await bucketOf('kho-lo')
    const { subUser, s3 } = await limited('lo', 'read', [{ bucket: Bucket, prefix: '' }])
    const { access, db } = console.kho.services
    const { clientForAccount } = access
    onTestFinished(() => void Object.assign(access, { clientForAccount }))
    // A push that has begun would take this change along.
    await console.kho.services.sweeper.run()
    access.clientForAccount = () => Promise.reject(new Error('No storage.'))
    await db.updateTable('users').set({ scope: '[]' }).where('id', '=', subUser.id).execute()
    await bumpGrants(db, owner.accountId, [Bucket])
    await expect(console.kho.services.grants.apply(owner.accountId)).rejects.toThrow('No storage.')
    expect(await gets(s3, Bucket)).toEqual(files)
    Object.assign(access, { clientForAccount })
    await console.kho.services.sweeper.run()
    expect(await gets(s3, Bucket)).toEqual([])
  })
})

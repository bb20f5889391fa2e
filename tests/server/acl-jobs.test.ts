import type { S3 } from '@aws-sdk/client-s3'
import { beforeEach, expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import type { Step } from '../../server/jobs/kind.ts'
import { changeAcl } from '../../server/jobs/kinds/change-acl.ts'
import { restoreVersion } from '../../server/operations/object-versions.ts'
import { selectionStart } from '../../server/storage/selected-objects.ts'
import type { Locks } from '../../server/store/locks.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { jobContext } from './support/copy-steps.ts'
import { endOf, failuresOf, keysAndCodes } from './support/jobs.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { onEachStorage } from './support/storages.ts'

onEachStorage((_, prepare) => {
  let console: TestConsole
  let endpoint: string
  let people: People
  let boss: Person
  let visitor: Visitor
  let client: S3
  let bucket: string
  let count = 0

  prepare(async started => {
    ;({ console, endpoint } = started)
    people = await makePeople(console)
    boss = await people.owner('an')
    visitor = await people.visit(boss)
    client = await clientOf(console, boss)
  })
  beforeEach(async () => {
    count += 1
    bucket = `quyen-${count}`
    await client.createBucket({ Bucket: bucket })
  })

  const put = (Key: string) => client.putObject({ Bucket: bucket, Key, Body: 'xin chào' })
  const set = (acl: string, keys: string[], who = visitor) =>
    who.call('PUT', '/objects/acl/many', { bucket, keys, acl })
  const read = async (keys: string[], who = visitor) =>
    who.call('POST', '/objects/acl/many', { bucket, keys })
  /** What a browser without a session gets. */
  const anonymous = (keys: string[]) =>
    Promise.all(keys.map(async key => (await fetch(`${endpoint}/${bucket}/${encodeURI(key)}`)).status))

  async function ended(answer: Answer): Promise<Job> {
    expect(answer).toMatchObject({ status: 202, body: { kind: 'change-acl' } })
    return endOf(visitor, answer.body as Job)
  }

  const keys = ['a.txt', 'tết/b.txt', 'tết/sâu/c.txt', 'tết-bên cạnh.txt']

  test('/objects/acl for files and folders: anonymous access begins with public, and ends with private', async () => {
    for (const key of keys) await put(key)
    expect(await anonymous(keys)).toEqual([403, 403, 403, 403])
    const opened = await ended(await set('public', ['a.txt', 'tết/']))
    expect(opened).toMatchObject({ state: 'done', done: 3, failed: 0, total: 3, source: 'a.txt', sources: 2 })
    expect(await anonymous(keys)).toEqual([200, 200, 200, 403])
    expect((await read([...keys, 'không có'])).body).toEqual({
      acls: [
        { key: 'a.txt', acl: 'public' },
        { key: 'tết/b.txt', acl: 'public' },
        { key: 'tết/sâu/c.txt', acl: 'public' },
        { key: 'tết-bên cạnh.txt', acl: 'private' },
        { key: 'không có', acl: null },
      ],
    })
    expect(await ended(await set('private', ['tết/']))).toMatchObject({ done: 2, source: 'tết/' })
    expect(await ended(await set('private', ['a.txt']))).toMatchObject({ done: 1, source: 'a.txt' })
    expect(await anonymous(keys)).toEqual([403, 403, 403, 403])
  })

  test('an object that no longer exists is a failure, and a retry changes it once it is back', async () => {
    await put('a.txt')
    const job = await ended(await set('public', ['a.txt', 'mất.txt']))
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(keysAndCodes(await failuresOf(visitor, job))).toEqual([['mất.txt', 'OBJECT_NOT_FOUND']])
    await put('mất.txt')
    const again = await ended(await visitor.call('POST', `/jobs/${job.id}/retry`, {}))
    expect(again).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await anonymous(['a.txt', 'mất.txt'])).toEqual([200, 200])
  })

  test('a file that is made private while one of its versions is restored stays private', async () => {
    const VersioningConfiguration = { Status: 'Enabled' as const }
    await client.putBucketVersioning({ Bucket: bucket, VersioningConfiguration })
    const { VersionId } = await put('a.txt')
    await client.putObject({ Bucket: bucket, Key: 'a.txt', Body: 'b', ACL: 'public-read' })
    const { services } = console.kho
    const own = await clientOf(console, boss)
    const context = await jobContext(console, boss, own, bucket)
    const { promise: waiting, resolve: waits } = Promise.withResolvers<void>()
    const locks: Locks = {
      ...services.locks,
      hold(name, work) {
        waits()
        return services.locks.hold(name, work)
      },
    }
    let job: Promise<Step<unknown>> | undefined
    const late = await clientOf(console, boss)
    late.middlewareStack.add(
      (next, { commandName }) =>
        async args => {
          if (commandName === 'PutObjectAclCommand') {
            const input = { bucket, keys: ['a.txt'], acl: 'private' as const }
            const act = { phase: 'act' as const, place: selectionStart }
            job = changeAcl.step({ ...context, locks }, input, act)
            await Promise.race([job, waiting])
          }
          return next(args)
        },
      { step: 'initialize' },
    )
    const { access } = services
    const clientForAccount: typeof access.clientForAccount = async who => ({
      ...(await access.clientForAccount(who)),
      client: late,
    })
    await restoreVersion({ ...services, access: { ...access, clientForAccount } }, context.by, {
      ...{ bucket, path: 'a.txt', versionId: VersionId! },
    })
    expect(await job).toMatchObject({ done: 1, failed: 0 })
    expect(await anonymous(['a.txt'])).toEqual([403])
  })

  test('no job is started where public ACLs are blocked', async () => {
    await put('a.txt')
    const block = { BlockPublicAcls: true, IgnorePublicAcls: true }
    await client.putPublicAccessBlock({ Bucket: bucket, PublicAccessBlockConfiguration: block })
    expect(problem(await set('public', ['a.txt']))).toEqual({ status: 409, code: 'PUBLIC_ACCESS_BLOCKED' })
    expect(await anonymous(['a.txt'])).toEqual([403])
  })

  test('a file that the bucket policy makes public is listed as public, whatever its ACL', async () => {
    for (const key of keys) await put(key)
    const Policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          ...{ Sid: 'Tet', Effect: 'Allow', Principal: '*', Action: 's3:GetObject' },
          Resource: `arn:aws:s3:::${bucket}/tết/*`,
        },
      ],
    })
    await client.putBucketPolicy({ Bucket: bucket, Policy })
    const { body } = await read(keys)
    expect((body as { acls: { acl: string }[] }).acls.map(({ acl }) => acl)).toEqual([
      ...['private', 'public', 'public', 'private'],
    ])
  })

  test('sub-users limited to folders read and change ACLs in these folders only', async () => {
    for (const key of keys) await put(key)
    const scope = [{ bucket, prefix: 'tết/' }]
    const person = await people.subUser(boss, `sub${count}`, 'full-control')
    const body = { id: person.id, permission: 'full-control', scope }
    expect((await visitor.call('PUT', '/user-management', body)).status).toBeLessThan(300)
    const limited = await people.visit(person)
    expect(problem(await set('public', ['a.txt'], limited))).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect(problem(await set('public', ['tết/', 'a.txt'], limited))).toMatchObject({
      code: 'PERMISSION_DENIED',
    })
    expect(problem(await read(['a.txt'], limited))).toMatchObject({ code: 'PERMISSION_DENIED' })
    expect((await read(['tết/b.txt'], limited)).body).toEqual({
      acls: [{ key: 'tết/b.txt', acl: 'private' }],
    })
    expect(await ended(await set('public', ['tết/'], limited))).toMatchObject({ state: 'done', done: 2 })
    expect(await anonymous(keys)).toEqual([403, 200, 200, 403])
  })
})

import {
  CreateBucketCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { type Answer, problem, type TestConsole, type Visitor } from './support/console.ts'
import { endOf, failuresOf, keysAndCodes } from './support/jobs.ts'
import { makePeople, type People, type Person } from './support/people.ts'
import { onEmbedded, onRgw } from './support/storages.ts'

describe.each([
  ['the embedded engine', onEmbedded],
  ['Ceph RGW', onRgw],
])('on %s', (_name, start) => {
  let missing: string | null = null
  let stop: (() => Promise<void>) | undefined
  let console: TestConsole
  let endpoint: string
  let people: People
  let boss: Person
  let visitor: Visitor
  let client: S3Client
  let bucket: string
  let count = 0

  beforeAll(async () => {
    const found = await start()
    if ('missing' in found) {
      missing = found.missing
      return
    }
    ;({ console, endpoint, stop } = found)
    people = await makePeople(console)
    boss = await people.owner('an')
    visitor = await people.visit(boss)
    ;({ client } = await console.kho.services.access.clientForAccount({ ...boss, isSubUser: false }))
  }, 300_000)
  afterAll(() => stop?.())
  beforeEach(async context => {
    if (missing !== null) return context.skip(missing)
    count += 1
    bucket = `quyen-${count}`
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  })

  const put = (Key: string) => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'xin chào' }))
  const set = (acl: string, keys: string[], who = visitor) =>
    who.call('PUT', '/objects/acl/many', { bucket, keys, acl })
  const read = async (keys: string[], who = visitor) =>
    who.call('POST', '/objects/acl/many', { bucket, keys })
  /** What a browser without a session gets. */
  const anonymous = (keys: string[]) =>
    Promise.all(keys.map(async key => (await fetch(`${endpoint}/${bucket}/${encodeURI(key)}`)).status))

  async function ended(answer: Answer): Promise<Job> {
    expect(answer).toMatchObject({ status: 202, body: { kind: 'change-acl', state: 'queued' } })
    return endOf(visitor, answer.body as Job)
  }

  const keys = ['a.txt', 'tết/b.txt', 'tết/sâu/c.txt', 'tết-bên cạnh.txt']

  test('/objects/acl for files and folders: anonymous access begins with public, and ends with private', async () => {
    for (const key of keys) await put(key)
    expect(await anonymous(keys)).toEqual([403, 403, 403, 403])
    const opened = await ended(await set('public', ['a.txt', 'tết/']))
    expect(opened).toMatchObject({ state: 'done', done: 3, failed: 0, total: 3, source: null })
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

  test('what vanished is told as a failure, and is done when retried', async () => {
    await put('a.txt')
    const job = await ended(await set('public', ['a.txt', 'mất.txt']))
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(keysAndCodes(await failuresOf(visitor, job))).toEqual([['mất.txt', 'OBJECT_NOT_FOUND']])
    await put('mất.txt')
    const again = await ended(await visitor.call('POST', `/jobs/${job.id}/retry`, {}))
    expect(again).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await anonymous(['a.txt', 'mất.txt'])).toEqual([200, 200])
  })

  test('where public ACLs are blocked nothing is begun', async () => {
    await put('a.txt')
    const block = { BlockPublicAcls: true, IgnorePublicAcls: true }
    await client.send(
      new PutPublicAccessBlockCommand({ Bucket: bucket, PublicAccessBlockConfiguration: block }),
    )
    expect(problem(await set('public', ['a.txt']))).toEqual({ status: 409, code: 'PUBLIC_ACCESS_BLOCKED' })
    expect(await anonymous(['a.txt'])).toEqual([403])
  })

  test('a file that the policy opens is read as public, whatever its own ACL says', async () => {
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
    await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }))
    const { body } = await read(keys)
    expect((body as { acls: { acl: string }[] }).acls.map(({ acl }) => acl)).toEqual([
      ...['private', 'public', 'public', 'private'],
    ])
  })

  test('those limited to folders read and change within them alone', async () => {
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

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { S3 } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mostPolicyBytes } from '../../domain/policy/policy.ts'
import type { AccessKey, SubUser } from '../../openapi/schema.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { type Answer, problem, type TestConsole } from './support/console.ts'
import { files, type Limited, makeLimited, ok } from './support/limited.ts'
import type { Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

const [, inside] = files as [string, string]

onEachStorage(
  (kind, prepare) => {
    let console: TestConsole
    let make: Limited
    let line: FaultProxy | null
    prepare(async started => {
      ;({ console, line = null } = started)
      make = await makeLimited(started)
    })

    type Held = Awaited<ReturnType<typeof hold>>

    /** A sub-user with a folder, a key that has all its rights, and one of the owner's that is limited to it. */
    async function hold(bucket: string, name: string) {
      const scope = [{ bucket, prefix: 'ảnh/' }]
      const { subUser, keys, s3 } = await make.limited(name, 'read-write', scope)
      const own = await make.newKey(make.owners.visitor, { permission: 'read-write', scope })
      // An owner has a limited number of keys, and the storage is compared with all sub-users.
      onTestFinished(async () => {
        await call('deleteAccessKey', { access_key: own.accessKey })
        await call('deleteSubUser', { id: subUser.id })
      })
      return { bucket, subUser, key: keys.accessKey, s3, own: own.accessKey, ofOwn: make.clientOf(own) }
    }
    const call = (id: string, body: Record<string, unknown>) => request(make.owners.visitor, id, { body })

    /** A group with such a folder of the bucket. */
    async function groupOf(bucket: string, prefix: string): Promise<string> {
      const body = { name: randomUUID(), permission: 'read-write', scope: [{ bucket, prefix }] }
      return (await ok<{ id: string }>(call('createSubUserGroup', body))).id
    }
    const join = ({ id }: Person, group_id: string) =>
      call('changeSubUser', { id, permission: undefined, group_id })

    /** What loses `inside`: the sub-user's key (`s3`) or the limited one (`ofOwn`), to read it or only to write it. */
    type Way = {
      by: 's3' | 'ofOwn'
      loses?: 'writing'
      /** Gives what `take` needs. */
      begin?: (held: Held) => Promise<string>
      take: (held: Held, begun: string) => Promise<Answer>
    }
    const ways: Record<string, Way> = {
      'other folders': {
        by: 's3',
        take: ({ bucket, subUser }) => make.change(subUser, { scope: [{ bucket, prefix: 'khác/' }] }),
      },
      'no folders': { by: 's3', take: ({ subUser }) => make.change(subUser, { scope: [] }) },
      'a lower level': {
        ...{ by: 's3', loses: 'writing' },
        take: ({ subUser }) => make.change(subUser, { permission: 'read' }),
      },
      'a lower level, everywhere': {
        ...{ by: 's3', loses: 'writing' },
        take: ({ subUser }) => make.change(subUser, { permission: 'read', scope: null }),
      },
      'other folders of a key': {
        by: 'ofOwn',
        take: ({ bucket, own }) =>
          call('changeAccessKey', {
            access_key: own,
            enabled: undefined,
            scope: [{ bucket, prefix: 'khác/' }],
          }),
      },
      'a disabled key': {
        by: 's3',
        take: ({ key }) => call('changeAccessKey', { access_key: key, enabled: false }),
      },
      'a deleted key': { by: 'ofOwn', take: ({ own }) => call('deleteAccessKey', { access_key: own }) },
      'a deleted sub-user': { by: 's3', take: ({ subUser }) => call('deleteSubUser', { id: subUser.id }) },
      'other folders of a group': {
        by: 's3',
        async begin({ bucket, subUser }) {
          const id = await groupOf(bucket, 'ảnh/')
          await ok(join(subUser, id))
          return id
        },
        take: ({ bucket }, id) =>
          request(make.owners.visitor, 'changeSubUserGroup', {
            values: { id },
            body: { permission: undefined, scope: [{ bucket, prefix: 'khác/' }] },
          }),
      },
      'a group with other folders': {
        by: 's3',
        begin: ({ bucket }) => groupOf(bucket, 'khác/'),
        take: ({ subUser }, id) => join(subUser, id),
      },
      'the end of access': {
        by: 's3',
        take: ({ subUser }) =>
          call('changeSubUser', { id: subUser.id, permission: undefined, expire_date: 1 }),
      },
    }

    const owner = () => make.owners.s3
    const publicRead = (Bucket: string) => ({
      ...{ Sid: 'Open', Effect: 'Allow', Principal: '*', Action: 's3:GetObject' },
      Resource: `arn:aws:s3:::${Bucket}/công khai/*`,
    })
    const statementsOf = (Bucket: string): Promise<unknown[]> =>
      owner()
        .getBucketPolicy({ Bucket })
        .then(
          ({ Policy }) => JSON.parse(Policy!).Statement,
          () => [],
        )
    const putStatements = (Bucket: string, Statement: unknown[]) =>
      owner().putBucketPolicy({ Bucket, Policy: JSON.stringify({ Version: '2012-10-17', Statement }) })

    /** Why the storage may refuse a new policy of the bucket; gives what takes the reason away. */
    const reasons: Record<string, (Bucket: string) => Promise<() => Promise<unknown>>> = {
      async 'public policies are blocked'(Bucket) {
        await putStatements(Bucket, [...(await statementsOf(Bucket)), publicRead(Bucket)])
        const PublicAccessBlockConfiguration = { BlockPublicPolicy: true }
        await owner().putPublicAccessBlock({ Bucket, PublicAccessBlockConfiguration })
        return () => owner().deletePublicAccessBlock({ Bucket })
      },
      async 'the policy is full'(Bucket) {
        const own = await statementsOf(Bucket)
        const room = mostPolicyBytes - Buffer.byteLength(JSON.stringify(own)) - 400
        // Ceph RGW ends on a resource of 20 KiB.
        const each = `arn:aws:s3:::${Bucket}/${'x'.repeat(200)}`
        const Resource = Array.from(
          { length: Math.floor(room / (each.length + 8)) },
          (_, at) => `${each}${at}`,
        )
        await putStatements(Bucket, [...own, { ...publicRead(Bucket), Effect: 'Deny', Resource }])
        return async () => undefined
      },
      async 'the bucket is gone, and made again by another program'(Bucket) {
        for (const Key of files) await owner().deleteObject({ Bucket, Key })
        await owner().deleteBucket({ Bucket })
        return async () => {
          await owner().createBucket({ Bucket })
          await owner().putObject({ Bucket, Key: inside, Body: inside })
        }
      },
      async 'the storage does not answer'() {
        line!.gone = true
        return async () => {
          line!.gone = false
        }
      },
    }
    const always = Object.keys(reasons).filter(reason => kind === 'rgw' || !reason.includes('not answer'))

    const succeeds = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => false,
      )
    const reads = (s3: S3, Bucket: string) => succeeds(s3.getObject({ Bucket, Key: inside }))
    const writes = (s3: S3, Bucket: string) => succeeds(s3.putObject({ Bucket, Key: inside, Body: inside }))

    /** What the console shows of both. */
    async function shown({ subUser, key, own }: Held) {
      const { users } = await ok<{ users: SubUser[] }>(request(make.owners.visitor, 'listSubUsers'))
      const { keys } = await ok<{ keys: AccessKey[] }>(request(make.owners.visitor, 'listAccessKeys'))
      return [
        users.filter(({ id }) => id === subUser.id),
        keys.filter(each => [key, own].includes(each.access_key)),
      ]
    }

    describe.each(always)('where %s [V16.5.3]', reason => {
      test.each(Object.keys(ways))('what is taken away is gone, or the change is refused: %s', async way => {
        const at = `${always.indexOf(reason)}-${Object.keys(ways).indexOf(way)}`
        const bucket = await make.bucketOf(`kho-tuoc-${at}`)
        const held = await hold(bucket, `tuoc-${at}`)
        const { by, loses, begin, take } = ways[way]!
        const begun = (await begin?.(held)) ?? ''
        const has = () => (loses === 'writing' ? writes : reads)(held[by], bucket)
        expect(await has()).toBe(true)
        const before = await shown(held)
        const end = await reasons[reason]!(bucket)
        const answer = await take(held, begun)
        const isRefused = answer.status >= 300 && isDeepStrictEqual(await shown(held), before)
        if (kind === 'embedded') expect(answer.status).toBeLessThan(300)
        if (isRefused) {
          const fields = [{ field: bucket, message: 'ACCESS_DENIED' }]
          expect(problem(answer)).toMatchObject(
            reason.includes('not answer')
              ? { code: 'STORAGE_UNAVAILABLE' }
              : { code: 'POLICY_REFUSED', fields },
          )
        } else if (!reason.includes('not answer') && way !== 'the end of access')
          // At once, and as long as the reason lasts.
          expect(await has()).toBe(false)
        await end()
        if (isRefused) return expect(await has()).toBe(true)
        await expect
          .poll(async () => {
            await console.kho.services.sweeper.run()
            return has()
          })
          .toBe(false)
      })
    })

    test('a bucket that takes no policy holds nothing else of the account up', async () => {
      const [shut, other] = [await make.bucketOf('kho-ket'), await make.bucketOf('kho-thong')]
      const held = await hold(shut, 'ket')
      const end = await reasons['public policies are blocked']!(shut)
      const taken = await make.change(held.subUser, { scope: [{ bucket: other, prefix: 'ảnh/' }] })
      expect(taken.status < 300 || problem(taken).code === 'POLICY_REFUSED').toBe(true)
      const scope = [{ bucket: other, prefix: 'ảnh/' }]
      const keys = await make.newKey(make.owners.visitor, { permission: 'read', scope })
      expect(await reads(make.clientOf(keys), other)).toBe(true)
      const next = await make.limited('ket-khac', 'read', scope)
      expect(await reads(next.s3, other)).toBe(true)
      await end()
    })
  },
  { proxied: true },
)

import type { S3, LifecycleRule as StoredRule } from '@aws-sdk/client-s3'
import { beforeEach, describe, expect, test } from 'vitest'
import type { LifecyclePreview, LifecycleRule } from '../../openapi/schema.ts'
import { previewLifecycle } from '../../server/storage/lifecycle-preview.ts'
import { problem, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { onEachStorage } from './support/storages.ts'

const revision = expect.any(String)
const rule = (more: Partial<LifecycleRule>): LifecycleRule => ({
  ...{ id: '', enabled: true, prefix: '', others: [] },
  ...{ current_days: null, previous_days: null, abort_days: null },
  ...more,
})

onEachStorage(
  (kind, begin) => {
    const rgw = kind === 'rgw'
    let console: TestConsole
    let people: People
    let owner: Person
    let visitor: Visitor
    let client: S3
    let bucket: string
    let buckets = 0

    begin(async started => {
      console = started.console
      people = await makePeople(console)
      owner = await people.owner('an')
      visitor = await people.visit(owner)
      client = await clientOf(console, owner)
    })
    beforeEach(async () => {
      bucket = `kho-giu-${++buckets}`
      expect((await visitor.call('POST', '/bucket', { bucket })).status).toBe(201)
    })

    async function read<T = Record<string, unknown>>(setting: string, who = visitor) {
      const answer = await who.call('GET', `/bucket/${setting}?bucket=${bucket}`)
      expect(answer.status).toBe(200)
      return answer.body as T & { revision: string }
    }
    async function change(setting: string, body: object, who = visitor) {
      const { revision } = await read(setting, who)
      return who.call('PUT', `/bucket/${setting}`, { bucket, revision, ...body })
    }

    describe('/bucket/versioning', () => {
      const set = (versioning: string) => change('versioning', { versioning })

      test('(GET, PUT) goes from off to enabled to suspended, and never off again', async () => {
        expect(await read('versioning')).toEqual({ versioning: 'off', revision })
        for (const versioning of ['enabled', 'suspended', 'enabled'] as const) {
          expect((await set(versioning)).body).toEqual({ versioning, revision })
          expect((await read('versioning')).versioning).toBe(versioning)
        }
        expect(problem(await set('off'))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
      })

      test('is not changed for one who has seen another state of it', async () => {
        const { revision } = await read('versioning')
        await set('enabled')
        const late = await visitor.call('PUT', '/bucket/versioning', {
          bucket,
          versioning: 'enabled',
          revision,
        })
        expect(problem(late)).toEqual({ status: 409, code: 'SETTING_CHANGED' })
      })
    })

    describe('/bucket/objectlock', () => {
      const off = {
        enabled: false,
        available: !rgw,
        later: rgw,
        mode: null,
        days: null,
        years: null,
        revision,
      }
      const lock = (retention: unknown, who = visitor) => change('objectlock', { retention }, who)

      test('(GET) anyone with full-control permission can enable object lock, with versions; nobody where it is not supported', async () => {
        expect(await read('objectlock')).toEqual(off)
        const subUser = await people.subUser(owner, `day-du-${buckets}`, 'full-control')
        const answer = await lock({ mode: 'governance', days: 30 }, await people.visit(subUser))
        if (rgw) {
          expect(problem(answer)).toEqual({ status: 501, code: 'NOT_SUPPORTED' })
          expect((await read('versioning')).versioning).toBe('off')
          return
        }
        const on = { ...off, enabled: true, mode: 'governance', days: 30 }
        expect(answer.body).toEqual(on)
        expect(await read('objectlock')).toEqual(on)
        expect((await read('versioning')).versioning).toBe('enabled')
        const suspend = await change('versioning', { versioning: 'suspended' })
        expect(problem(suspend)).toEqual({ status: 409, code: 'LOCK_KEEPS_VERSIONS' })
        expect((await lock(null)).body).toEqual({ ...on, mode: null, days: null })
      })

      test.each([
        ['governance', 'can be disabled by accounts with specific permissions'],
        ['compliance', 'cannot be disabled by anyone'],
      ])('%s mode %s', async mode => {
        const Bucket = `${bucket}-${mode}`
        const object_lock = { mode, days: 1 }
        const made = await visitor.call('POST', '/bucket', { bucket: Bucket, object_lock })
        expect(made.status).toBe(201)
        const { VersionId } = await client.putObject({ Bucket, Key: 'a', Body: 'a' })
        const remove = (BypassGovernanceRetention: boolean) =>
          client.deleteObject({ Bucket, Key: 'a', VersionId, BypassGovernanceRetention })
        await expect(remove(false)).rejects.toThrow()
        if (mode === 'governance') await remove(true)
        else await expect(remove(true)).rejects.toThrow()
        const { Versions = [] } = await client.listObjectVersions({ Bucket })
        expect(Versions.length).toBe(mode === 'governance' ? 0 : 1)
      })

      test.each([
        [{ mode: 'governance' }, 'retention'],
        [{ days: 30 }, 'retention'],
        [{ mode: 'governance', days: 0 }, 'retention'],
        [{ mode: 'governance', days: 1_024_001 }, 'retention'],
        [{ mode: 'forever', days: 30 }, 'retention'],
      ])('%j is refused', async (retention, field) => {
        const answer = problem(await lock(retention))
        expect(answer).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
        expect(answer.fields?.every(each => each.field.startsWith(field))).toBe(true)
      })
    })

    describe('/bucket/lifecycle', () => {
      const stored = async (): Promise<StoredRule[]> =>
        (await client.getBucketLifecycleConfiguration({ Bucket: bucket })).Rules ?? []
      const rules = async () => (await read<{ rules: LifecycleRule[] }>('lifecycle')).rules
      const set = (changed: LifecycleRule[]) => change('lifecycle', { rules: changed })

      test('(GET, PUT, DELETE) has rules for a folder or all files, of which each can be changed, switched off and removed', async () => {
        expect(await read('lifecycle')).toEqual({ rules: [], revision })
        const made = await set([
          rule({ prefix: 'tạm/', current_days: 30, abort_days: 7 }),
          rule({ previous_days: 90 }),
        ])
        expect(made.status).toBe(200)
        const [folder, all] = (await rules()).sort((a, b) => b.prefix.length - a.prefix.length)
        expect(folder).toEqual(rule({ id: folder!.id, prefix: 'tạm/', current_days: 30, abort_days: 7 }))
        expect(all).toEqual(rule({ id: all!.id, previous_days: 90 }))
        await set([{ ...folder!, current_days: 60, enabled: false }])
        expect(await rules()).toEqual([{ ...folder!, current_days: 60, enabled: false }])
        const { revision: seen } = await read('lifecycle')
        expect((await visitor.call('DELETE', '/bucket/lifecycle', { bucket, revision: seen })).status).toBe(
          204,
        )
        expect(await rules()).toEqual([])
      })

      test.each<[string, Partial<LifecycleRule>, Partial<StoredRule>]>([
        ['applies to a folder prefix', { prefix: 'log/', current_days: 30 }, {}],
        ['applies to all files', { current_days: 30 }, {}],
        [
          'permanent deletion of current versions after N days',
          { current_days: 30 },
          { Expiration: { Days: 30 } },
        ],
        [
          'permanent deletion of previous versions after N days',
          { previous_days: 90 },
          { NoncurrentVersionExpiration: { NoncurrentDays: 90 } },
        ],
        [
          'abort incomplete multipart uploads after N days',
          { abort_days: 7 },
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } },
        ],
      ])('rule: %s', async (_row, asked, kept) => {
        expect((await set([rule(asked)])).status).toBe(200)
        const [only, ...more] = await stored()
        expect(more).toEqual([])
        expect(only).toMatchObject({ Status: 'Enabled', ...kept })
        expect(only?.Filter?.Prefix ?? '').toBe(asked.prefix ?? '')
      })

      const theirs: StoredRule[] = [
        {
          ID: 'theirs',
          Status: 'Enabled',
          Filter: { And: { Prefix: 'log/', Tags: [{ Key: 'giữ', Value: 'không' }] } },
          Expiration: { Date: new Date('2099-01-01T00:00:00Z') },
        },
        {
          ID: 'markers',
          Status: 'Enabled',
          Filter: { Prefix: '' },
          Expiration: { ExpiredObjectDeleteMarker: true },
        },
      ]
      const richer: StoredRule = {
        ID: 'richer',
        Status: 'Enabled',
        Filter: { And: { Prefix: 'a/', ObjectSizeGreaterThan: 10, ObjectSizeLessThan: 1000 } },
        Expiration: { Days: 5 },
        NoncurrentVersionExpiration: { NoncurrentDays: 9, NewerNoncurrentVersions: 3 },
      }

      test('shows what other programs wrote, and keeps it as it is', async () => {
        const Rules = rgw ? theirs : [...theirs, richer]
        await client.putBucketLifecycleConfiguration({ Bucket: bucket, LifecycleConfiguration: { Rules } })
        const before = await stored()
        const found = await rules()
        const of = (id: string) => found.find(each => each.id === id)
        expect(of('theirs')).toEqual(
          rule({
            ...{ id: 'theirs', prefix: 'log/' },
            others: [
              { kind: 'tag', number: null, text: 'giữ=không' },
              { kind: 'date', number: Date.UTC(2099, 0) / 1000, text: '' },
            ],
          }),
        )
        expect(of('markers')?.others).toEqual([{ kind: 'marker', number: null, text: '' }])
        if (!rgw) {
          expect(of('richer')).toEqual(
            rule({
              ...{ id: 'richer', prefix: 'a/', current_days: 5, previous_days: 9 },
              others: [
                { kind: 'larger', number: 10, text: '' },
                { kind: 'smaller', number: 1000, text: '' },
                { kind: 'newer', number: 3, text: '' },
              ],
            }),
          )
        }
        const changed = await set([...found, rule({ id: 'ours', prefix: 'moi/', current_days: 1 })])
        expect(changed.status).toBe(200)
        expect((await stored()).filter(({ ID }) => ID !== 'ours')).toEqual(before)

        const switchedOff = (await rules()).map(each => ({ ...each, enabled: each.id !== 'theirs' }))
        expect((await set(switchedOff)).status).toBe(200)
        expect((await stored()).find(({ ID }) => ID === 'theirs')).toEqual({
          ...before.find(({ ID }) => ID === 'theirs'),
          Status: 'Disabled',
        })
        for (const wrong of [{ current_days: 1 }, { others: [] }, { id: 'gone' }]) {
          const tried = (await rules()).map(each => (each.id === 'theirs' ? { ...each, ...wrong } : each))
          expect(problem(await set(tried))).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
        }
      })

      test.each([
        ['a rule that does nothing', [rule({})], 'lifecycle-act-required'],
        ['a long prefix', [rule({ prefix: 'ế'.repeat(400), current_days: 1 })], 'key-too-long'],
        [
          'an id twice',
          [rule({ id: 'a', current_days: 1 }), rule({ id: 'a', current_days: 2 })],
          'twice in the list',
        ],
      ])('%s is refused', async (_, wrong, message) => {
        expect(problem(await set(wrong)).fields?.map(field => field.message)).toEqual([message])
      })

      test('a rule is previewed: what it would delete today, up to a limit', async () => {
        await change('versioning', { versioning: 'enabled' })
        const put = (Key: string, Body: string) => client.putObject({ Bucket: bucket, Key, Body })
        await put('tạm/a', 'first')
        await put('tạm/a', 'second!')
        await put('tạm/b', 'b')
        await put('other', 'other')
        const { UploadId } = await client.createMultipartUpload({ Bucket: bucket, Key: 'tạm/lớn' })
        const days = { prefix: 'tạm/', current_days: 30, previous_days: 30, abort_days: 7 }
        const answer = await visitor.call('POST', '/bucket/lifecycle/preview', { bucket, rule: days })
        const none = { count: 0, bytes: 0 }
        expect(answer.body).toEqual({
          ...{ current: none, previous: none, uploads: { count: 0, bytes: null } },
          ...{ looked: 4, complete: true },
        })
        const later = (more: Partial<typeof days>, after: number, pages = {}): Promise<LifecyclePreview> =>
          previewLifecycle(
            client,
            bucket,
            { ...days, ...more },
            {
              now: Date.now() + after * 86_400_000,
              signal: AbortSignal.timeout(30_000),
              ...pages,
            },
          )
        for (const pages of [{}, { pageSize: 1 }]) {
          expect(await later({}, 32, pages)).toEqual({
            ...{ current: { count: 2, bytes: 8 }, previous: { count: 1, bytes: 5 } },
            ...{ uploads: { count: 1, bytes: null }, looked: 4, complete: true },
          })
        }
        const plain = { previous_days: null as never, abort_days: null as never }
        expect(await later(plain, 32)).toMatchObject({
          current: { count: 2, bytes: 8 },
          previous: null,
          looked: 2,
        })
        expect(await later({ prefix: '' }, 32, { limit: 1 })).toMatchObject({ complete: false })
        await client.abortMultipartUpload({ Bucket: bucket, Key: 'tạm/lớn', UploadId })
        const { Versions = [] } = await client.listObjectVersions({ Bucket: bucket })
        expect(Versions.length).toBe(4)
      })
    })

    test('You do not have permission for this action. Settings are changed with full control only, and read by those who may read', async () => {
      const reader = await people.visit(await people.subUser(owner, `doc-${buckets}`, 'read'))
      for (const setting of ['versioning', 'objectlock', 'lifecycle']) await read(setting, reader)
      const tried = await change('versioning', { versioning: 'enabled' }, reader)
      expect(problem(tried)).toEqual({ status: 403, code: 'PERMISSION_DENIED' })
      expect((await read('versioning')).versioning).toBe('off')
      const body = { bucket, rule: { prefix: '', current_days: 1, previous_days: 1, abort_days: 1 } }
      expect((await reader.call('POST', '/bucket/lifecycle/preview', body)).status).toBe(200)
    })
  },
  { onRgwToo: true },
)

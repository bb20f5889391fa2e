import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { beforeEach, describe, expect, test } from 'vitest'
import { inBucket } from '../../support/s3.ts'
import { failure, send } from '../support.ts'
import { differs, embeddedOnly, inNewBuckets, refusal, startStorage } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/userguide/versioning-workflows.html

let Bucket = ''
const use = (name: string) => {
  Bucket = name
}
const { running, owner: client } = inNewBuckets('versions', use, { minPartSize: 1 })
const { versioning: turn, keys: currentKeys, ...bucket } = inBucket(client, () => Bucket)

const put = async (Key: string, Body: string) => (await bucket.put(Key, Body)).VersionId
const get = async (Key: string, VersionId?: string) => {
  const got = await bucket.get(Key, { VersionId })
  return [await got.Body!.transformToString(), got.VersionId]
}
const remove = async (Key: string, VersionId?: string) => {
  const gone = await client.deleteObject({ Bucket, Key, VersionId })
  return [gone.VersionId, gone.DeleteMarker]
}
/** Keys with ids; `latest` and `marker` where they are. */
const listed = async () => {
  const { Versions = [], DeleteMarkers = [] } = await client.listObjectVersions({ Bucket })
  const row = (kind: string) => (version: { Key?: string; VersionId?: string; IsLatest?: boolean }) =>
    [version.Key, version.VersionId, version.IsLatest ? `latest ${kind}` : kind] as const
  return [...Versions.map(row('version')), ...DeleteMarkers.map(row('marker'))]
}
const signedHeaders = async (command: GetObjectCommand | HeadObjectCommand) => {
  const method = command instanceof HeadObjectCommand ? 'HEAD' : 'GET'
  const url = await getSignedUrl(client, command as GetObjectCommand)
  const { status, headers, code } = await send(running, { method, path: url.slice(running.url.length) })
  return [status, code, headers['x-amz-delete-marker'], headers['x-amz-version-id']]
}

describe('PutBucketVersioning', () => {
  test('is never, on, or suspended', async () => {
    const status = async () => (await client.getBucketVersioning({ Bucket })).Status
    expect(await status()).toBeUndefined()
    await turn('Enabled')
    expect(await status()).toBe('Enabled')
    await turn('Suspended')
    expect(await status()).toBe('Suspended')
  })

  test('refuses another status', async () => {
    const wrong = turn('Off' as 'Enabled')
    expect(await failure(wrong)).toEqual(refusal({ status: 400, code: 'MalformedXML' }))
  })

  test('keeps what was there as the null version', async () => {
    expect(await put('k', 'before')).toBeUndefined()
    await turn('Enabled')
    const id = await put('k', 'after')
    expect(await get('k', 'null')).toEqual(['before', 'null'])
    expect(await get('k')).toEqual(['after', id])
    expect(await listed()).toEqual([
      ['k', id, 'latest version'],
      ['k', 'null', 'version'],
    ])
  })
})

describe('a versioned bucket', () => {
  beforeEach(() => turn('Enabled'))

  test('keeps every version of a key, which can be read and copied by its id', async () => {
    const ids = [await put('k', 'one'), await put('k', 'two'), await put('k', 'three')]
    expect(new Set(ids).size).toBe(3)
    expect(await get('k')).toEqual(['three', ids[2]])
    expect(await get('k', ids[0])).toEqual(['one', ids[0]])
    const head = await client.headObject({ Bucket, Key: 'k', VersionId: ids[1] })
    expect([head.VersionId, head.ContentLength]).toEqual([ids[1], 3])
    differs('object-attributes')
    const attributes = await client.getObjectAttributes({
      Bucket,
      Key: 'k',
      VersionId: ids[1],
      ObjectAttributes: ['ObjectSize'],
    })
    expect([attributes.VersionId, attributes.ObjectSize]).toEqual([ids[1], 3])
    const copy = await client.copyObject({ Bucket, Key: 'k', CopySource: `${Bucket}/k?versionId=${ids[0]}` })
    expect([copy.CopySourceVersionId, await get('k')]).toEqual([ids[0], ['one', copy.VersionId]])
    expect((await listed()).length).toBe(4)
    expect(await currentKeys()).toEqual(['k'])
  })

  test('a delete hides the object behind a marker; deleting the marker brings it back', async () => {
    const id = await put('k', 'kept')
    const [marker, isMarker] = await remove('k')
    expect(isMarker).toBe(true)
    expect(await currentKeys()).toEqual([])
    differs('version-answers')
    expect(await signedHeaders(new GetObjectCommand({ Bucket, Key: 'k' }))).toEqual([
      404,
      'NoSuchKey',
      'true',
      marker,
    ])
    const named = { Bucket, Key: 'k', VersionId: String(marker) }
    expect(await signedHeaders(new GetObjectCommand(named))).toEqual([
      405,
      'MethodNotAllowed',
      'true',
      marker,
    ])
    expect((await signedHeaders(new HeadObjectCommand(named)))[0]).toBe(405)
    expect(await failure(client.copyObject({ ...named, CopySource: `${Bucket}/k` }))).toEqual({
      status: 404,
      code: 'NoSuchKey',
    })
    const CopySource = `${Bucket}/k?versionId=${marker}`
    expect(await failure(client.copyObject({ ...named, CopySource }))).toEqual({
      status: 400,
      code: 'InvalidRequest',
    })
    expect(await listed()).toEqual([
      ['k', id, 'version'],
      ['k', marker, 'latest marker'],
    ])
    expect(await remove('k', String(marker))).toEqual([marker, true])
    expect(await get('k')).toEqual(['kept', id])
    expect(await currentKeys()).toEqual(['k'])
  })

  test('deleting the latest version makes the one before the latest', async () => {
    const ids = [await put('k', 'one'), await put('k', 'two'), await put('k', 'three')]
    expect(await remove('k', ids[1])).toEqual([ids[1], undefined])
    expect(await get('k')).toEqual(['three', ids[2]])
    await remove('k', ids[2])
    expect(await get('k')).toEqual(['one', ids[0]])
    await remove('k', ids[0])
    expect(await failure(get('k'))).toEqual({ status: 404, code: 'NoSuchKey' })
    expect(await listed()).toEqual([])
  })

  test('an unknown version is no error to delete and not found to read; a malformed id is refused', async () => {
    const id = await put('k', 'kept')
    const other = await put('other', 'x')
    await remove('other', other)
    const answers = []
    for (const VersionId of [other, 'null', 'none', '']) {
      answers.push([
        (await failure(client.deleteObject({ Bucket, Key: 'k', VersionId })))?.code,
        (await failure(get('k', VersionId)))?.code,
      ])
    }
    differs('version-ids')
    expect(answers).toEqual([
      [undefined, 'NoSuchVersion'],
      [undefined, 'NoSuchVersion'],
      ['InvalidArgument', 'InvalidArgument'],
      ['InvalidArgument', 'InvalidArgument'],
    ])
    expect(await get('k')).toEqual(['kept', id])
  })

  test('DeleteObjects adds markers, and removes versions that are named', async () => {
    const one = await put('one', '1')
    const two = await put('two', '2')
    const { Deleted = [] } = await client.deleteObjects({
      Bucket,
      Delete: { Objects: [{ Key: 'one' }, { Key: 'two', VersionId: two }, { Key: 'none' }] },
    })
    const rows = await listed()
    const marker = (key: string) => rows.find(row => row[0] === key && row[2] === 'latest marker')?.[1]
    expect(Deleted.toSorted((a, b) => (a.Key! < b.Key! ? -1 : 1))).toEqual([
      { Key: 'none', DeleteMarker: true, DeleteMarkerVersionId: marker('none') },
      { Key: 'one', DeleteMarker: true, DeleteMarkerVersionId: marker('one') },
      { Key: 'two', VersionId: two },
    ])
    expect(rows.find(row => row[2] === 'version')).toEqual(['one', one, 'version'])
    const removed = await client.deleteObjects({
      Bucket,
      Delete: { Objects: [{ Key: 'one', VersionId: marker('one') }] },
    })
    expect(removed.Deleted).toEqual([
      {
        Key: 'one',
        VersionId: marker('one'),
        DeleteMarker: true,
        DeleteMarkerVersionId: marker('one'),
      },
    ])
    expect(await get('one')).toEqual(['1', one])
  })

  test('conditions are those of the current version, or of the one that is named', async () => {
    const conditional = (Key: string, more: object) =>
      failure(client.putObject({ Bucket, Key, Body: 'new', ...more }))
    const first = await client.putObject({ Bucket, Key: 'k', Body: 'one' })
    const second = await client.putObject({ Bucket, Key: 'k', Body: 'two' })
    differs('conditional-writes')
    expect([
      await conditional('k', { IfNoneMatch: '*' }),
      await conditional('k', { IfMatch: first.ETag }),
      await conditional('k', { IfMatch: second.ETag }),
    ]).toEqual([
      { status: 412, code: 'PreconditionFailed' },
      { status: 412, code: 'PreconditionFailed' },
      undefined,
    ])
    const erase = (more: object) => failure(client.deleteObject({ Bucket, Key: 'k', ...more }))
    expect([
      (await erase({ IfMatch: second.ETag }))?.code,
      (await erase({ IfMatch: second.ETag, VersionId: first.VersionId }))?.code,
      await erase({ IfMatch: first.ETag, VersionId: first.VersionId }),
    ]).toEqual(['PreconditionFailed', 'PreconditionFailed', undefined])
    await remove('k')
    expect((await erase({ IfMatch: '*' }))?.code).toBe('PreconditionFailed')
    expect(await conditional('k', { IfNoneMatch: '*' })).toBeUndefined()
  })

  test('all versions and markers count, in usage, quota and for DeleteBucket', async () => {
    const before = running.engine.admin.usage('owner')
    await put('k', 'x'.repeat(100))
    const id = await put('k', 'x'.repeat(50))
    await remove('k')
    const after = running.engine.admin.usage('owner')
    expect([after.bytes - before.bytes, after.objects - before.objects]).toEqual([150, 3])
    expect(running.engine.admin.bucketStats('owner').find(stats => stats.name === Bucket)).toMatchObject({
      bytes: 150,
      objects: 3,
    })
    for (const [key, version] of await listed()) if (version !== id) await remove(key!, version)
    await remove('k')
    const notEmpty = { status: 409, code: 'BucketNotEmpty' }
    expect(await failure(client.deleteBucket({ Bucket }))).toEqual(notEmpty)
    for (const [key, version] of await listed()) await remove(key!, version)
    expect(running.engine.admin.usage('owner')).toEqual(before)
    await client.deleteBucket({ Bucket })
  })

  test('a full quota refuses a version and a marker that hides nothing, not one that hides an object', async () => {
    await put('k', 'x'.repeat(1000))
    const { bytes } = running.engine.admin.usage('owner')
    running.engine.admin.setQuota('owner', bytes)
    const exceeded = { status: 403, code: 'QuotaExceeded' }
    expect(await failure(put('k', 'y'))).toEqual(exceeded)
    expect((await remove('k'))[1]).toBe(true)
    expect(await failure(remove('k'))).toEqual(exceeded)
    expect(await failure(remove('none'))).toEqual(exceeded)
    running.engine.admin.setQuota('owner', null)
  })
})

describe('a bucket with suspended versioning', () => {
  test('replaces only the null version, and keeps the others', async () => {
    await put('k', 'plain')
    await turn('Enabled')
    const id = await put('k', 'versioned')
    await turn('Suspended')
    expect(await put('k', 'null 1')).toBeUndefined()
    differs('version-answers')
    expect(await get('k')).toEqual(['null 1', 'null'])
    await put('k', 'null 2')
    expect(await listed()).toEqual([
      ['k', 'null', 'latest version'],
      ['k', id, 'version'],
    ])
    expect(await get('k')).toEqual(['null 2', 'null'])
    expect(await get('k', id)).toEqual(['versioned', id])
  })

  test('a delete leaves a null marker in place of the null version', async () => {
    await turn('Enabled')
    const id = await put('k', 'versioned')
    await turn('Suspended')
    await put('k', 'null')
    expect(await remove('k')).toEqual(['null', true])
    expect(await remove('k')).toEqual(['null', true])
    expect(await listed()).toEqual([
      ['k', id, 'version'],
      ['k', 'null', 'latest marker'],
    ])
    await put('k', 'again')
    expect(await listed()).toEqual([
      ['k', 'null', 'latest version'],
      ['k', id, 'version'],
    ])
    await remove('k', 'null')
    expect(await get('k')).toEqual(['versioned', id])
  })
})

test('a full disk takes a marker that hides an object, and no other', async () => {
  embeddedOnly('fills the disk')
  let free = 2 ** 30
  const space = () => ({ free, total: 2 ** 31 })
  const full = await startStorage({ disk: { reserve: 2 ** 20, space } })
  const own = full.client()
  const named = { Bucket: 'full-disk' }
  await own.createBucket(named)
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await own.putBucketVersioning({ ...named, VersioningConfiguration })
  await own.putObject({ ...named, Key: 'k', Body: 'x' })
  free = 0
  const erase = () => own.deleteObject({ ...named, Key: 'k' })
  expect((await erase()).DeleteMarker).toBe(true)
  expect(await failure(erase())).toEqual({ status: 507, code: 'InsufficientStorage' })
  await full.stop()
})

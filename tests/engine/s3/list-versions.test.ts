import { beforeAll, describe, expect, test } from 'vitest'
import { failure, oddKeys } from '../support.ts'
import { differs, follows, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html

const Bucket = 'list-versions'
/** What was written, as `key id`, in the order of a listing: by key, the newest first. */
let rows: { key: string; id: string }[] = []

const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const { client } = storageForAll()
beforeAll(async () => {
  await client.createBucket({ Bucket })
  const put = async (Key: string) => {
    const { VersionId: id = 'null' } = await client.putObject({ Bucket, Key, Body: 'x' })
    rows.unshift({ key: Key, id })
  }
  await put('deep/a/1')
  await put('plain')
  const Status = 'Enabled'
  await client.putBucketVersioning({ Bucket, VersioningConfiguration: { Status } })
  for (const key of ['deep/a/1', 'deep/a/2', 'deep/b', 'plain', 'top']) {
    for (let count = 0; count < 3; count++) await put(key)
  }
  for (const key of oddKeys) await put(key)
  for (const key of ['deep/a/2', 'gone/marker only', 'top']) {
    const { VersionId: id = '' } = await client.deleteObject({ Bucket, Key: key })
    rows.unshift({ key, id })
  }
  rows = rows.sort((a, b) => bytewise(a.key, b.key))
})

const decode = (text: string | undefined) => decodeURIComponent(text ?? '')

const pages = async (query: { prefix: string; delimiter: string; size: number }) => {
  const seen: string[] = []
  let KeyMarker: string | undefined
  let VersionIdMarker: string | undefined
  for (;;) {
    const got = await client.listObjectVersions({
      Bucket,
      Prefix: query.prefix,
      Delimiter: query.delimiter || undefined,
      MaxKeys: query.size,
      EncodingType: 'url',
      KeyMarker,
      VersionIdMarker,
    })
    const row = (version: { Key?: string; VersionId?: string }) =>
      `${decode(version.Key)} ${version.VersionId}`
    const page = [
      ...(got.Versions ?? []).map(row),
      ...(got.DeleteMarkers ?? []).map(row),
      ...(got.CommonPrefixes ?? []).map(({ Prefix }) => `prefix ${decode(Prefix)}`),
    ]
    expect(page.length).toBeLessThanOrEqual(query.size)
    seen.push(...page)
    if (!got.IsTruncated) return seen
    KeyMarker = follows('list-encoded-markers') ? decode(got.NextKeyMarker) : got.NextKeyMarker
    VersionIdMarker = got.NextVersionIdMarker
  }
}

const model = ({ prefix, delimiter }: { prefix: string; delimiter: string }) => {
  const found = new Set<string>()
  for (const { key, id } of rows) {
    if (!key.startsWith(prefix)) continue
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    found.add(at < 0 ? `${key} ${id}` : `prefix ${key.slice(0, at + delimiter.length)}`)
  }
  return [...found]
}

describe('ListObjectVersions', () => {
  test.each([
    { prefix: '', delimiter: '', size: 1000 },
    { prefix: '', delimiter: '', size: 1 },
    { prefix: '', delimiter: '', size: 5 },
    { prefix: '', delimiter: '/', size: 1000 },
    { prefix: '', delimiter: '/', size: 1 },
    { prefix: 'deep/', delimiter: '/', size: 2 },
    { prefix: 'deep/a/', delimiter: '', size: 2 },
    { prefix: 'gone', delimiter: '/', size: 2 },
    { prefix: 'none', delimiter: '', size: 2 },
  ])('gives each row once, in pages: %j', async query => {
    expect((await pages(query)).sort()).toEqual(model(query).sort())
  })

  test('is in order of key, the newest version of a key first', async () => {
    const got = await client.listObjectVersions({ Bucket, Prefix: 'plain' })
    expect(
      got.Versions?.map(({ Key, VersionId, IsLatest, Size }) => [Key, VersionId, IsLatest, Size]),
    ).toEqual(rows.filter(row => row.key === 'plain').map((row, index) => [row.key, row.id, index === 0, 1]))
    expect(got.Versions?.at(-1)).toMatchObject({
      VersionId: 'null',
      ETag: '"9dd4e461268c8034f5c8564e155c67a6"',
      StorageClass: 'STANDARD',
      Owner: { ID: 'owner', DisplayName: 'Owner' },
      LastModified: expect.any(Date),
    })
  })

  test('goes on after a marker whose version is gone', async () => {
    const { VersionId } = await client.putObject({ Bucket, Key: 'plain', Body: 'y' })
    await client.deleteObject({ Bucket, Key: 'plain', VersionId })
    const got = await client.listObjectVersions({
      Bucket,
      Prefix: 'plain',
      KeyMarker: 'plain',
      VersionIdMarker: VersionId,
    })
    differs('list-versions-marker')
    expect(got.Versions?.length).toBe(4)
  })

  test('refuses a version marker without a key marker, or that cannot be an id', async () => {
    const list = async (input: object) =>
      (await failure(client.listObjectVersions({ Bucket, ...input })))?.code
    differs('list-versions-marker')
    expect([
      await list({ VersionIdMarker: 'null' }),
      await list({ KeyMarker: 'plain', VersionIdMarker: 'x' }),
      await list({ MaxKeys: -1 }),
    ]).toEqual(['InvalidArgument', 'InvalidArgument', 'InvalidArgument'])
  })
})

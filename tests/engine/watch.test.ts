import { expect, test } from 'vitest'
import type { FolderWatch } from '../../server/s3/watch.ts'
import { engineForAll } from './for-file.ts'
import { seeded } from './support.ts'

const { running, client } = engineForAll({ minPartSize: 0 })
const sender = { address: '127.0.0.1', secure: false }

const watch = (bucket: string, prefix: string) => running.engine.watch(sender, { bucket, prefix, age: 0 })

/** The keys and ETags, and prefixes, of a listing with the delimiter `/`. */
const listed = async (Bucket: string, Prefix: string) => {
  const { Contents = [], CommonPrefixes = [] } = await client.listObjectsV2({
    Bucket,
    Prefix,
    Delimiter: '/',
  })
  return new Map([
    ...Contents.filter(({ Key, Size }) => Key !== Prefix || Size! > 0).map(
      ({ Key, ETag }) => [Key!, ETag!] as const,
    ),
    ...CommonPrefixes.map(({ Prefix }) => [Prefix!, 'folder'] as const),
  ])
}

/** Changes what is known of a folder by its news. */
const follow = (known: Map<string, string>, folder: FolderWatch) => {
  const { objects, prefixes, gone, many } = folder.take(running.keys)
  expect(many).toBe(false)
  for (const { key, etag } of objects) known.set(key, `"${etag}"`)
  for (const prefix of prefixes) known.set(prefix, 'folder')
  for (const key of gone) known.delete(key)
}

const inOrder = (known: Map<string, string>) => [...known].sort(([a], [b]) => (a < b ? -1 : 1))

test.each([
  ['without versions', 1],
  ['with versions', 2],
])('the news of a folder make an old listing a new one, %s', async (name, seed) => {
  const Bucket = name.replace(' ', '-')
  await client.createBucket({ Bucket })
  if (seed === 2) await client.putBucketVersioning({ Bucket, VersioningConfiguration: { Status: 'Enabled' } })
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const keys = ['a', 'b', 'x/', 'x/a', 'x/y/', 'x/y/z', 'xa', 'ảnh/a', 'ảnh/b/c', 'x//a']
  const prefixes = ['', 'x/', 'x/y/', 'ảnh/', 'none/']
  const folders = prefixes.map(prefix => ({ prefix, folder: watch(Bucket, prefix), known: new Map() }))

  const acts: ((Key: string) => Promise<unknown>)[] = [
    Key => client.putObject({ Bucket, Key, Body: Key.endsWith('/') ? pick(['', 'x']) : String(random()) }),
    Key => client.deleteObject({ Bucket, Key }),
    Key => client.deleteObjects({ Bucket, Delete: { Objects: [{ Key }, { Key: pick(keys) }] } }),
    Key => client.copyObject({ Bucket, Key, CopySource: `${Bucket}/source/a` }),
    async Key => {
      const { UploadId } = await client.createMultipartUpload({ Bucket, Key })
      const part = { Bucket, Key, UploadId, PartNumber: 1 }
      const { ETag } = await client.uploadPart({ ...part, Body: String(random()) })
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
      await client.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload })
    },
    async Key => {
      const { Versions = [], DeleteMarkers = [] } = await client.listObjectVersions({ Bucket, Prefix: Key })
      const [version] = [...DeleteMarkers, ...Versions].filter(each => each.Key === Key)
      if (version) await client.deleteObject({ Bucket, Key, VersionId: version.VersionId })
    },
  ]
  await client.putObject({ Bucket, Key: 'source/a', Body: 'source' })
  for (let round = 0; round < 12; round++) {
    for (let act = 0; act < 3; act++) await pick(acts)(pick(keys))
    for (const { prefix, folder, known } of folders) {
      follow(known, folder)
      expect([prefix, inOrder(known)]).toEqual([prefix, inOrder(await listed(Bucket, prefix))])
    }
  }
  for (const { folder } of folders) folder.close()
})

test('a change that fails is no news, nor is one of another bucket', async () => {
  const Bucket = 'unchanged'
  await client.createBucket({ Bucket })
  const folder = watch(Bucket, '')
  await client.putObject({ Bucket, Key: 'a', Body: 'x' })
  follow(new Map(), folder)
  await expect(client.putObject({ Bucket, Key: 'a', Body: 'y', IfNoneMatch: '*' })).rejects.toThrow()
  await client.createBucket({ Bucket: 'other' })
  await client.putObject({ Bucket: 'other', Key: 'a', Body: 'x' })
  expect(folder.waits()).toBe(false)
})

test('a bucket that was deleted, and one that has its name since, tell nothing', async () => {
  const Bucket = 'deleted'
  await client.createBucket({ Bucket })
  const folder = watch(Bucket, '')
  await client.deleteBucket({ Bucket })
  expect(() => folder.take(running.keys)).toThrow('bucket')
  await client.createBucket({ Bucket })
  await client.putObject({ Bucket, Key: 'a', Body: 'x' })
  expect(() => folder.take(running.keys)).toThrow('bucket')
})

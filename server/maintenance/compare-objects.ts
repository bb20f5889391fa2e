import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Stored, StoredObject } from '../engine/stored.ts'
import { listPage } from '../storage/list-objects.ts'

/** `missing` at the new storage; `other` bytes there; `extra`: not at the old one. */
export type Difference = { bucket: string; key: string; kind: 'missing' | 'other' | 'extra' }

type There = { key: string; size: number; etag: string }

function* storedObjects(stored: Stored, bucket: string): Generator<StoredObject> {
  for (let page = stored.objects(bucket, ''); page.length > 0; ) {
    yield* page
    page = stored.objects(bucket, page.at(-1)!.key)
  }
}

async function* objectsThere(client: S3Client, bucket: string): AsyncGenerator<There> {
  let token: string | undefined
  do {
    const page = await listPage(client, { bucket, prefix: '', size: 1000, token })
    for (const { Key, Size = 0, ETag = '' } of page.files)
      yield { key: Key, size: Size, etag: ETag.replaceAll('"', '') }
    token = page.token
  } while (token !== undefined)
}

const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

const isMd5 = (etag: string) => /^[0-9a-f]{32}$/.test(etag)

/** By size, and by MD5 where both ETags are one: those of uploads in parts are not. */
const isSame = (old: StoredObject, there: There) =>
  old.size === there.size && (!isMd5(old.etag) || !isMd5(there.etag) || old.etag === there.etag)

/** Compares the current objects of a bucket at both storages. Folders that rclone leaves out are created. */
export async function compareObjects(
  stored: Stored,
  client: S3Client,
  bucket: string,
): Promise<Difference[]> {
  const found: Difference[] = []
  const note = (kind: Difference['kind'], key: string) => void found.push({ bucket, key, kind })
  const there = objectsThere(client, bucket)
  let next = await there.next()
  for (const old of storedObjects(stored, bucket)) {
    while (!next.done && order(next.value.key, old.key) < 0) {
      note('extra', next.value.key)
      next = await there.next()
    }
    if (!next.done && next.value.key === old.key) {
      if (!isSame(old, next.value)) note('other', old.key)
      next = await there.next()
    } else if (old.size === 0 && old.key.endsWith('/')) {
      const { key: Key, contentType: ContentType } = old
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, ContentType, Body: new Uint8Array() }))
    } else note('missing', old.key)
  }
  for (; !next.done; next = await there.next()) note('extra', next.value.key)
  return found
}

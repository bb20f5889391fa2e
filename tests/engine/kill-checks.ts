import { paginateListObjectsV2, type S3, S3ServiceException } from '@aws-sdk/client-s3'
import { buckets, MARKER, type Model, sha256, versionName } from './kill-model.ts'
import type { Expiring } from './kill-writers.ts'

/** What an object or version holds, if its metadata says so too; null: it is not there. */
export const read = async (
  client: S3,
  Bucket: string,
  Key: string,
  VersionId?: string,
): Promise<string | null> => {
  try {
    const got = await client.getObject({ Bucket, Key, VersionId })
    const hash = sha256((await got.Body?.transformToByteArray()) ?? new Uint8Array())
    return got.Metadata?.sha256 === hash ? hash : `${hash} with the metadata of ${got.Metadata?.sha256}`
  } catch (error) {
    if (error instanceof S3ServiceException && /^NoSuch(Key|Version)$/.test(error.name)) return null
    throw error
  }
}

async function* paginateListObjectVersions(client: S3, Bucket: string, Prefix: string) {
  let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
  for (;;) {
    const page = await client.listObjectVersions({ Bucket, Prefix, MaxKeys: 200, ...marker })
    yield page
    if (!page.IsTruncated) return
    marker = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
  }
}

/** Every version of keys that begin with `prefix`, by its name in a model, with what it holds. */
export const versions = async (client: S3, bucket: string, prefix: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>()
  for await (const page of paginateListObjectVersions(client, bucket, prefix)) {
    for (const { Key, VersionId } of page.DeleteMarkers ?? []) found.set(versionName(Key!, VersionId), MARKER)
    await Promise.all(
      (page.Versions ?? []).map(async ({ Key, VersionId }) => {
        const hash = await read(client, bucket, Key!, VersionId)
        found.set(versionName(Key!, VersionId), hash ?? 'listed, and not there')
      }),
    )
  }
  return found
}

/** What is wrong with the versions; the model then knows those that were under way. */
export const wrongVersions = (
  found: Map<string, string>,
  model: Model,
  begun: { count: number },
): string[] => {
  const wrong: string[] = []
  for (const [name, known] of model) {
    const there = found.get(name) ?? null
    if (there !== known.acknowledged && !known.under.includes(there)) wrong.push(name)
    known.acknowledged = there
    known.under = []
  }
  const unknown = [...found].filter(([name]) => !model.has(name))
  if (unknown.length > begun.count) wrong.push(`${unknown.length} unknown, ${begun.count} begun`)
  for (const [name, hash] of unknown) model.set(name, { acknowledged: hash, under: [] })
  return wrong
}

/** Compares keys with what they may hold, and keeps what they do hold. */
export const wrongObjects = async (client: S3, model: Model, names: string[]): Promise<string[]> => {
  const wrong: string[] = []
  const queue = [...names]
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
        const known = model.get(key)!
        const hash = await read(client, buckets.plain, key)
        if (hash !== known.acknowledged && !known.under.includes(hash)) wrong.push(key)
        known.acknowledged = hash
        known.under = []
      }
    }),
  )
  return wrong
}

export const listed = async (client: S3, Bucket: string): Promise<string[]> => {
  const found: string[] = []
  for await (const page of paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key } of page.Contents ?? []) found.push(Key as string)
  }
  return found.sort()
}

/**
 * What is wrong with objects that lifecycle rules may remove: those of keys that begin with `fresh` are not due, of others
 * any may be gone for good. What is there is whole.
 */
export const wrongExpiring = async (client: S3, model: Model, fresh: string): Promise<string[]> => {
  const there = await listed(client, buckets.expiring)
  const wrong = there.filter(key => !model.has(key)).map(key => `${key}: listed, and never written`)
  await Promise.all(
    [...model].map(async ([key, known]) => {
      const hash = await read(client, buckets.expiring, key)
      if ((hash !== null) !== there.includes(key)) wrong.push(`${key}: listed otherwise`)
      const mayBeGone = !key.startsWith(fresh)
      const expected =
        hash === known.acknowledged || known.under.includes(hash) || (hash === null && mayBeGone)
      if (!expected) wrong.push(key)
      known.acknowledged = hash
      known.under = []
    }),
  )
  return wrong
}

/** As `wrongExpiring`, for versions; the model then knows those that were under way. Locked ones are never gone, and a key whose current version is gone has a delete marker. */
export const wrongExpiringVersions = async (
  client: S3,
  model: Expiring,
  fresh: string,
): Promise<string[]> => {
  const found = await versions(client, buckets.expiringVersions, '')
  const current = await listed(client, buckets.expiringVersions)
  const wrong: string[] = []
  for (const [name, hash] of found) {
    if (hash === MARKER || model.has(name)) continue
    if (!name.startsWith(fresh)) wrong.push(`${name}: never written`)
    const [Key, VersionId] = name.split('\n')
    const head = await client.headObject({ Bucket: buckets.expiringVersions, Key, VersionId })
    const locked = head.ObjectLockMode !== undefined || head.ObjectLockLegalHoldStatus === 'ON'
    model.set(name, { hash, locked })
  }
  for (const [name, { hash, locked }] of model) {
    const there = found.get(name)
    if (there === undefined && !locked && !name.startsWith(fresh)) model.delete(name)
    else if (there !== hash) wrong.push(`${name}: ${locked ? 'locked, ' : ''}${there ?? 'gone'}`)
  }
  const hidden = new Set([...found].flatMap(([name, hash]) => (hash === MARKER ? [name.split('\n')[0]] : [])))
  for (const [name, hash] of found) {
    const key = name.split('\n')[0]!
    if (hash !== MARKER && !current.includes(key) && !hidden.has(key))
      wrong.push(`${name}: hidden by nothing`)
  }
  return wrong
}

import type { S3Client } from '@aws-sdk/client-s3'
import { isFolder } from '../../domain/copy-target.ts'
import { freeName } from '../../domain/free-name.ts'
import { keyIssue, nameOf } from '../../domain/object-key.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { ErrorCode, OnExisting } from '../../openapi/schema.ts'
import { Problem } from '../errors/problem.ts'
import { defaultEncryption } from '../storage/bucket-encryption.ts'
import { areEqual, copyObject, encryptionOf } from '../storage/copy-objects.ts'
import { deleteObjects, type Remover } from '../storage/delete-objects.ts'
import { listPage } from '../storage/list-objects.ts'
import { findState, type ObjectState, statesOf } from '../storage/object-states.ts'

/** Whose keys copy: `client` and `remover` sign what changes something, `account` what reads names. */
export type Hands = { client: S3Client; remover: Remover; account: S3Client; storage: StorageKind }

/** `removes`: a source goes once its copy is verified. */
export type Way = { bucket: string; target_bucket: string; existing: OnExisting; removes: boolean }

type Failure = { key: string; code: ErrorCode }

/**
 * One copy as it was decided: written down before it is made, so that after a crash it is seen whether it was made.
 * `was`: the target then.
 */
export type PlannedCopy = Pick<ObjectState, 'etag' | 'size' | 'storageClass'> & {
  key: string
  target: string
  was: Pick<ObjectState, 'etag' | 'modified'> | null
}

/** Names that are tried for a copy beside its target. */
const mostNames = 1000

/** Decides on up to 1,000 copies. TARGET_BUCKET_NOT_FOUND. */
export async function planCopies(
  { account }: Hands,
  { bucket, target_bucket, existing, removes }: Way,
  wanted: readonly { key: string; target: string; state: ObjectState }[],
): Promise<{ plan: PlannedCopy[]; failures: Failure[]; skipped: number }> {
  const plan: PlannedCopy[] = []
  const failures: Failure[] = []
  let skipped = 0
  const short = wanted.filter(({ key, target }) => {
    if (keyIssue(target) === null) return true
    failures.push({ key, code: 'KEY_TOO_LONG' })
    return false
  })
  const targets = short.map(({ target }) => target)
  const present = await inTarget(() => statesOf(account, target_bucket, targets))
  const taken = new Set(targets)

  async function freeTarget(target: string): Promise<string | null> {
    const name = nameOf(target)
    const folder = target.slice(0, target.length - name.length)
    for (let tries = 0; tries < mostNames; tries += 1) {
      const candidate = folder + freeName(name, each => taken.has(folder + each))
      if (keyIssue(candidate) !== null) return null
      taken.add(candidate)
      if (!(await findState(account, target_bucket, candidate))) return candidate
    }
    return null
  }

  for (const { key, target, state } of short) {
    const { etag, size, storageClass } = state
    const was = present.get(target) ?? null
    const planned = { key, etag, size, storageClass, target, was }
    const isItself = bucket === target_bucket && key === target
    // The object of a folder that exists: the folders become one.
    const merges = isFolder(key) && size === 0 && !isItself
    if (!was) plan.push(planned)
    else if (existing === 'skip') skipped += 1
    else if (isItself && (removes || existing === 'replace'))
      failures.push({ key, code: 'TARGET_INSIDE_SOURCE' })
    else if (existing === 'replace' || merges)
      plan.push({ ...planned, was: { etag: was.etag, modified: was.modified } })
    else if (existing === 'refuse') failures.push({ key, code: 'TARGET_EXISTS' })
    else {
      const free = await freeTarget(target)
      if (free === null) failures.push({ key, code: 'TARGET_EXISTS' })
      else plan.push({ ...planned, target: free, was: null })
    }
  }
  return { plan, failures, skipped }
}

/** Whether copies must say how they are encrypted: their bucket does not encrypt by itself. The embedded engine keeps it. */
export async function mustAskEncryption({ account, storage }: Hands, bucket: string): Promise<boolean> {
  if (storage === 'embedded' || differsFromS3(storage, 'encryption')) return false
  return (await inTarget(() => defaultEncryption(account, bucket))) === null
}

const ofObject: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ACCESS_DENIED',
  'INVALID_REQUEST',
  'FILE_TOO_LARGE',
  'NOT_SUPPORTED',
])

/**
 * Makes a planned copy; null where it is made, and, where its source is to go, verified. Throws what concerns all copies.
 */
export async function makeCopy(
  hands: Hands,
  way: Way,
  copy: PlannedCopy,
  asksEncryption: boolean,
): Promise<ErrorCode | null> {
  const { client, account, storage } = hands
  const from = { bucket: way.bucket, key: copy.key }
  const to = { bucket: way.target_bucket, key: copy.target }
  const over = differsFromS3(storage, 'conditional-writes') ? undefined : (copy.was?.etag ?? null)
  try {
    const encryption = asksEncryption ? await encryptionOf(account, from) : null
    const { etag, storageClass } = copy
    const made = await copyObject(client, { ...from, etag, storageClass, encryption }, to, over)
    return !way.removes || made === etag || (await isVerified(hands, way, copy, made))
      ? null
      : 'OBJECT_CHANGED'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'OBJECT_CHANGED' || error.code === 'OBJECT_NOT_FOUND')
      return whyNot(hands, way, copy, await findState(account, to.bucket, to.key))
    if (error.code === 'BUCKET_NOT_FOUND') await requireTarget(hands, way)
    if (ofObject.has(error.code)) return error.code
    throw error
  }
}

/** Storages may give a copy another ETag. Then size and source must be the same. */
export async function isVerified(
  { account }: Hands,
  way: Way,
  { key, target, etag, size }: PlannedCopy,
  made: string,
): Promise<boolean> {
  const [source, copy] = await Promise.all([
    findState(account, way.bucket, key),
    findState(account, way.target_bucket, target),
  ])
  return source?.etag === etag && source.size === size && copy?.etag === made && copy.size === size
}

/** Why a copy was refused: `now` is its target. Null where it has been made before. */
async function whyNot(
  hands: Hands,
  way: Way,
  copy: PlannedCopy,
  now: ObjectState | null,
): Promise<ErrorCode | null> {
  if (await isMade(hands, way, copy, now)) return null
  const source = await findState(hands.account, way.bucket, copy.key)
  if (!source) return 'OBJECT_NOT_FOUND'
  if (source.etag !== copy.etag) return 'OBJECT_CHANGED'
  return 'TARGET_EXISTS'
}

/** Whether an earlier run has made this copy: `now` is its target, or null. */
export async function isMade(
  { account }: Hands,
  way: Way,
  { key, target, etag, size, was }: PlannedCopy,
  now: ObjectState | null,
): Promise<boolean> {
  if (!now || now.size !== size) return false
  if (was && was.etag === now.etag && was.modified === now.modified) return false
  if (now.etag === etag) return true
  // A copy of an object in parts may have another ETag.
  if (!etag.includes('-') && !now.etag.includes('-')) return false
  const source = await findState(account, way.bucket, key)
  // It goes only after its copy.
  if (!source) return way.removes
  const addresses = [
    { bucket: way.bucket, key },
    { bucket: way.target_bucket, key: target },
  ] as const
  return source.etag === etag && areEqual(account, ...addresses)
}

/**
 * Deletes the sources of verified copies, if they are still what was copied; others fail with OBJECT_CHANGED. On a
 * versioned bucket they get delete markers.
 */
export async function removeSources(
  { remover, account, storage }: Hands,
  bucket: string,
  copies: readonly Pick<PlannedCopy, 'key' | 'etag'>[],
): Promise<Failure[]> {
  if (copies.length === 0) return []
  let left = [...copies]
  const failures: Failure[] = []
  if (storage !== 'embedded') {
    // Ceph RGW, and others, know no conditional deletes: the last moment is the best that there is.
    const keys = left.map(({ key }) => key)
    const now = await statesOf(account, bucket, keys)
    const changed = (copy: { key: string; etag: string }) => {
      const state = now.get(copy.key)
      return state !== undefined && state.etag !== copy.etag
    }
    failures.push(...left.filter(changed).map(({ key }) => ({ key, code: 'OBJECT_CHANGED' as const })))
    left = left.filter(copy => !changed(copy))
  }
  if (left.length === 0) return failures
  const etags = differsFromS3(storage, 'conditional-deletes')
    ? undefined
    : new Map(left.map(({ key, etag }) => [key, etag]))
  const outcome = await deleteObjects(
    remover,
    bucket,
    left.map(({ key }) => key),
    etags,
  )
  return [...failures, ...outcome.failed]
}

/** TARGET_BUCKET_NOT_FOUND. */
export async function requireTarget({ account }: Hands, { target_bucket }: Pick<Way, 'target_bucket'>) {
  await inTarget(() => listPage(account, { bucket: target_bucket, prefix: '', size: 1 }))
}

async function inTarget<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'BUCKET_NOT_FOUND') throw error
    throw new Problem('TARGET_BUCKET_NOT_FOUND', { cause: error })
  }
}

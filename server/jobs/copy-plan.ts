import type { S3Client } from '@aws-sdk/client-s3'
import { isFolderMark } from '../../domain/copy-target.ts'
import { freeName } from '../../domain/free-name.ts'
import { keyIssue, nameOf } from '../../domain/object-key.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { ErrorCode, KeyFailure, OnExisting } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { Problem } from '../errors/problem.ts'
import { defaultEncryption } from '../storage/bucket-settings.ts'
import { copyObject, encryptionOf, haveEqualContent } from '../storage/copy-calls.ts'
import { deleteObjects, type Remover } from '../storage/delete-objects.ts'
import { listPage } from '../storage/list-objects.ts'
import { findState, type ObjectState, statesOf } from '../storage/object-states.ts'
import type { Locks } from '../store/locks.ts'

/** `client` and `remover` sign changes with the user's key; `account` signs reads with the account's key. */
export type CopyContext = {
  client: S3Client
  remover: Remover
  account: S3Client
  storage: StorageKind
  locks: Locks
  by: By
}

/** `removes`: a move; each source is deleted once its copy is verified. */
export type CopyOptions = { bucket: string; target_bucket: string; existing: OnExisting; removes: boolean }

/**
 * A copy of the plan, stored before it is made, so that a restarted batch can detect whether it was made. `was`: the
 * target when the plan was made.
 */
export type PlannedCopy = ObjectState & {
  key: string
  target: string
  was: Pick<ObjectState, 'etag' | 'modified'> | null
}

/** Names tried for a copy that is kept beside an existing target. */
const maxNames = 1000

/** Plans up to 1,000 copies by what exists at their targets. TARGET_BUCKET_NOT_FOUND. */
export async function planCopies(
  { client, account }: CopyContext,
  { bucket, target_bucket, existing, removes }: CopyOptions,
  requested: readonly { key: string; target: string; state: ObjectState }[],
): Promise<{ plan: PlannedCopy[]; failures: KeyFailure[]; skipped: number }> {
  const plan: PlannedCopy[] = []
  const failures: KeyFailure[] = []
  let skipped = 0
  const valid = requested.filter(({ key, target }) => {
    if (keyIssue(target) === null) return true
    failures.push({ key, code: 'KEY_TOO_LONG' })
    return false
  })
  const targets = valid.map(({ target }) => target)
  const denied = new Set<string>()
  const existingTargets = await withTargetErrors(() =>
    statesOf(client, target_bucket, targets, key => denied.add(key)),
  )
  const taken = new Set(targets)
  /** Targets of this plan: of two sources with one target, the first has it. */
  const planned = new Set<string>()

  async function freeTarget(target: string): Promise<string | null> {
    const name = nameOf(target)
    const folder = target.slice(0, target.length - name.length)
    for (let tries = 0; tries < maxNames; tries += 1) {
      const candidate = folder + freeName(name, other => taken.has(folder + other))
      if (keyIssue(candidate) !== null) return null
      taken.add(candidate)
      if (!(await findState(account, target_bucket, candidate))) return candidate
    }
    return null
  }

  for (const { key, target, state } of valid) {
    const was = existingTargets.get(target) ?? null
    const copy = { ...state, key, target, was }
    // The marker objects of two folders are equal.
    const isSecond = planned.has(target) && !isFolderMark({ ...state, key })
    const isSameObject = bucket === target_bucket && key === target
    // The marker object of a folder that exists: the folders are merged.
    const isMerged = isFolderMark({ ...state, key }) && !isSameObject
    if (denied.has(target)) failures.push({ key, code: 'ACCESS_DENIED' })
    else if (!was && !isSecond) plan.push(copy)
    else if (existing === 'skip') skipped += isFolderMark({ ...state, key }) ? 0 : 1
    else if (isSameObject && (removes || existing === 'replace'))
      failures.push({ key, code: 'TARGET_INSIDE_SOURCE' })
    else if (was && !isSecond && (existing === 'replace' || isMerged))
      plan.push({ ...copy, was: { etag: was.etag, modified: was.modified } })
    else if (existing === 'refuse' || existing === 'replace') failures.push({ key, code: 'TARGET_EXISTS' })
    else {
      const free = await freeTarget(target)
      if (free === null) failures.push({ key, code: 'TARGET_EXISTS' })
      else plan.push({ ...copy, target: free, was: null })
    }
    planned.add(target)
  }
  return { plan, failures, skipped }
}

/**
 * Whether each copy must request its source's encryption: if the target bucket has no default, and the storage does not
 * keep it.
 */
export async function mustSetEncryption({ account, storage }: CopyContext, bucket: string): Promise<boolean> {
  if (storage === 'embedded' || differsFromS3(storage, 'encryption')) return false
  return (await withTargetErrors(() => defaultEncryption(account, bucket))) === null
}

/** Errors of one object; others stop the batch. */
const objectErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ACCESS_DENIED',
  'INVALID_REQUEST',
  'FILE_TOO_LARGE',
  'NOT_SUPPORTED',
])

/** Makes a planned copy, and verifies it in a move. Returns null, or why this copy failed; throws errors of the whole batch. */
export async function makeCopy(
  context: CopyContext,
  options: CopyOptions,
  copy: PlannedCopy,
  setsEncryption: boolean,
): Promise<ErrorCode | null> {
  const { client, account, storage } = context
  const from = { bucket: options.bucket, key: copy.key }
  const to = { bucket: options.target_bucket, key: copy.target }
  const expectedEtag = differsFromS3(storage, 'conditional-writes') ? undefined : (copy.was?.etag ?? null)
  try {
    const encryption = setsEncryption ? await encryptionOf(account, from) : null
    const { etag, storageClass } = copy
    const copyEtag = await copyObject(client, { ...from, etag, storageClass, encryption }, to, expectedEtag)
    return !options.removes || copyEtag === etag || (await isVerified(context, options, copy, copyEtag))
      ? null
      : 'OBJECT_CHANGED'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'OBJECT_CHANGED' || error.code === 'OBJECT_NOT_FOUND')
      return refusalCode(context, options, copy, await findState(account, to.bucket, to.key))
    // Of the two buckets: throws if it is the target.
    if (error.code === 'BUCKET_NOT_FOUND')
      await withTargetErrors(() => listPage(account, { bucket: to.bucket, prefix: '', size: 1 }))
    if (objectErrors.has(error.code)) return error.code
    throw error
  }
}

/**
 * Whether the copy has `copyEtag` and the planned size, and the source has not changed. Storages may give a copy another
 * ETag than its source's.
 */
export async function isVerified(
  { account }: CopyContext,
  options: CopyOptions,
  { key, target, etag, size }: PlannedCopy,
  copyEtag: string,
): Promise<boolean> {
  const [source, copy] = await Promise.all([
    findState(account, options.bucket, key),
    findState(account, options.target_bucket, target),
  ])
  return source?.etag === etag && source.size === size && copy?.etag === copyEtag && copy.size === size
}

/** Why the storage refused a copy; null if an earlier run made it. `current`: the target now. */
async function refusalCode(
  context: CopyContext,
  options: CopyOptions,
  copy: PlannedCopy,
  current: ObjectState | null,
): Promise<ErrorCode | null> {
  if (await isAlreadyCopied(context, options, copy, current)) return null
  const source = await findState(context.account, options.bucket, copy.key)
  if (!source) return 'OBJECT_NOT_FOUND'
  if (source.etag !== copy.etag) return 'OBJECT_CHANGED'
  return 'TARGET_EXISTS'
}

/** Whether an earlier run made this copy. `current`: the target now. */
export async function isAlreadyCopied(
  { account }: CopyContext,
  options: CopyOptions,
  { key, target, etag, size, was }: PlannedCopy,
  current: ObjectState | null,
): Promise<boolean> {
  if (!current || current.size !== size) return false
  if (was && was.etag === current.etag && was.modified === current.modified) return false
  if (current.etag === etag) return true
  // A copy of a multipart object may have another ETag.
  if (!etag.includes('-') && !current.etag.includes('-')) return false
  const source = await findState(account, options.bucket, key)
  // A move deletes the source only after the copy is verified.
  if (!source) return options.removes
  const from = { bucket: options.bucket, key }
  const to = { bucket: options.target_bucket, key: target }
  return source.etag === etag && haveEqualContent(account, from, to)
}

type Source = Pick<PlannedCopy, 'key' | 'etag' | 'modified'>

const keysOf = (sources: readonly Source[]) => sources.map(({ key }) => key)

/**
 * Deletes the sources of verified copies. A source that has changed, or whose copy was deleted, stays and fails with
 * OBJECT_CHANGED. In a versioned bucket, sources get delete markers. TARGET_BUCKET_NOT_FOUND.
 */
export async function removeSources(
  context: CopyContext,
  options: CopyOptions,
  copies: readonly (Source & { target: string })[],
): Promise<KeyFailure[]> {
  if (copies.length === 0) return []
  const { account, locks, by } = context
  // Without the lock, two moves of equal files onto each other would each delete the copy that the other made.
  return locks.hold(`sources of ${by.user.accountId}`, async lock => {
    const targets = copies.map(({ target }) => target)
    const existingTargets = await withTargetErrors(() => statesOf(account, options.target_bucket, targets))
    const missing = copies.filter(({ target }) => !existingTargets.has(target))
    await lock.check()
    const present = copies.filter(({ target }) => existingTargets.has(target))
    const failures = await removeUnchanged(context, options.bucket, present)
    return [...missing.map(({ key }) => ({ key, code: 'OBJECT_CHANGED' as const })), ...failures]
  })
}

/** Deletes the sources that are unchanged since their copies were planned; deleted ones need no delete marker. */
async function removeUnchanged(
  { remover, account, storage }: CopyContext,
  bucket: string,
  copies: readonly Source[],
): Promise<KeyFailure[]> {
  const states = await statesOf(account, bucket, keysOf(copies))
  // A change of metadata keeps the ETag, so a conditional delete alone would lose it.
  const hasChanged = ({ key, etag, modified }: Source) => {
    const state = states.get(key)
    return state !== undefined && (state.etag !== etag || state.modified !== modified)
  }
  const failures = copies.filter(hasChanged).map(({ key }) => ({ key, code: 'OBJECT_CHANGED' as const }))
  const unchanged = copies.filter(copy => states.has(copy.key) && !hasChanged(copy))
  if (unchanged.length === 0) return failures
  const isConditional = !differsFromS3(storage, 'conditional-deletes')
  const etags = isConditional ? new Map(unchanged.map(({ key, etag }) => [key, etag])) : undefined
  const { failed } = await deleteObjects(remover, bucket, keysOf(unchanged), { etags })
  return [...failures, ...failed]
}

/** Turns BUCKET_NOT_FOUND into TARGET_BUCKET_NOT_FOUND. */
async function withTargetErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'BUCKET_NOT_FOUND') throw error
    throw new Problem('TARGET_BUCKET_NOT_FOUND', { cause: error })
  }
}

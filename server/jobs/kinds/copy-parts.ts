import { MiB } from '../../../domain/limits.ts'
import { partSizeFor, planParts } from '../../../domain/parts.ts'
import { differsFromS3 } from '../../../domain/storage-differences.ts'
import type { ErrorCode } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../limits/in-turns.ts'
import { beginMultipartCopy, copyPart, copyTags, relayPart } from '../../storage/copy-calls.ts'
import { abortUpload, completeParts, etagOf, type Upload } from '../../storage/multipart.ts'
import { findState } from '../../storage/object-states.ts'
import {
  type CopyContext,
  type CopyOptions,
  isVerified,
  type PlannedCopy,
  removeSources,
} from '../copy-plan.ts'
import { failureOf, noProgress, type Step } from '../kind.ts'

/** A multipart copy. `etags`: of the copied parts, in order. */
export type BegunParts = { copy: PlannedCopy; uploadId?: string; etags?: string[] }

const partsPerStep = 8
/** `size`: bytes of a part. `atOnce`: parts. */
const byStorage = { send: copyPart, size: 128 * MiB, atOnce: 4 }
/** Relayed parts are held in memory, so they are smaller. */
const byServer = { send: relayPart, size: 16 * MiB, atOnce: 2 }

/** UploadPartCopy of a key with a percent sign crashes Ceph RGW. */
function partMethod({ storage }: CopyContext, { key }: PlannedCopy): typeof byStorage {
  return key.includes('%') && differsFromS3(storage, 'part-copy-source') ? byServer : byStorage
}

/** `unfinished`: while the multipart copy continues. `finished`: once it has ended; null: the job is done. */
type NextCursors<Cursor> = { unfinished(begun: BegunParts): Cursor; finished: Cursor | null }

/** One step of a multipart copy: starts the upload, copies some parts, or completes it. */
export async function partsStep<Cursor>(
  context: CopyContext,
  options: CopyOptions,
  begun: BegunParts,
  { unfinished, finished }: NextCursors<Cursor>,
): Promise<Step<Cursor>> {
  const { copy, uploadId, etags = [] } = begun
  const from = { bucket: options.bucket, key: copy.key, etag: copy.etag }
  const to = { bucket: options.target_bucket, key: copy.target }
  try {
    if (uploadId === undefined) {
      const id = await beginMultipartCopy(context.client, from, to)
      return { ...noProgress, cursor: unfinished({ copy, uploadId: id, etags }) }
    }
    const upload = { ...to, uploadId }
    const { send, size, atOnce } = partMethod(context, copy)
    const parts = planParts(copy.size, partSizeFor(copy.size, size))
    const nextParts = parts.slice(etags.length, etags.length + partsPerStep)
    if (nextParts.length > 0) {
      const newEtags = await inTurns(atOnce, nextParts, part => send(context.client, from, upload, part))
      const bytes = nextParts.at(-1)!.end - nextParts[0]!.start
      return { ...noProgress, bytes, cursor: unfinished({ copy, uploadId, etags: [...etags, ...newEtags] }) }
    }
    const code = await complete(context, options, copy, upload, etags)
    if (code !== null) await abortUpload(context.client, upload)
    return { ...noProgress, cursor: finished, ...(code === null ? { done: 1 } : failed(copy, code)) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'UPLOAD_NOT_FOUND') return { ...noProgress, cursor: unfinished({ copy }) }
    if (!['OBJECT_CHANGED', 'OBJECT_NOT_FOUND', 'ACCESS_DENIED', 'INVALID_REQUEST'].includes(error.code))
      throw error
    if (uploadId !== undefined) await abortUpload(context.client, { ...to, uploadId })
    return { ...noProgress, cursor: finished, ...failed(copy, error.code) }
  }
}

export async function discardParts(
  { account }: Pick<CopyContext, 'account'>,
  { target_bucket }: Pick<CopyOptions, 'target_bucket'>,
  { copy, uploadId }: BegunParts,
): Promise<void> {
  if (uploadId !== undefined)
    await abortUpload(account, { bucket: target_bucket, key: copy.target, uploadId })
}

function failed({ key }: PlannedCopy, code: ErrorCode): Pick<Step<unknown>, 'failed' | 'failures'> {
  return { failed: 1, failures: [failureOf({ key, code })] }
}

/** Completes the upload, and in a move deletes the source. Idempotent. Returns null, or why the copy failed. */
async function complete(
  context: CopyContext,
  options: CopyOptions,
  copy: PlannedCopy,
  upload: Upload,
  etags: string[],
): Promise<ErrorCode | null> {
  const parts = etags.map((etag, index) => ({ part_number: index + 1, etag }))
  const copyEtag = etagOf(parts)
  const from = { bucket: options.bucket, key: copy.key }
  const [source, current] = await Promise.all([
    findState(context.account, from.bucket, from.key),
    findState(context.account, upload.bucket, upload.key),
  ])
  if (!source) return options.removes && current?.etag === copyEtag ? null : 'OBJECT_NOT_FOUND'
  if (source.etag !== copy.etag) return 'OBJECT_CHANGED'
  const isAsPlanned = current?.etag === copy.was?.etag && current?.modified === copy.was?.modified
  if (current?.etag !== copyEtag && !isAsPlanned) return 'TARGET_EXISTS'
  const isConditional = isAsPlanned && !differsFromS3(context.storage, 'conditional-completion')
  try {
    await completeParts(context.client, upload, parts, isConditional ? (current?.etag ?? null) : undefined)
  } catch (error) {
    if (error instanceof Problem && error.code === 'OBJECT_CHANGED') return 'TARGET_EXISTS'
    throw error
  }
  await copyTags(context.client, from, upload)
  if (!options.removes) return null
  if (!(await isVerified(context, options, copy, copyEtag))) return 'OBJECT_CHANGED'
  const [notRemoved] = await removeSources(context, options, [copy])
  return notRemoved?.code ?? null
}

import { MiB } from '../../../domain/limits.ts'
import { partSizeFor, planParts } from '../../../domain/parts.ts'
import { differsFromS3 } from '../../../domain/storage-differences.ts'
import type { ErrorCode } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../in-turns.ts'
import { type Hands, isVerified, type PlannedCopy, removeSources, type Way } from '../../services/copying.ts'
import { beginCopy, copyPart, copyTags, relayPart } from '../../storage/copy-objects.ts'
import { abortUpload, completeParts, etagOf, type Upload } from '../../storage/multipart.ts'
import { findState } from '../../storage/object-states.ts'
import { nothing, type Step } from '../kind.ts'
import { failureOf } from './copy-failures.ts'

/** A copy in parts. `etags`: of the parts that are there, in order. */
export type BegunParts = { copy: PlannedCopy; uploadId?: string; etags?: string[] }

const partsPerStep = 8
/** `size`: bytes of a part. */
const byStorage = { send: copyPart, size: 128 * MiB, atOnce: 4 }
/** Parts that pass through this process are in its memory. */
const byServer = { send: relayPart, size: 16 * MiB, atOnce: 2 }

/** To copy a part of such a key would end the process of Ceph RGW. */
function partsBy({ storage }: Hands, { key }: PlannedCopy): typeof byStorage {
  return key.includes('%') && differsFromS3(storage, 'part-copy-source') ? byServer : byStorage
}

type Ways<Cursor> = { goesOn(begun: BegunParts): Cursor; ends: Cursor | null }

/** One step of a copy in parts: begins the upload, copies some parts, or makes the object of them. */
export async function partsStep<Cursor>(
  hands: Hands,
  way: Way,
  begun: BegunParts,
  { goesOn, ends }: Ways<Cursor>,
): Promise<Step<Cursor>> {
  const { copy, uploadId, etags = [] } = begun
  const from = { bucket: way.bucket, key: copy.key, etag: copy.etag }
  const to = { bucket: way.target_bucket, key: copy.target }
  try {
    if (uploadId === undefined) {
      const id = await beginCopy(hands.client, from, to)
      return { ...nothing, cursor: goesOn({ copy, uploadId: id, etags }) }
    }
    const upload = { ...to, uploadId }
    const { send, size, atOnce } = partsBy(hands, copy)
    const parts = planParts(copy.size, partSizeFor(copy.size, size))
    const some = parts.slice(etags.length, etags.length + partsPerStep)
    if (some.length > 0) {
      const more = await inTurns(atOnce, some, part => send(hands.client, from, upload, part))
      const bytes = some.at(-1)!.end - some[0]!.start
      return { ...nothing, bytes, cursor: goesOn({ copy, uploadId, etags: [...etags, ...more] }) }
    }
    const code = await complete(hands, way, copy, upload, etags)
    if (code !== null) await abortUpload(hands.client, upload)
    return { ...nothing, cursor: ends, ...(code === null ? { done: 1 } : failed(copy, code)) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'UPLOAD_NOT_FOUND') return { ...nothing, cursor: goesOn({ copy }) }
    if (!['OBJECT_CHANGED', 'OBJECT_NOT_FOUND', 'ACCESS_DENIED', 'INVALID_REQUEST'].includes(error.code))
      throw error
    if (uploadId !== undefined) await abortUpload(hands.client, { ...to, uploadId })
    return { ...nothing, cursor: ends, ...failed(copy, error.code) }
  }
}

function failed({ key }: PlannedCopy, code: ErrorCode): Pick<Step<unknown>, 'failed' | 'failures'> {
  return { failed: 1, failures: [failureOf({ key, code })] }
}

/** Makes the object, and deletes the source where it is to go. May run twice. */
async function complete(
  hands: Hands,
  way: Way,
  copy: PlannedCopy,
  upload: Upload,
  etags: string[],
): Promise<ErrorCode | null> {
  const parts = etags.map((etag, index) => ({ part_number: index + 1, etag }))
  const made = etagOf(parts)
  const from = { bucket: way.bucket, key: copy.key }
  const [source, now] = await Promise.all([
    findState(hands.account, from.bucket, from.key),
    findState(hands.account, upload.bucket, upload.key),
  ])
  if (!source) return way.removes && now?.etag === made ? null : 'OBJECT_NOT_FOUND'
  if (source.etag !== copy.etag) return 'OBJECT_CHANGED'
  const isAsPlanned = now?.etag === copy.was?.etag && now?.modified === copy.was?.modified
  if (now?.etag !== made && !isAsPlanned) return 'TARGET_EXISTS'
  await completeParts(hands.client, upload, parts)
  await copyTags(hands.client, from, upload)
  if (!way.removes) return null
  if (!(await isVerified(hands, way, copy, made))) return 'OBJECT_CHANGED'
  const [stays] = await removeSources(hands, way.bucket, [copy])
  return stays?.code ?? null
}

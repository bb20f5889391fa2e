import type { JobFailure } from '../../../openapi/schema.ts'
import { audit } from '../../audit/record.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../limits/in-turns.ts'
import { deleteBucket as deleteAtStorage } from '../../storage/buckets.ts'
import {
  deleteVersions,
  hasVersion,
  later,
  listVersions,
  lockOf,
  type Version,
  type VersionMarker,
} from '../../storage/versions.ts'
import { atOnce, type JobContext, type Kind, mergeSteps, noProgress, type Step } from '../kind.ts'
import { abortPage, type UploadMarker } from './abort-uploads.ts'

/** `bypass`: also delete versions locked in governance mode. */
export type EmptyInput = { bypass: boolean }

export type EmptyCursor =
  | { phase: 'count'; after: VersionMarker | null; counted: number; pages: number }
  /** `after`: the last version that could not be deleted. */
  | { phase: 'versions'; after: Version | null }
  | { phase: 'uploads'; after: UploadMarker | null }

type Counting = Extract<EmptyCursor, { phase: 'count' }>

/** Pages of 1,000 versions that are counted; beyond them the total is unknown. */
const maxCountedPages = 200

/** Deletes all versions, delete markers and unfinished uploads of a bucket. */
export const emptyBucket: Kind<EmptyInput, EmptyCursor> = {
  needs: 'formatBucket',
  first: { phase: 'count', after: null, counted: 0, pages: 0 },
  step(context, input, cursor) {
    if (cursor.phase === 'count')
      return mergeSteps<EmptyCursor>(
        cursor,
        counting => count(context, counting as Counting),
        ({ phase }) => phase === 'count',
      )
    if (cursor.phase === 'versions') return deletePage(context, input, cursor.after)
    return abortUploads(context, cursor.after)
  },
}

async function count(
  { client, bucket }: JobContext,
  { after, counted, pages }: Counting,
): Promise<Step<EmptyCursor>> {
  const { versions, next } = await listVersions(client, bucket, after)
  const found = counted + versions.length
  const begin: EmptyCursor = { phase: 'versions', after: null }
  if (next === null) return { ...noProgress, cursor: begin, total: found }
  if (pages + 1 >= maxCountedPages) return { ...noProgress, cursor: begin, total: null }
  return { ...noProgress, cursor: { phase: 'count', after: next, counted: found, pages: pages + 1 } }
}

/** Deletes the first page after the last version that remains: all before it are deleted or cannot be. */
async function deletePage(
  context: JobContext,
  { bypass }: EmptyInput,
  after: Version | null,
): Promise<Step<EmptyCursor>> {
  const { client, bucket, by, failuresLeft } = context
  // If the version of the marker was deleted, RGW continues at the next key, and S3 does not specify it. HEAD finds no
  // delete markers.
  if (after && !after.deleteMarker && !(await hasVersion(client, bucket, after)))
    return { ...noProgress, cursor: { phase: 'versions', after: null }, again: true }
  const { versions, next } = await listVersions(client, bucket, after)
  const failed = versions.length === 0 ? [] : await deleteVersions(client, bucket, versions, bypass)
  const now = Math.floor(by.now / 1000)
  const failures = await inTurns(atOnce, failed.slice(0, failuresLeft), async ({ key, versionId, code }) => {
    const lock = await lockOf(client, bucket, { key, versionId }, now)
    return { key, version_id: versionId, code, ...lock } satisfies JobFailure
  })
  const kept = new Set(failed.map(nameOf))
  const deleted = versions.filter(version => !kept.has(nameOf(version)))
  const keptVersions = versions.filter(version => kept.has(nameOf(version)))
  const last = keptVersions.map(({ key }) => key).reduce<string | undefined>(later, undefined)
  return {
    cursor:
      next === null
        ? { phase: 'uploads', after: null }
        : { phase: 'versions', after: keptVersions.findLast(({ key }) => key === last) ?? after },
    done: deleted.length,
    failed: failed.length,
    bytes: deleted.reduce((sum, { size }) => sum + size, 0),
    failures,
  }
}

async function abortUploads(context: JobContext, after: UploadMarker | null): Promise<Step<EmptyCursor>> {
  const page = await abortPage(context, after, () => true)
  return { ...page, cursor: page.cursor && { phase: 'uploads', after: page.cursor } }
}

function nameOf({ key, versionId }: VersionMarker): string {
  return `${versionId} ${key}`
}

type Cursor = EmptyCursor | { phase: 'bucket' }

/** Empties a bucket and deletes it. Fails with BUCKET_NOT_EMPTY if an object remained or was added meanwhile. */
export const deleteBucket: Kind<EmptyInput, Cursor> = {
  needs: 'deleteBucket',
  first: emptyBucket.first,
  async step(context, input, cursor) {
    if (cursor.phase !== 'bucket') {
      const step = await emptyBucket.step(context, input, cursor)
      return { ...step, cursor: step.cursor ?? { phase: 'bucket' } }
    }
    const { client, db, cors, by, bucket } = context
    try {
      await deleteAtStorage(client, bucket)
    } catch (error) {
      // An earlier run of this batch may have deleted it.
      if (!(error instanceof Problem) || error.code !== 'BUCKET_NOT_FOUND') throw error
    }
    cors.forget(by.user.accountId, bucket)
    await audit(db, by, 'BUCKET_DELETED', { target: bucket })
    return { ...noProgress, cursor: null }
  },
}

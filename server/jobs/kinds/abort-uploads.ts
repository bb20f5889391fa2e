import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../limits/in-turns.ts'
import { abortUpload } from '../../storage/multipart.ts'
import { listUploads, type UnfinishedUpload } from '../../storage/unfinished-uploads.ts'
import { atOnce, type JobContext, type Kind, type Step } from '../kind.ts'

export type UploadMarker = { key: string; uploadId: string }

/** Smaller than a page of objects: each upload takes a request. */
const pageSize = 200

/** Aborts a bucket's unfinished uploads that were started at least `days` ago. */
export const abortUploads: Kind<{ days: number }, UploadMarker | 'first'> = {
  needs: 'abortUploads',
  first: 'first',
  step(context, { days }, cursor) {
    const before = Math.floor(context.by.now / 1000) - days * 86_400
    const after = cursor === 'first' ? null : cursor
    return abortPage(context, after, ({ begun }) => days === 0 || begun <= before)
  },
}

export async function abortPage(
  { client, bucket }: JobContext,
  after: UploadMarker | null,
  matches: (upload: UnfinishedUpload) => boolean,
): Promise<Step<UploadMarker>> {
  const { uploads, next } = await listUploads(client, bucket, after, pageSize)
  const outcomes = await inTurns(atOnce, uploads.filter(matches), async ({ key, uploadId }) => {
    try {
      await abortUpload(client, { bucket, key, uploadId })
      return null
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'ACCESS_DENIED') throw error
      return { key, version_id: null, code: error.code, lock: null, until: null }
    }
  })
  const failures = outcomes.filter(outcome => outcome !== null)
  return {
    cursor: next,
    done: outcomes.length - failures.length,
    failed: failures.length,
    bytes: 0,
    failures,
  }
}

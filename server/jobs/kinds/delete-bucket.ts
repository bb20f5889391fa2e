import { audit } from '../../audit/record.ts'
import { Problem } from '../../errors/problem.ts'
import { deleteBucket as deleteAtStorage } from '../../storage/buckets.ts'
import { type Kind, noProgress } from '../kind.ts'
import { type EmptyCursor, type EmptyInput, emptyBucket } from './empty-bucket.ts'

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

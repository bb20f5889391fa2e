import { deleteObjects as deleteAtStorage } from '../../storage/delete-objects.ts'
import { withLocks } from './copy-failures.ts'
import { overChosen } from './over-chosen.ts'

/** Deletes files, and the objects below folders; where the bucket keeps versions, they get delete markers. */
export const deleteObjects = overChosen({
  needs: 'deleteObjects',
  size: 1000,
  async act(context, _, found) {
    const keys = found.map(({ key }) => key)
    const { failed } = await deleteAtStorage(context.remover, context.bucket, keys)
    return { failed: failed.map(({ key }) => key), failures: await withLocks(context, failed) }
  },
})

import { deleteObjects as deleteAtStorage } from '../../storage/delete-objects.ts'
import { withLocks } from '../kind.ts'
import { selectionKind } from './selection-kind.ts'

/** Deletes the selected objects; in a versioned bucket it adds delete markers. */
export const deleteObjects = selectionKind({
  needs: 'deleteSelection',
  size: 1000,
  async apply(context, _, objects) {
    const keys = objects.map(({ key }) => key)
    const { failed } = await deleteAtStorage(context.remover, context.bucket, keys)
    return { failed: failed.map(({ key }) => key), failures: await withLocks(context, failed) }
  },
})

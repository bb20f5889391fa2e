import { getVersioning } from '../../storage/bucket-settings.ts'
import { deleteObjects as deleteAtStorage } from '../../storage/delete-objects.ts'
import { statesOf } from '../../storage/object-states.ts'
import type { SelectedObject } from '../../storage/selected-objects.ts'
import { addUndoEntries, dropUndoEntries, entriesOf, type UndoEntry } from '../../store/undo.ts'
import { type JobContext, withLocks } from '../kind.ts'
import { selectionKind } from './selection-kind.ts'

/** Deletes the selected objects; in a versioned bucket it adds delete markers. */
export const deleteObjects = selectionKind({
  needs: 'deleteSelection',
  size: 1000,
  async apply(context, _, objects) {
    const keys = objects.map(({ key }) => key)
    const { remover, bucket } = context
    if ((await getVersioning(context.account, bucket)) !== 'enabled') {
      const { failed } = await deleteAtStorage(remover, bucket, keys)
      return { failed: failed.map(({ key }) => key), failures: await withLocks(context, failed) }
    }
    const noted = await noteDeletions(context, objects)
    const markers = new Map<string, string>()
    const { failed } = await deleteAtStorage(remover, bucket, keys, { markers })
    await noteMarkers(context, noted, { markers, failed: failed.map(({ key }) => key) })
    return { failed: failed.map(({ key }) => key), failures: await withLocks(context, failed) }
  },
})

/**
 * Journals deletions before they are made: what a killed batch has deleted is not listed to the next one. Keys selected by
 * name are deleted again by it, and some storages then add a second delete marker.
 */
async function noteDeletions(context: JobContext, objects: readonly SelectedObject[]): Promise<UndoEntry[]> {
  const { db, job, resumed, account, bucket } = context
  const keys = objects.map(({ key }) => key)
  const before = resumed ? await entriesOf(db, job, keys) : new Map<string, UndoEntry>()
  const unlisted = objects.filter(({ key, state }) => !state && !before.has(key)).map(({ key }) => key)
  const named = await statesOf(account, bucket, unlisted)
  const entries = objects.map(({ key, state = named.get(key) }): UndoEntry => {
    const noted = before.get(key)
    if (noted) return { ...noted, again: true }
    return { key, marker: null, ...(state && { left: { etag: state.etag, modified: state.modified } }) }
  })
  await store(context, entries, [])
  return entries
}

async function noteMarkers(
  context: JobContext,
  noted: readonly UndoEntry[],
  { markers, failed }: { markers: ReadonlyMap<string, string>; failed: readonly string[] },
): Promise<void> {
  const deleted = noted.flatMap(entry => {
    const marker = markers.get(entry.key)
    return marker === undefined ? [] : [{ ...entry, marker }]
  })
  await store(context, deleted, failed)
}

/** `undeleted`: keys that are taken out of the journal. */
async function store(
  { db, job, by, bucket }: JobContext,
  entries: readonly UndoEntry[],
  undeleted: readonly string[],
): Promise<void> {
  const { accountId, id: userId } = by.user
  const act = { id: job, accountId, userId, act: 'delete', bucket, targetBucket: null } as const
  await db.transaction().execute(async trx => {
    await addUndoEntries(trx, act, entries, Math.floor(by.now / 1000))
    await dropUndoEntries(trx, job, undeleted)
  })
}

import type { VersionItem } from '../../../openapi/schema.ts'
import { Problem } from '../../errors/problem.ts'
import { inTurns } from '../../limits/in-turns.ts'
import { unquoted } from '../../storage/object-states.ts'
import { deleteVersion, isDeleteMarker, versionPage } from '../../storage/object-versions.ts'
import type { UndoEntry } from '../../store/undo.ts'
import { atOnce, type JobContext, type Step } from '../kind.ts'
import type { CopyCursor } from './copy-sources.ts'
import type { UndoInput } from './undo.ts'
import { handled, mayUndo, nextEntries } from './undo-entries.ts'

type Outcome = 'done' | 'skipped' | 'ACCESS_DENIED' | 'OBJECT_CHANGED' | 'OBJECT_NOT_FOUND' | 'TARGET_EXISTS'

/** Removes the delete markers that an act left, where each is still the latest version, and covers one. */
export async function undoDeletions(
  context: JobContext,
  input: UndoInput,
  cursor: CopyCursor,
): Promise<Step<CopyCursor>> {
  const { entries, next } = await nextEntries(context, input, cursor)
  const outcomes = await inTurns(
    atOnce,
    entries,
    async (entry): Promise<Outcome> =>
      mayUndo(context, input, entry) ? restore(context, entry) : 'ACCESS_DENIED',
  )
  const keysWith = (outcome: Outcome) =>
    entries.filter((_, at) => outcomes[at] === outcome).map(({ key }) => key)
  const failures = entries.flatMap(({ key }, at) => {
    const code = outcomes[at]!
    return code === 'done' || code === 'skipped' ? [] : [{ key, code }]
  })
  return handled(input, next, { done: keysWith('done'), skipped: keysWith('skipped'), failures })
}

async function restore(context: JobContext, entry: UndoEntry): Promise<Outcome> {
  const { lister, client, bucket } = context
  const { versions: found } = await versionPage(lister, {
    ...{ bucket, prefix: entry.key, exact: true, pageSize: 10 },
  })
  const covered = found.findIndex(({ delete_marker }) => !delete_marker)
  const markers = covered === -1 ? found : found.slice(0, covered)
  const version = found[covered]
  if (markers.length === 0) return version ? whereRestored(context, entry) : 'OBJECT_NOT_FOUND'
  if (!isOwnMarker(entry, markers, version)) return 'OBJECT_CHANGED'
  if (!version) return 'OBJECT_NOT_FOUND'
  try {
    // The newest last: only then is the file back.
    for (const { version_id } of markers.toReversed())
      await deleteVersion(client, { bucket, path: entry.key, versionId: version_id }, false)
    return 'done'
  } catch (error) {
    if (error instanceof Problem && error.code === 'ACCESS_DENIED') return error.code
    throw error
  }
}

/** Whether the markers above the newest version are those of the act. */
function isOwnMarker(
  { marker, left, again }: UndoEntry,
  markers: readonly VersionItem[],
  version: VersionItem | undefined,
): boolean {
  if (markers.length > 1 && !again) return false
  if (marker) return markers[0]?.version_id === marker
  const isLeft = version && left && unquoted(version.etag ?? '') === left.etag
  return isLeft === true && version.last_modified === left.modified
}

/** What it means that no marker is the latest version. */
async function whereRestored({ lister, bucket }: JobContext, entry: UndoEntry): Promise<Outcome> {
  const { key, marker } = entry
  if (!marker) return 'skipped'
  try {
    await isDeleteMarker(lister, { bucket, path: key, versionId: marker })
    return 'TARGET_EXISTS'
  } catch (error) {
    // An earlier run of this batch has removed it, or somebody else has.
    if (error instanceof Problem && error.code === 'OBJECT_NOT_FOUND') return 'done'
    throw error
  }
}

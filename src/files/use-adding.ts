import { useCallback, useRef, useState } from 'react'
import { hasEnded } from '../../machines/upload-queue/rules.ts'
import { rowsOf } from '../../machines/upload-queue/table.ts'
import { showToast } from '../shell/shell.ts'
import { type SelectedItem, type TopName, topNames } from '../uploads/selection.ts'
import { uploadEvents, uploadsNow } from '../uploads/uploads.ts'
import type { Place } from './address.ts'
import { type Choice, conflictsOf, renaming } from './conflicts.ts'
import { namesTaken } from './existing-names.ts'
import type { Listing } from './use-listing.ts'

/** Why nobody can tell which names are taken. */
export type Untold = 'not allowed' | 'too many' | 'no answer'

/** A question that must be answered before files are added. `conflicts`: the names that are taken. */
export type Question = {
  conflicts: TopName[] | Untold
  answer: (choice: Choice) => void
  close: () => void
}

type Known = Pick<Listing, 'rows' | 'complete'> & {
  /** Whether the user may see names at all. */
  mayList: boolean
}

/**
 * Adds what was chosen or dropped to the uploads, after asking what to do where names are taken. Who may not see names
 * is asked once for a bucket.
 */
export function useAdding(place: Place, listing: Known) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { bucket, prefix } = place
  const { rows, complete, mayList } = listing
  const agreedFor = useRef<string | null>(null)

  const add = useCallback(
    async (items: readonly SelectedItem[]) => {
      const names = await topNames(items)
      if (names.length === 0) return showToast('files.nothingDropped', { severity: 'warning' })
      const taken = complete
        ? new Set(rows.map(row => row.name))
        : mayList
          ? await namesTaken({ bucket, prefix }, names)
          : 'not allowed'
      const close = () => setQuestion(null)
      const addAs = (renamed: Map<string, string | null>) =>
        uploadEvents.add(bucket, prefix, { items, names: renamed })
      if (typeof taken === 'string') {
        if (taken === 'not allowed' && agreedFor.current === bucket) return addAs(new Map())
        return setQuestion({
          conflicts: taken,
          answer() {
            close()
            if (taken === 'not allowed') agreedFor.current = bucket
            addAs(new Map())
          },
          close,
        })
      }
      for (const name of namesUnderWay({ bucket, prefix })) taken.add(name)
      const conflicts = conflictsOf(names, taken)
      if (conflicts.length === 0) return addAs(new Map())
      setQuestion({
        conflicts,
        answer(choice) {
          close()
          addAs(renaming(conflicts, choice, taken, names))
        },
        close,
      })
    },
    [bucket, prefix, rows, complete, mayList],
  )
  return { add, question }
}

/** Names at the top of the folder that uploads will make. */
function namesUnderWay({ bucket, prefix }: Place): Set<string> {
  const names = new Set<string>()
  for (const row of rowsOf(uploadsNow().context.table)) {
    if (row.bucket !== bucket || hasEnded(row) || !row.key.startsWith(prefix)) continue
    const name = row.key.slice(prefix.length)
    const slash = name.indexOf('/')
    names.add(slash === -1 ? name : name.slice(0, slash + 1))
  }
  return names
}

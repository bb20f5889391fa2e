import { useCallback, useRef, useState } from 'react'
import { hasEnded } from '../../machines/upload-queue/rules.ts'
import { rowsOf } from '../../machines/upload-queue/table.ts'
import type { Place } from '../buckets/folder-address.ts'
import { showToast } from '../shell/shell.ts'
import {
  type Choice,
  type SelectedItem,
  type SelectedItems,
  type TopName,
  topNames,
} from '../uploads/picking/selection.ts'
import { uploadEvents, uploadsNow } from '../uploads/queue/uploads.ts'
import { conflictsOf, renaming, topsAfter } from './conflicts.ts'
import { namesTaken } from './existing-names.ts'
import type { Listing } from './use-listing.ts'

/** Why nobody can tell which names are taken. */
export type Untold = 'not allowed' | 'too many' | 'no answer'

/**
 * A question that must be answered before files are added. `conflicts`: the names that are taken. `doubled`: those that
 * two or more of the chosen files have.
 */
export type Question = {
  conflicts: TopName[] | Untold
  doubled: TopName[]
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
      const { names, doubled } = await topNames(items)
      if (names.length === 0) return showToast('files.nothingDropped', { severity: 'warning' })
      const taken = complete
        ? new Set(rows.map(row => row.name))
        : mayList
          ? await namesTaken({ bucket, prefix }, names)
          : 'not allowed'
      const close = () => setQuestion(null)
      const addAs = (renamed: Map<string, string | null>, doubles: Choice = 'keep-both') => {
        const tops = topsAfter(names, renamed)
        const avoid = new Set([...(typeof taken === 'string' ? [] : taken), ...tops])
        uploadEvents.add(bucket, prefix, { items, names: renamed, doubles, avoid, tops })
      }
      if (typeof taken === 'string') {
        if (taken === 'not allowed' && agreedFor.current === bucket) return addAs(new Map())
        return setQuestion({
          conflicts: taken,
          doubled: [],
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
      if (conflicts.length === 0 && doubled.length === 0) return addAs(new Map())
      setQuestion({
        conflicts,
        doubled,
        answer(choice) {
          close()
          addAs(renaming(conflicts, choice, taken, names), choice)
        },
        close,
      })
    },
    [bucket, prefix, rows, complete, mayList],
  )
  return { add, question }
}

/** Names at the top of the folder that uploads will make, those too that are not read yet. */
function namesUnderWay({ bucket, prefix }: Place): Set<string> {
  const { table, intake } = uploadsNow().context
  const names = new Set<string>()
  const add = (key: string) => {
    if (!key.startsWith(prefix)) return
    const name = key.slice(prefix.length)
    const slash = name.indexOf('/')
    names.add(slash === -1 ? name : name.slice(0, slash + 1))
  }
  for (const row of rowsOf(table)) if (row.bucket === bucket && !hasEnded(row)) add(row.key)
  for (const selection of intake) {
    if (selection.bucket !== bucket) continue
    for (const top of (selection.items as SelectedItems).tops) add(selection.prefix + top)
  }
  return names
}

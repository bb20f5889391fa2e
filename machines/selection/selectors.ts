import type { SnapshotFrom } from 'xstate'
import type { selectionMachine } from './machine.ts'
import type { Selection } from './rules.ts'

type Snapshot = SnapshotFrom<typeof selectionMachine>

export function selectSelection(snapshot: Snapshot): Selection {
  return snapshot.context.selection
}

/** Whether all rows will be selected once they are loaded. */
export function selectSelectingAll(snapshot: Snapshot): boolean {
  return snapshot.matches('loading')
}

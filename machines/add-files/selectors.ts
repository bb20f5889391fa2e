import type { SnapshotFrom } from 'xstate'
import type { addFilesMachine } from './machine.ts'
import { conflictsOf } from './rules.ts'
import type { ChosenFiles, Fit, LookUpFailure, TopName } from './types.ts'

type Snapshot = SnapshotFrom<typeof addFilesMachine>

/** The check in progress, or null. */
export function selectCheck(snapshot: Snapshot): 'names' | 'sizes' | null {
  if (snapshot.matches('measuring')) return 'sizes'
  return snapshot.hasTag('checking') ? 'names' : null
}

/** The open question, or null. */
export function selectQuestion(snapshot: Snapshot): 'names' | 'unseen names' | 'failure' | 'space' | null {
  if (snapshot.matches('asking')) return 'names'
  if (snapshot.matches('confirming')) return 'unseen names'
  if (snapshot.matches('exceeding')) return 'space'
  return snapshot.matches('unavailable') ? 'failure' : null
}

/** The files that are being added, or null. */
export function selectCurrent({ context }: Snapshot): ChosenFiles | null {
  return context.pending[0] ?? null
}

/** The names that are taken. */
export function selectConflicts({ context }: Snapshot): TopName[] {
  return conflictsOf(context.names, context.taken)
}

/** The names that two or more of the chosen files have. */
export function selectDuplicates({ context }: Snapshot): readonly TopName[] {
  return context.duplicates
}

export function selectFailure({ context }: Snapshot): LookUpFailure | null {
  return context.failure
}

/** How the current files fit into the quota, while not all of them do. */
export function selectFit({ context }: Snapshot): Fit | null {
  return context.fit
}

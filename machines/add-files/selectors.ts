import type { SnapshotFrom } from 'xstate'
import type { addFilesMachine } from './machine.ts'
import { conflictsOf } from './rules.ts'
import type { ChosenFiles, LookUpFailure, TopName } from './types.ts'

type Snapshot = SnapshotFrom<typeof addFilesMachine>

export function selectIsChecking(snapshot: Snapshot): boolean {
  return snapshot.hasTag('checking')
}

/** The open question, or null. */
export function selectQuestion(snapshot: Snapshot): 'names' | 'unseen names' | 'failure' | null {
  if (snapshot.matches('asking')) return 'names'
  if (snapshot.matches('confirming')) return 'unseen names'
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

import type { SnapshotFrom } from 'xstate'
import type { Failure } from '../failure.ts'
import type { pickerMachine } from './machine.ts'
import { above, folderOf, matches } from './rules.ts'
import type { Entry } from './types.ts'

type Snapshot = SnapshotFrom<typeof pickerMachine>

export function selectPath(snapshot: Snapshot): string {
  return snapshot.context.path
}

export function selectIsOpen(snapshot: Snapshot): boolean {
  return snapshot.matches('open')
}

export function selectBusy(snapshot: Snapshot): boolean {
  return snapshot.hasTag('busy')
}

export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.can({ type: 'retry' }) ? snapshot.context.failure : null
}

/** What can be chosen; null if the folder of the path was not read. */
export function selectEntries(snapshot: Snapshot): readonly Entry[] | null {
  const { listing, path } = snapshot.context
  if (snapshot.can({ type: 'retry' }) || listing?.folder !== folderOf(path)) return null
  return matches(listing, path)
}

/** Whether the folder has more entries than were read. */
export function selectIsCut({ context: { listing } }: Snapshot): boolean {
  return listing !== null && !listing.complete
}

/** The parent of the folder that is shown; null at the top. */
export function selectAbove({ context: { path } }: Snapshot): string | null {
  return above(folderOf(path))
}

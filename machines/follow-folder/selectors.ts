import type { SnapshotFrom } from 'xstate'
import type { followFolderMachine } from './machine.ts'
import type { Waiting } from './types.ts'

type Snapshot = SnapshotFrom<typeof followFolderMachine>

/** The count that the line shows; 0: there is no line. */
export function selectWaiting(snapshot: Snapshot): Waiting {
  return snapshot.matches({ line: 'shown' }) ? snapshot.context.waiting : 0
}

/** The count that is announced to who does not see the line. */
export function selectAnnounced(snapshot: Snapshot): Waiting {
  return snapshot.matches({ line: 'shown' }) ? snapshot.context.announced : 0
}

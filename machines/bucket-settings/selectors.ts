import type { SnapshotFrom } from 'xstate'
import type { Failure } from '../failure.ts'
import type { bucketSettingsMachine, Stored } from './machine.ts'

type Snapshot = SnapshotFrom<typeof bucketSettingsMachine>

export function selectStored(snapshot: Snapshot): Stored {
  return snapshot.context.stored
}

export function selectBusy(snapshot: Snapshot): boolean {
  return snapshot.hasTag('busy')
}

export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure
}

/** Whether the value was saved, but an older one is shown. */
export function selectStale(snapshot: Snapshot): boolean {
  return snapshot.can({ type: 'retry' })
}

/** The value that another user or tab saved meanwhile, while the user is asked which one to keep. */
export function selectTheirs(snapshot: Snapshot): Stored | null {
  return snapshot.can({ type: 'keep theirs' }) ? snapshot.context.theirs : null
}

/** What the user wanted to save. */
export function selectYours(snapshot: Snapshot): unknown {
  return snapshot.context.yours?.value
}

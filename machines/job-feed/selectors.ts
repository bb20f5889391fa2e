import type { SnapshotFrom } from 'xstate'
import type { Job } from '../../openapi/schema.ts'
import type { jobFeedMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof jobFeedMachine>

/** Null before the first answer. */
export function selectJobs(snapshot: Snapshot): readonly Job[] | null {
  return snapshot.context.jobs
}

export function selectConnected(snapshot: Snapshot): boolean {
  return snapshot.context.connected
}

/** Unix seconds of the server's clock. */
export function selectPolledAt(snapshot: Snapshot): number {
  return snapshot.context.polledAt
}

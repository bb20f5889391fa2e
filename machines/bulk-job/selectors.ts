import type { SnapshotFrom } from 'xstate'
import type { Job, JobFailure } from '../../openapi/schema.ts'
import type { Failure } from '../failure.ts'
import type { bulkJobMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof bulkJobMachine>

export function selectJob(snapshot: Snapshot): Job {
  return snapshot.context.job
}

export function selectConnected(snapshot: Snapshot): boolean {
  return snapshot.context.connected
}

export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure
}

export function selectBusy(snapshot: Snapshot): boolean {
  return snapshot.hasTag('busy')
}

export function selectIsLive(snapshot: Snapshot): boolean {
  return snapshot.matches('live')
}

export function selectCanShowFailures(snapshot: Snapshot): boolean {
  return snapshot.can({ type: 'show failures' })
}

/** The job's failures, while they are shown. */
export function selectFailures(snapshot: Snapshot): readonly JobFailure[] | null {
  return snapshot.can({ type: 'hide failures' }) ? snapshot.context.failures : null
}

export function selectCanRetry(snapshot: Snapshot): boolean {
  return snapshot.can({ type: 'retry' })
}

export function selectIsRetrying(snapshot: Snapshot): boolean {
  return snapshot.matches({ ended: 'retrying' })
}

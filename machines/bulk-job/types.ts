import type { Job, JobFailure } from '../../openapi/schema.ts'
import type { Failure } from '../failure.ts'

export type BulkJobInput = { job: Job }

/** What `followJob` reports. */
export type JobNews =
  | { type: 'job changed'; job: Job }
  /** The job no longer exists, or this user may not see it. */
  | { type: 'job gone' }
  /** The server does not respond; the job continues there. */
  | { type: 'connection lost' }
  | { type: 'connection back' }

export type BulkJobEvent =
  | JobNews
  | { type: 'cancel' }
  | { type: 'show failures' }
  | { type: 'hide failures' }
  | { type: 'retry' }
  | { type: 'dismiss' }

export type BulkJobContext = {
  job: Job
  connected: boolean
  /** The job's failures; null until requested. */
  failures: readonly JobFailure[] | null
  /** Why the last call failed; cleared by the next one. */
  failure: Failure | null
}

/** Any failure that the flow does not distinguish; the screen shows it. */
export type NotDone = { ok: false; code: 'NOT_DONE'; failure: Failure }

export type JobCancel = { input: { id: string }; output: { ok: true; job: Job } | NotDone }

export type FailuresRead = {
  input: { id: string }
  output: { ok: true; failures: readonly JobFailure[] } | NotDone
}

/** `job`: the new one, which does what the first one left undone. */
export type JobRetry = { input: { id: string }; output: { ok: true; job: Job } | NotDone }

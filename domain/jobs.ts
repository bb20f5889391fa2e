import type { Job, JobKind } from '../openapi/schema.ts'

type JobTraits = {
  /** Whether a new job can do what an ended one has left; such a kind has `retry` in `server/jobs/kinds`. */
  mayRetry: boolean
  /** What happens to each file, or upload: the verb of the result in `jobs.result`. */
  act: 'delete' | 'abort' | 'copy' | 'move' | 'change' | 'undo'
  /** How a title names the target: by its bucket and folder, or by its last part. */
  target: 'place' | 'name' | null
}

export const jobTraits = {
  'empty-bucket': { mayRetry: false, act: 'delete', target: null },
  'delete-bucket': { mayRetry: false, act: 'delete', target: null },
  'abort-uploads': { mayRetry: false, act: 'abort', target: null },
  'copy-objects': { mayRetry: true, act: 'copy', target: 'place' },
  'move-objects': { mayRetry: true, act: 'move', target: 'place' },
  'rename-folder': { mayRetry: true, act: 'move', target: 'name' },
  'delete-objects': { mayRetry: true, act: 'delete', target: null },
  'change-acl': { mayRetry: true, act: 'change', target: null },
  undo: { mayRetry: true, act: 'undo', target: null },
} as const satisfies Record<JobKind, JobTraits>

const unknownTraits: JobTraits = { mayRetry: false, act: 'delete', target: null }

/** A page may be older than the server, and then not know a kind. */
export function traitsOf(kind: JobKind): JobTraits {
  return Object.hasOwn(jobTraits, kind) ? jobTraits[kind] : unknownTraits
}

/** How the result of an ended job is marked. */
export function severityOf({ state, failed }: Pick<Job, 'state' | 'failed'>) {
  if (state === 'failed') return 'error'
  if (state === 'cancelled') return 'info'
  return failed > 0 ? 'warning' : 'success'
}

type Counts = Pick<Job, 'done' | 'failed' | 'skipped'>

export const processedBy = ({ done, failed, skipped }: Counts): number => done + failed + skipped

/** The processed part of the total; null while that is unknown. */
export function percentOf({ total, ...counts }: Counts & Pick<Job, 'total'>): number | null {
  if (total === null) return null
  return total === 0 ? 100 : (processedBy(counts) / total) * 100
}

/** Seconds before the speed of a job is known. */
const minSeconds = 3

/** Files, or uploads, per second; null while unknown, and below one. */
export function speedOf(job: Counts & Pick<Job, 'state' | 'cancelling' | 'started_at' | 'updated_at'>) {
  const time = job.started_at === null ? 0 : job.updated_at - job.started_at
  if (job.state !== 'running' || job.cancelling || time < minSeconds) return null
  const speed = processedBy(job) / time
  return speed < 1 ? null : speed
}

/** Whether a new job can finish what an ended one left undone. `failed`: number of failures. */
export function mayRetry({ kind, state, failed }: Pick<Job, 'kind' | 'state' | 'failed'>): boolean {
  const isUnfinished = state === 'failed' || state === 'cancelled' || (state === 'done' && failed > 0)
  return isUnfinished && traitsOf(kind).mayRetry
}

import type { Job, JobKind } from '../openapi/schema.ts'

type JobTraits = {
  /** Whether a new job can do what an ended one has left; such a kind has `retry` in `server/jobs/kinds`. */
  mayRetry: boolean
  /** What happens to each file, or upload: the verb of the result in `jobs.result`. */
  act: 'delete' | 'abort' | 'copy' | 'move' | 'change'
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
} as const satisfies Record<JobKind, JobTraits>

const unknownTraits: JobTraits = { mayRetry: false, act: 'delete', target: null }

/** A page may be older than the server, and then not know a kind. */
export function traitsOf(kind: JobKind): JobTraits {
  return Object.hasOwn(jobTraits, kind) ? jobTraits[kind] : unknownTraits
}

/** Whether a new job can finish what an ended one left undone. `failed`: number of failures. */
export function mayRetry({ kind, state, failed }: Pick<Job, 'kind' | 'state' | 'failed'>): boolean {
  const isUnfinished = state === 'failed' || state === 'cancelled' || (state === 'done' && failed > 0)
  return isUnfinished && traitsOf(kind).mayRetry
}

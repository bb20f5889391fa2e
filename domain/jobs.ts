import type { Job, JobKind } from '../openapi/schema.ts'

const retriableKinds: readonly JobKind[] = [
  ...(['copy-objects', 'move-objects', 'rename-folder', 'delete-objects', 'change-acl'] as const),
]

/** Whether a new job can do what an ended one has left. `failed`: number of failures. */
export function mayRetry({ kind, state, failed }: Pick<Job, 'kind' | 'state' | 'failed'>): boolean {
  const isUnfinished = state === 'failed' || state === 'cancelled' || (state === 'done' && failed > 0)
  return isUnfinished && retriableKinds.includes(kind)
}

import type { Job, JobKind } from '../openapi/schema.ts'

const retried: readonly JobKind[] = [
  ...(['copy-objects', 'move-objects', 'rename-folder', 'delete-objects', 'change-acl'] as const),
]

/** Whether another job can do what an ended one has not done. */
export function mayRetry({ kind, state, failed }: Pick<Job, 'kind' | 'state' | 'failed'>): boolean {
  const left = state === 'failed' || state === 'cancelled' || (state === 'done' && failed > 0)
  return left && retried.includes(kind)
}

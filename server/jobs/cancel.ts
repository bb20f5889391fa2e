import { type Actor, mayCall } from '../../domain/permissions.ts'
import type { Job } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { Problem } from '../errors/problem.ts'
import { cancelJob, findJob } from '../operations/jobs.ts'
import type { Database } from '../store/open.ts'
import { kinds } from './kinds.ts'

/**
 * Cancels a job that has not ended, and returns it. NOT_FOUND; PERMISSION_DENIED for an API client that may not call the
 * job's operation.
 */
export async function cancelAs(db: Database, by: By, actor: Actor, id: string): Promise<Job> {
  const { kind } = await findJob(db, by.user, id)
  if (actor.client && !mayCall(actor, kinds[kind].needs)) throw new Problem('PERMISSION_DENIED')
  return cancelJob(db, by, id)
}

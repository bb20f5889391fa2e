import { mayRetry } from '../../domain/jobs.ts'
import { type Actor, mayCall } from '../../domain/permissions.ts'
import { mayReach } from '../../domain/reach.ts'
import type { Job, OnExisting } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { Problem } from '../errors/problem.ts'
import { findJob, type JobDeps, startJob } from '../operations/jobs.ts'
import { findEnded } from '../store/jobs.ts'
import { kinds } from './kinds.ts'

/**
 * Starts a job that finishes what an ended one left undone. NOT_FOUND, JOB_RUNNING while it is live, NOTHING_TO_RETRY,
 * PERMISSION_DENIED; as `startJob`.
 */
export async function retryJob(
  deps: JobDeps,
  by: By,
  actor: Actor,
  { id, existing }: { id: string; existing: OnExisting | undefined },
): Promise<Job> {
  const { kind: name, bucket, source, sources, target, acl } = await findJob(deps.db, by.user, id)
  const ended = await findEnded(deps.db, id)
  if (!ended) throw new Problem('JOB_RUNNING')
  const kind = kinds[name]
  const { state, failed } = ended
  if (!kind.retry || !mayRetry({ kind: name, state, failed: failed.length }))
    throw new Problem('NOTHING_TO_RETRY')
  const input: unknown = JSON.parse(ended.input)
  if (!mayCall(actor, kind.needs) || !mayReach(by.user.scope, kind.needs, input))
    throw new Problem('PERMISSION_DENIED')
  const cursor: unknown = ended.cursor === null ? null : JSON.parse(ended.cursor)
  const next = kind.retry({ input, cursor, done: state === 'done', failed }, existing)
  return startJob(deps, by, {
    ...{ kind: name, bucket, source, sources, target, about: id, ...(acl && { acl }) },
    ...{ input: next.input as object, cursor: next.cursor },
  })
}

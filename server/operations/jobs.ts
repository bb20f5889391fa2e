import { mayRetry } from '../../domain/jobs.ts'
import { mayCall } from '../../domain/permissions.ts'
import { mayReach } from '../../domain/reach.ts'
import { audit } from '../audit/record.ts'
import { actorOf } from '../auth/role.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { type Kind, needsOf } from '../jobs/kind.ts'
import { kinds } from '../jobs/kinds.ts'
import { findJob, listJobs, startJob, visibleFailures } from '../jobs/user-jobs.ts'
import { bucketContents } from '../storage/count-objects.ts'
import * as store from '../store/jobs.ts'
import type { Services } from './services.ts'

export function jobOperations(services: Pick<Services, 'db' | 'access' | 'jobs' | 'jobWatch'>) {
  const { db, access, jobWatch } = services
  return {
    async getBucketContents({ query, session: { user } }) {
      const { client } = await access.clientToRead(user, query)
      return bucketContents(client, query.bucket)
    },

    async formatBucket({ body, by }) {
      const { bucket, name, bypass_governance: bypass = false } = body
      if (name !== bucket) throw new Problem('NAME_MISMATCH')
      return startJob(services, by, { kind: 'empty-bucket', bucket, input: { bypass }, about: '' })
    },

    abortUploads: ({ body: { bucket, days }, by }) =>
      startJob(services, by, { kind: 'abort-uploads', bucket, input: { days }, about: '' }),

    listJobs: async ({ session }) => ({ jobs: await listJobs(db, session.user) }),

    watchJobs: async ({ session, disconnected, readmit }) => ({
      pieces: jobWatch.watch(session.user, { disconnected, readmit }),
    }),

    getJob: ({ params, session }) => findJob(db, session.user, params.id),

    async cancelJob({ params: { id }, session, by }) {
      const { bucket, kind } = await findJob(db, by.user, id)
      // An API client must be allowed to start it too.
      const input: unknown = JSON.parse(await store.inputOf(db, id))
      if (session.client && !mayCall(actorOf(session), needsOf(kinds[kind], input)))
        throw new Problem('PERMISSION_DENIED')
      if (await store.cancelJob(db, id, Math.floor(by.now / 1000)))
        await audit(db, by, 'JOB_CANCELLED', { target: bucket, detail: { kind: 'job', job: kind } })
      return findJob(db, by.user, id)
    },

    /** Starts a job that finishes what an ended one left undone. */
    async retryJob({ params: { id }, body, session, by }) {
      const { kind: name, bucket, source, sources, target, acl } = await findJob(db, by.user, id)
      const ended = await store.findEnded(db, id)
      if (!ended) throw new Problem('JOB_RUNNING')
      const kind: Kind = kinds[name]
      const { state, failed } = ended
      if (!kind.retry || !mayRetry({ kind: name, state, failed: failed.length }))
        throw new Problem('NOTHING_TO_RETRY')
      const input: unknown = JSON.parse(ended.input)
      const needs = needsOf(kind, input)
      if (!mayCall(actorOf(session), needs) || !mayReach(by.user.scope, needs, input))
        throw new Problem('PERMISSION_DENIED')
      const cursor: unknown = ended.cursor === null ? null : JSON.parse(ended.cursor)
      const next = kind.retry({ input, cursor, done: state === 'done', failed }, body.existing)
      return startJob(services, by, {
        ...{ kind: name, bucket, source, sources, target, about: id, ...(acl && { acl }) },
        ...{ input: next.input as object, cursor: next.cursor },
      })
    },

    async listJobFailures({ params: { id }, session: { user } }) {
      await findJob(db, user, id)
      const failures = await store.listFailures(db, id)
      const input = JSON.parse(await store.inputOf(db, id)) as { keys?: string[]; objects?: string[] }
      const named = [...(input.keys ?? []), ...(input.objects ?? [])]
      return { failures: visibleFailures(user, named, failures) }
    },
  } satisfies Partial<Handlers>
}

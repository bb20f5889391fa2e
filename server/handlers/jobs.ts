import { roleOf } from '../auth/role.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { cancelAs } from '../jobs/cancel.ts'
import { retryJob } from '../jobs/retry.ts'
import { findJob, listFailures, listJobs, startJob } from '../operations/jobs.ts'
import { bucketContents } from '../storage/bucket-contents.ts'
import type { Services } from './services.ts'

type JobHandlers = Pick<
  Handlers,
  | 'getBucketContents'
  | 'formatBucket'
  | 'abortUploads'
  | 'listJobs'
  | 'watchJobs'
  | 'getJob'
  | 'cancelJob'
  | 'retryJob'
  | 'listJobFailures'
>

export function jobHandlers(services: Pick<Services, 'db' | 'access' | 'jobs' | 'jobWatch'>): JobHandlers {
  const { db, access, jobWatch } = services
  return {
    async getBucketContents({ query, session: { user } }) {
      const { client } = await access.clientToRead(user, query)
      return bucketContents(client, query.bucket)
    },

    async formatBucket({ body, by }) {
      const { bucket, name, bypass_governance: bypass = false } = body
      if (name !== bucket) throw new Problem('NAME_MISMATCH')
      const job = { kind: 'empty-bucket', bucket, input: { bypass }, about: '' } as const
      return startJob(services, by, job)
    },

    async abortUploads({ body: { bucket, days }, by }) {
      const job = { kind: 'abort-uploads', bucket, input: { days }, about: '' } as const
      return startJob(services, by, job)
    },

    listJobs: async ({ session: { user } }) => ({ jobs: await listJobs(db, user) }),

    async watchJobs({ session: { user }, disconnected, readmit }) {
      return { pieces: jobWatch.watch(user, { disconnected, readmit }) }
    },

    getJob: ({ params, session: { user } }) => findJob(db, user, params.id),

    cancelJob: ({ params, session: { user, client }, by }) => {
      const actor = { ...roleOf(user), client: client?.permission ?? null }
      return cancelAs(db, by, actor, params.id)
    },

    retryJob: ({ params, body, session: { user, client }, by }) => {
      const actor = { ...roleOf(user), client: client?.permission ?? null }
      const which = { id: params.id, existing: body.existing }
      return retryJob(services, by, actor, which)
    },

    listJobFailures: async ({ params, session: { user } }) => ({
      failures: await listFailures(db, user, params.id),
    }),
  }
}

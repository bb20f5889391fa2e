import type { BucketQuota } from '../../openapi/schema.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { UserUsage } from '../storage-admin/storage-admin.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

export function bucketQuotaOperations(services: Pick<Services, 'db' | 'access' | 'admin' | 'locks'>) {
  const { db, access, admin } = services

  /** NOT_SUPPORTED if the storage has no quotas. */
  async function admit(user: User): Promise<void> {
    if (!admin.capabilities.quota) throw new Problem('NOT_SUPPORTED')
    await access.clientForAccount(user)
  }

  async function readQuota(user: User, bucket: string): Promise<CountedQuota> {
    const held = await admin.bucketQuota(user.storageUid, bucket)
    if (held === undefined) throw new Problem('BUCKET_NOT_FOUND')
    return held
  }

  return {
    async getBucketQuota({ query, session: { user } }) {
      await admit(user)
      return shown(await readQuota(user, query.bucket))
    },

    async putBucketQuota({ body: { bucket, quota, revision }, by }) {
      const { user } = by
      await admit(user)
      const { before, after } = await changeSetting(services, bucket, {
        revision,
        read: async () => (await readQuota(user, bucket)).quota,
        async write(before) {
          await admin.setBucketQuota(user.storageUid, bucket, quota)
          return { before, after: await readQuota(user, bucket) }
        },
      })
      const detail = changes({ quota: before }, { quota: after.quota })
      if (detail) await audit(db, by, 'BUCKET_QUOTA_CHANGED', { target: bucket, detail })
      return shown(after)
    },
  } satisfies Partial<Handlers>
}

type CountedQuota = Pick<UserUsage, 'quota' | 'counted'>

function shown({ quota, counted }: CountedQuota): BucketQuota {
  return { quota, usage: counted, revision: revisionOf(quota) }
}

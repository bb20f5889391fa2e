import type { BucketQuota } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { StorageAdmin, UserUsage } from '../storage-admin/storage-admin.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Admin = Pick<StorageAdmin, 'capabilities' | 'bucketQuota' | 'setBucketQuota'>
type CountedQuota = Pick<UserUsage, 'quota' | 'counted'>
type Deps = { db: Database; access: Pick<AccountAccess, 'clientForAccount'>; admin: Admin; locks: Locks }

/** BUCKET_NOT_FOUND; NOT_SUPPORTED if the storage has no quotas. */
export async function bucketQuotaOf(
  { access, admin }: Pick<Deps, 'access' | 'admin'>,
  user: User,
  bucket: string,
): Promise<BucketQuota> {
  if (!admin.capabilities.quota) throw new Problem('NOT_SUPPORTED')
  await access.clientForAccount(user)
  return shown(await readQuota(admin, user, bucket))
}

/** Like `bucketQuotaOf`; SETTING_CHANGED. */
export async function setBucketQuota(
  deps: Deps,
  by: By,
  { bucket, quota, revision }: { bucket: string; quota: number | null; revision: string },
): Promise<BucketQuota> {
  const { admin } = deps
  if (!admin.capabilities.quota) throw new Problem('NOT_SUPPORTED')
  await deps.access.clientForAccount(by.user)
  const { before, after } = await changeSetting(deps, bucket, {
    revision,
    read: async () => (await readQuota(admin, by.user, bucket)).quota,
    async write(before) {
      await admin.setBucketQuota(by.user.storageUid, bucket, quota)
      return { before, after: await readQuota(admin, by.user, bucket) }
    },
  })
  const detail = changes({ quota: before }, { quota: after.quota })
  if (detail) await audit(deps.db, by, 'BUCKET_QUOTA_CHANGED', { target: bucket, detail })
  return shown(after)
}

async function readQuota(admin: Admin, user: User, bucket: string): Promise<CountedQuota> {
  const held = await admin.bucketQuota(user.storageUid, bucket)
  if (held === undefined) throw new Problem('BUCKET_NOT_FOUND')
  return held
}

function shown({ quota, counted }: CountedQuota): BucketQuota {
  return { quota, usage: counted, revision: revisionOf(quota) }
}

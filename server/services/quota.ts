import type { Quota } from '../../openapi/schema.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { noteFull } from '../store/accounts.ts'
import type { Database } from '../store/open.ts'

/** How much of an account's quota is used, by what the storage counts against it. `now`: ms. */
export async function quotaOf(
  { db, admin, now }: { db: Database; admin: Pick<StorageAdmin, 'usage'>; now: () => number },
  { accountId, storageUid }: { accountId: string; storageUid: string },
): Promise<Quota> {
  const held = await admin.usage(storageUid)
  if (!held) return { percentUse: 0, usage: null, total: null, full_since: null }
  const { bytes, quota, counted, full } = held
  const fullSince = await noteFull(db, accountId, full, Math.floor(now() / 1000))
  if (quota === null) return { percentUse: 0, usage: bytes, total: null, full_since: null }
  const percentUse = quota === 0 ? 0 : Math.round((counted / quota) * 10_000) / 100
  return { percentUse, usage: counted, total: quota, full_since: fullSince }
}

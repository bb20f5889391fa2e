import { rowCharge } from '../../../domain/limits.ts'
import { S3Error } from '../protocol/errors.ts'
import type { BucketRow } from './buckets.ts'
import type { Store } from './store.ts'

/** What a quota counts: bytes, and rows of the index. Negative: freed. */
export type Usage = { bytes?: number; objects?: number; uploads?: number; parts?: number }

/** The bytes that this usage counts against a quota. */
export const chargeOf = ({ bytes = 0, objects = 0, uploads = 0, parts = 0 }: Usage): number =>
  bytes + (objects + uploads + parts) * rowCharge

/**
 * Adds to the usage of the bucket and its owner; call in a commit.
 * @throws S3Error QuotaExceeded if the increase exceeds the quota of the bucket or of its owner
 */
export const addUsage = (store: Store, bucket: BucketRow, usage: Usage): void => {
  requireQuota(store, bucket.uid, chargeOf(usage))
  requireBucketQuota(store, bucket, chargeOf(usage))
  countUsage(store, bucket, usage)
}

/** Like `addUsage`, for changes that no quota may prevent. */
export const countUsage = (store: Store, bucket: BucketRow, usage: Usage): void => {
  const { bytes = 0, objects = 0, uploads = 0, parts = 0 } = usage
  store.db.run(
    'UPDATE bucket SET bytes = bytes + ?, objects = objects + ? WHERE id = ?',
    bytes,
    objects,
    bucket.id,
  )
  store.db.run(
    'UPDATE user SET bytes = bytes + ?, objects = objects + ?, uploads = uploads + ?, parts = parts + ? WHERE uid = ?',
    bytes,
    objects,
    uploads,
    parts,
    bucket.uid,
  )
}

/** @throws S3Error QuotaExceeded if the user's quota has no room for `charge` bytes in addition to `inFlight` */
export const requireQuota = (store: Store, uid: string, charge: number, inFlight = 0): void => {
  if (charge <= 0) return
  const user = store.db.get<Required<Usage> & { quota: number | null }>(
    'SELECT bytes, objects, uploads, parts, quota FROM user WHERE uid = ?',
    uid,
  )
  if (!user || user.quota === null) return
  if (chargeOf(user) + inFlight + charge > user.quota) throw new S3Error('QuotaExceeded')
}

/**
 * Like `requireQuota`, for the bucket's own quota, which does not count open uploads.
 * @throws S3Error QuotaExceeded
 */
export const requireBucketQuota = (store: Store, bucket: BucketRow, charge: number, inFlight = 0): void => {
  if (charge <= 0 || bucket.quota === null) return
  const held = store.db.get<Required<Usage>>('SELECT bytes, objects FROM bucket WHERE id = ?', bucket.id)
  if (held && chargeOf(held) + inFlight + charge > bucket.quota) throw new S3Error('QuotaExceeded')
}

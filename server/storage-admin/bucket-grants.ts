import type { S3Client } from '@aws-sdk/client-s3'
import { type Grantee, grantsIn, type Statement, withGrants } from '../../domain/policy/grants.ts'
import { mostPolicyBytes } from '../../domain/policy/policy.ts'
import { entersBucket, type Scope } from '../../domain/scope.ts'
import { Problem } from '../errors/problem.ts'
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from '../storage/bucket-policy.ts'
import { listBuckets } from '../storage/buckets.ts'
import { storageUid } from '../store/accounts.ts'
import { bucketsOf, endGrants, grantees, grantsVersion, pendingGrants } from '../store/bucket-grants.ts'
import type { Lock, Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { AccountAccess } from './account-access.ts'
import type { StorageAdmin } from './storage-admin.ts'

/** Pushes the rights of those with a scope to the policies of buckets; idempotent, safe in several processes. */
export type BucketGrants = {
  /** Resolves once the policies have every change that was committed before the call. STORAGE_UNAVAILABLE. */
  apply(accountId: string): Promise<void>
  /** What the policy of a bucket must grant; whoever changes the policy adds it by `withGrants`. */
  statementsFor(accountId: string, bucket: string): Promise<Statement[]>
  /**
   * The policies must have room for the rights of `added`, in the place of those that it has. `before`: its scope until now,
   * whose buckets may have gone. BUCKET_NOT_FOUND, SCOPE_TOO_LARGE.
   */
  requireRoom(accountId: string, added: Grantee, before?: Scope): Promise<void>
}

/** Whoever changes scopes calls `bumpGrants` in the same transaction, and `apply` afterwards. */
export function makeBucketGrants(options: {
  db: Database
  access: AccountAccess
  admin: Pick<StorageAdmin, 'capabilities'>
  locks: Locks
  log: { warn(fields: { bucket: string }, message: string): void }
}): BucketGrants {
  const { db, access, locks } = options
  const isGranted = options.admin.capabilities.users

  const statementsFor = async (accountId: string, bucket: string) =>
    isGranted ? grantsIn(bucket, storageUid(accountId), await grantees(db, accountId)) : []

  async function write(client: S3Client, bucket: string, statements: Statement[], lock: Lock): Promise<void> {
    const before = await getBucketPolicy(client, bucket)
    let after = withGrants(before, statements)
    if (isTooLong(after)) {
      // Another tool has filled the policy since the scope was made.
      options.log.warn({ bucket }, 'The policy has no room for the rights of those with a scope.')
      after = withGrants(before, [])
    }
    if (after === before) return
    await lock.check()
    if (after === null) await deleteBucketPolicy(client, bucket)
    else await putBucketPolicy(client, bucket, after)
  }

  /** Whoever else changes the bucket's policy holds the same lock. */
  const push = (client: S3Client, accountId: string, bucket: string) =>
    locks.hold(`bucket ${bucket}`, async lock => {
      const version = await grantsVersion(db, accountId, bucket)
      if (version === null) return
      try {
        await write(client, bucket, await statementsFor(accountId, bucket), lock)
      } catch (error) {
        if (!(await isGone(client, bucket, error))) throw error
      }
      await endGrants(db, accountId, bucket, version)
    })

  return {
    statementsFor,

    async apply(accountId) {
      const buckets = isGranted ? await pendingGrants(db, accountId) : []
      if (buckets.length === 0) return
      const { client } = await access.clientForAccount({ accountId })
      const pushes = await Promise.allSettled(buckets.map(bucket => push(client, accountId, bucket)))
      const failed = pushes.find(each => each.status === 'rejected')
      if (failed) throw failed.reason
    },

    async requireRoom(accountId, added, before = null) {
      const { client } = await access.clientForAccount({ accountId })
      const own = new Set((await listBuckets(client)).map(({ name }) => name))
      const all = await grantees(db, accountId, added)
      for (const bucket of bucketsOf(added.scope)) {
        if (!own.has(bucket) && !entersBucket(before ?? [], bucket)) throw new Problem('BUCKET_NOT_FOUND')
        if (!own.has(bucket) || !isGranted) continue
        const policy = await getBucketPolicy(client, bucket)
        if (isTooLong(withGrants(policy, grantsIn(bucket, storageUid(accountId), all))))
          throw new Problem('SCOPE_TOO_LARGE')
      }
    },
  }
}

const isTooLong = (policy: string | null) => policy !== null && Buffer.byteLength(policy) > mostPolicyBytes

/** Whether the bucket was deleted, and perhaps made again by another account. */
async function isGone(client: S3Client, bucket: string, error: unknown): Promise<boolean> {
  if (!(error instanceof Problem)) return false
  if (error.code === 'BUCKET_NOT_FOUND') return true
  return error.code === 'ACCESS_DENIED' && (await listBuckets(client)).every(({ name }) => name !== bucket)
}

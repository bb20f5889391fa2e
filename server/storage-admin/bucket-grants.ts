import type { S3Client } from '@aws-sdk/client-s3'
import { type Rights, rightsOfKey } from '../../domain/key-rights.ts'
import { type Grantee, grantsIn, grantsOf, type Statement, withGrants } from '../../domain/policy/grants.ts'
import { mostPolicyBytes } from '../../domain/policy/policy.ts'
import { entersBucket, type Scope } from '../../domain/scope.ts'
import { Problem } from '../errors/problem.ts'
import { inTurns } from '../limits/in-turns.ts'
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from '../storage/bucket-policy.ts'
import { listBuckets } from '../storage/buckets.ts'
import { storageUid } from '../store/accounts.ts'
import {
  bucketsOf,
  endGrants,
  type GrantedBucket,
  grantedBuckets,
  grantees,
  grantsVersion,
  type Limits,
  pendingGrants,
} from '../store/bucket-grants.ts'
import type { Lock, Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { AccountAccess } from './account-access.ts'
import type { StorageAdmin } from './storage-admin.ts'

/**
 * Pushes the rights of users and keys with a scope to the storage: separate from the policies of buckets if it supports
 * that, else into these. Idempotent, safe in several processes.
 */
export type BucketGrants = {
  /**
   * Resolves once these buckets, or all of the account, have every change that was committed before the call.
   * STORAGE_UNAVAILABLE; POLICY_REFUSED, with the bucket and the cause.
   */
  apply(accountId: string, buckets?: readonly string[]): Promise<void>
  /**
   * Call before these changes are stored: rights that they remove are removed from the policies first, so that they are
   * gone, or the changes are refused. There must be room for all, and their buckets must exist. BUCKET_NOT_FOUND,
   * SCOPE_TOO_LARGE; as `apply`.
   */
  prepare(accountId: string, changes: readonly RightsChange[]): Promise<void>
  /** The statements that the policy of a bucket must contain; every change of the policy adds them by `withGrants`. */
  inPolicy(accountId: string, bucket: string): Promise<Statement[]>
  /** The statements that apply separately from the policy. */
  besidePolicy(accountId: string, bucket: string): Promise<Statement[]>
  /** Compares the next buckets in rotation, and reverts what another program has changed. */
  compare(): Promise<void>
}

/**
 * Of a sub-user or a key. `before`: null: it is new. `known`: buckets that need not exist; those of `before`, unless given.
 */
export type RightsChange = { name: string; before: Rights | null; after: Rights; known?: Scope }

/** Buckets that one call of `compare` reads. */
const comparedAtOnce = 200

/** `client`: of the account. */
type AccountBucket = { client: S3Client; accountId: string; bucket: string }

/**
 * Code that changes scopes calls `prepare`, then `bumpGrants` in the transaction of the change, and `apply` afterwards.
 */
export function makeBucketGrants(options: {
  db: Database
  access: AccountAccess
  admin: Pick<StorageAdmin, 'capabilities' | 'grants'>
  locks: Locks
  log: { warn(fields: { bucket: string }, message: string): void }
}): BucketGrants {
  const { db, access, locks, log } = options
  const { grants: apart, capabilities } = options.admin
  let compared: GrantedBucket | null = null
  /** Buckets whose policy had no room when it was last written: each is logged once. */
  const full = new Set<string>()

  async function statementsFor(accountId: string, bucket: string): Promise<Statement[]> {
    if (!capabilities.users) return []
    return grantsIn(bucket, storageUid(accountId), await grantees(db, accountId))
  }

  async function read({ client, accountId, bucket }: AccountBucket): Promise<Statement[]> {
    if (apart) return (await apart.get(storageUid(accountId), bucket)) ?? []
    return grantsOf(await getBucketPolicy(client, bucket))
  }

  async function write(
    { client, accountId, bucket }: { client: S3Client; accountId: string; bucket: string },
    statements: Statement[],
    lock: Lock,
  ): Promise<void> {
    if (apart) {
      await lock.check()
      return apart.set(storageUid(accountId), bucket, statements)
    }
    const before = await getBucketPolicy(client, bucket)
    let after = withGrants(before, statements)
    if (isTooLong(after)) {
      // Another tool has filled the policy since the scope was made.
      if (!full.has(bucket))
        log.warn({ bucket }, 'The policy has no room for the rights of those with a scope.')
      full.add(bucket)
      after = withGrants(before, [])
    } else full.delete(bucket)
    if (after === before) return
    await lock.check()
    if (after === null) await deleteBucketPolicy(client, bucket)
    else await putBucketPolicy(client, bucket, after)
  }

  /** Runs `write` if the bucket exists. @throws Problem POLICY_REFUSED, STORAGE_UNAVAILABLE */
  async function put(target: AccountBucket, statements: Statement[], lock: Lock): Promise<void> {
    const { client, bucket } = target
    try {
      await write(target, statements, lock)
    } catch (error) {
      if (await isGone(client, bucket, error)) return
      throw refusal(bucket, error)
    }
  }

  /** All other changes of the bucket's policy hold the same lock. */
  const hold = <T>(bucket: string, work: (lock: Lock) => Promise<T>) => locks.hold(`bucket ${bucket}`, work)

  const push = (target: AccountBucket) =>
    hold(target.bucket, async lock => {
      const { accountId, bucket } = target
      const version = await grantsVersion(db, accountId, bucket)
      if (version === null) return
      await put(target, await statementsFor(accountId, bucket), lock)
      await endGrants(db, accountId, bucket, version)
    })

  async function restore(target: AccountBucket): Promise<void> {
    const { client, accountId, bucket } = target
    async function isAsWanted(): Promise<boolean> {
      try {
        return JSON.stringify(await read(target)) === JSON.stringify(await statementsFor(accountId, bucket))
      } catch (error) {
        // A failure does not stop the comparison of the others.
        if (await isGone(client, bucket, error)) return true
        throw error
      }
    }
    if (await isAsWanted()) return
    await hold(bucket, async lock => {
      if (await isAsWanted()) return
      await put(target, await statementsFor(accountId, bucket), lock)
      // Not if the bucket was deleted, or its policy has no room.
      if (!(await isAsWanted())) return
      log.warn({ bucket }, 'Folder limits were changed by another program, and are restored.')
    })
  }

  /** @throws the first failure, after all have ended */
  async function all(work: Promise<void>[]): Promise<void> {
    const failed = (await Promise.allSettled(work)).find(each => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  return {
    inPolicy: async (accountId, bucket) => (apart ? [] : statementsFor(accountId, bucket)),
    besidePolicy: async (accountId, bucket) => (apart ? statementsFor(accountId, bucket) : []),

    async apply(accountId, of) {
      const pending = capabilities.users ? await pendingGrants(db, accountId) : []
      const buckets = of ? pending.filter(bucket => of.includes(bucket)) : pending
      if (buckets.length === 0) return
      const { client } = await access.clientForAccount({ accountId })
      await all(buckets.map(bucket => push({ client, accountId, bucket })))
    },

    async prepare(accountId, changes) {
      const { client } = await access.clientForAccount({ accountId })
      const uid = storageUid(accountId)
      const limited = changes.filter(({ after }) => after.scope)
      if (limited.length > 0) {
        const own = new Set((await listBuckets(client)).map(({ name }) => name))
        const isMissing = (bucket: string, { before, known = before?.scope ?? null }: RightsChange) =>
          !own.has(bucket) && !entersBucket(known ?? [], bucket)
        if (limited.some(change => bucketsOf(change.after.scope).some(bucket => isMissing(bucket, change))))
          throw new Problem('BUCKET_NOT_FOUND')
        const grown = await grantees(db, accountId, changes.map(afterwards))
        for (const bucket of bucketsOf(...limited.map(({ after }) => after.scope))) {
          if (!own.has(bucket) || !capabilities.users) continue
          const policy = apart ? null : await getBucketPolicy(client, bucket)
          if (isTooLong(withGrants(policy, grantsIn(bucket, uid, grown))))
            throw new Problem('SCOPE_TOO_LARGE')
        }
      }
      // Separate statements are never refused.
      const narrowing = changes.flatMap(({ name, before, after }) =>
        before
          ? [{ name, ...(rightsOfKey(before, after) ?? { permission: after.permission, scope: [] }) }]
          : [],
      )
      if (narrowing.length === 0 || apart || !capabilities.users) return
      const [now, kept] = await Promise.all([grantees(db, accountId), grantees(db, accountId, narrowing)])
      const statements = (bucket: string, of: Grantee[]) => grantsIn(bucket, uid, of)
      const narrowed = bucketsOf(...now.map(({ scope }) => scope)).filter(
        bucket => JSON.stringify(statements(bucket, now)) !== JSON.stringify(statements(bucket, kept)),
      )
      await all(
        narrowed.map(bucket =>
          hold(bucket, lock => put({ client, accountId, bucket }, statements(bucket, kept), lock)),
        ),
      )
    },

    async compare() {
      const next = capabilities.users ? await grantedBuckets(db, compared, comparedAtOnce) : []
      compared = next.length < comparedAtOnce ? null : next.at(-1)!
      await inTurns(8, next, async ({ accountId, bucket }) => {
        const { client } = await access.clientForAccount({ accountId })
        await restore({ client, accountId, bucket })
      })
    },
  }
}

const afterwards = ({ name, after: { permission, scope } }: RightsChange): Limits => ({
  name,
  permission,
  scope,
})

const isTooLong = (policy: string | null) => policy !== null && Buffer.byteLength(policy) > mostPolicyBytes

/** Whether the bucket was deleted, and perhaps recreated by another account. */
async function isGone(client: S3Client, bucket: string, error: unknown): Promise<boolean> {
  if (!(error instanceof Problem)) return false
  if (error.code === 'BUCKET_NOT_FOUND') return true
  return error.code === 'ACCESS_DENIED' && (await listBuckets(client)).every(({ name }) => name !== bucket)
}

/** POLICY_REFUSED if the storage has responded, else the error. */
function refusal(bucket: string, error: unknown): unknown {
  if (!(error instanceof Problem) || !['ACCESS_DENIED', 'INVALID_POLICY'].includes(error.code)) return error
  return new Problem('POLICY_REFUSED', { fields: [{ field: bucket, message: error.code }], cause: error })
}

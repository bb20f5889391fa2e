import type { Retention } from '../../domain/object-lock.ts'
import { withPublicRead } from '../../domain/public-read.ts'
import type { Acl } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { putPolicy } from '../storage/bucket-access.ts'
import { putObjectLock, putVersioning } from '../storage/bucket-settings.ts'
import * as storage from '../storage/buckets.ts'
import type { CorsMemory } from '../storage/cors.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { BucketGrants } from '../storage-admin/bucket-grants.ts'
import { bucketsOf, bumpGrants, grantees } from '../store/bucket-grants.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { type ConfirmationDeps, requireConfirmation } from './confirm-identity.ts'

type Deps = { db: Database; access: AccountAccess }

type NewBucket = {
  bucket: string
  versioning: boolean
  /** The default retention of new versions; null: no object lock. */
  lock: Retention | null
  acl: Acl
}

/**
 * Creates a bucket with its settings, or not at all: BUCKET_SETUP_FAILED names the setting that failed.
 * BUCKET_IS_YOURS, BUCKET_EXISTS, LIMIT_REACHED.
 */
export async function createBucket(
  { db, access, locks, grants }: Deps & { locks: Locks; grants: Pick<BucketGrants, 'apply'> },
  by: By,
  { bucket, versioning, lock, acl }: NewBucket,
): Promise<void> {
  const { client } = await access.clientForUser(by.user)
  // RGW reports to each of several concurrent creators of a bucket that they created it.
  await locks.hold(`bucket ${bucket}`, async () => {
    await storage.createBucket(client, bucket, lock !== null)
    const steps: [field: string, wanted: boolean, step: () => Promise<void>][] = [
      ['versioning', versioning && !lock, () => putVersioning(client, bucket, 'enabled')],
      ['object_lock', lock !== null, () => putObjectLock(client, bucket, lock)],
      ['acl', acl === 'public', () => putPolicy(client, bucket, withPublicRead(null, bucket))],
    ]
    for (const [field, wanted, step] of steps) {
      if (!wanted) continue
      try {
        await step()
      } catch (error) {
        await storage.deleteBucket(client, bucket)
        const message = error instanceof Problem ? error.code : 'UNKNOWN_ERROR'
        throw new Problem('BUCKET_SETUP_FAILED', { fields: [{ field, message }], cause: error })
      }
    }
  })
  const detail = { kind: 'bucket', versioning: versioning || lock !== null, retention: lock, acl } as const
  await audit(db, by, 'BUCKET_CREATED', { target: bucket, detail })
  // Scopes may name a deleted bucket of this name. A failure here is retried by the sweeper.
  const { accountId } = by.user
  if (bucketsOf(...(await grantees(db, accountId)).map(({ scope }) => scope)).includes(bucket)) {
    await bumpGrants(db, accountId, [bucket])
    await grants.apply(accountId, [bucket]).catch(() => undefined)
  }
}

/** Deletes an empty bucket; `answer` confirms the user's identity. BUCKET_NOT_EMPTY, BUCKET_NOT_FOUND; as `requireConfirmation`. */
export async function deleteBucket(
  deps: Deps & ConfirmationDeps & { cors: Pick<CorsMemory, 'forget'> },
  by: ByVisitor,
  bucket: string,
  answer: string,
): Promise<void> {
  await requireConfirmation(deps, by, answer, bucket)
  const { client } = await deps.access.clientForUser(by.user)
  await storage.deleteBucket(client, bucket)
  deps.cors.forget(by.user.accountId, bucket)
  await audit(deps.db, by, 'BUCKET_DELETED', { target: bucket })
}

/** Ensures the CORS rule with which the console's pages can send files to the bucket, and fetch them. BUCKET_NOT_FOUND. */
export async function ensureBrowserCors(
  { access, cors }: { access: AccountAccess; cors: Pick<CorsMemory, 'ensure'> },
  user: User,
  bucket: string,
): Promise<void> {
  const { client } = await access.clientForAccount(user)
  await cors.ensure(client, user.accountId, bucket)
}

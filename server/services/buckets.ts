import type { By, ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import * as storage from '../storage/buckets.ts'
import type { CorsMemory } from '../storage/cors.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { type ConfirmationDeps, requireConfirmation } from './confirm-identity.ts'

type Deps = { db: Database; access: AccountAccess }

/** BUCKET_IS_YOURS, BUCKET_EXISTS, LIMIT_REACHED. */
export async function createBucket(
  { db, access, locks }: Deps & { locks: Locks },
  by: By,
  bucket: string,
): Promise<void> {
  const { client } = await access.clientForUser(by.user)
  // RGW tells every one of concurrent creators of a bucket that they created it.
  await locks.hold(`bucket ${bucket}`, () => storage.createBucket(client, bucket))
  await audit(db, by, 'BUCKET_CREATED', { target: bucket })
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

/** Ensures the CORS rule with which the console's pages can send files to the bucket. BUCKET_NOT_FOUND. */
export async function ensureBrowserCors(
  { access, cors }: { access: AccountAccess; cors: Pick<CorsMemory, 'ensure'> },
  user: User,
  bucket: string,
): Promise<void> {
  const { client } = await access.clientForAccount(user)
  await cors.ensure(client, user.accountId, bucket)
}

import { withPublicRead } from '../../domain/public-read.ts'
import { covers, entersBucket } from '../../domain/scope.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { startJob } from '../jobs/user-jobs.ts'
import { inTurns } from '../limits/in-turns.ts'
import { putPolicy, readAccess } from '../storage/bucket-access.ts'
import {
  getObjectLock,
  getVersioning,
  type ObjectLock,
  putObjectLock,
  putVersioning,
} from '../storage/bucket-settings.ts'
import * as storage from '../storage/buckets.ts'
import type { CorsMemory } from '../storage/cors.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import { bucketsOf, bumpGrants, grantees } from '../store/bucket-grants.ts'
import type { User } from '../store/users.ts'
import { publicBy } from './bucket-acl.ts'
import { requireConfirmation } from './confirm-identity.ts'
import type { Services } from './services.ts'
import { bucketSizes } from './usage.ts'

/** Buckets whose settings are read at once: each takes five requests. */
const atOnce = 5

export function bucketOperations(
  services: Pick<
    Services,
    | 'db'
    | 'jobs'
    | 'vault'
    | 'mails'
    | 'access'
    | 'admin'
    | 'grants'
    | 'locks'
    | 'cors'
    | 'log'
    | 'now'
    | 'storageKind'
    | 'region'
  >,
) {
  const { db, access, admin, storageKind } = services
  return {
    async listBuckets({ session: { user } }) {
      const { client } = await access.clientForAccount(user)
      const [buckets, sizes] = await Promise.all([
        storage.listBuckets(client),
        bucketSizes(services, user.storageUid),
      ])
      const nothing = sizes ? 0 : null
      return {
        buckets: buckets
          .filter(({ name }) => entersBucket(user.scope, name))
          .map(({ name, createdAt }) => {
            const isWhole = covers(user.scope, name, '')
            return {
              name,
              created_at: createdAt,
              size: isWhole ? (sizes?.get(name)?.bytes ?? nothing) : null,
              objects: isWhole ? (sizes?.get(name)?.objects ?? nothing) : null,
            }
          }),
        storage: storageKind,
      }
    },

    /** The features that are on for each bucket; null if the storage does not report them. */
    async getBucketStatus({ query, session: { user } }) {
      // A user with a scope has no access to a bucket's settings: the owner's key reads these for the user's buckets.
      const clientOf = (bucket: string) =>
        user.scope === null ? access.clientToRead(user, { bucket }) : access.clientForAccount(user)
      const buckets = await inTurns(atOnce, query.bucket, async bucket => {
        const reader = await ifReported(clientOf(bucket))
        if (reader === null) return { bucket, acl: null, versioning: null, object_lock: null }
        const { client } = reader
        const [found, versioning, lock] = await Promise.all([
          ifReported(readAccess(client, bucket)),
          ifReported(getVersioning(client, bucket)),
          ifReported(getObjectLock(client, bucket)),
        ])
        const isPublic = found && publicBy(storageKind, bucket, found).length > 0
        return {
          bucket,
          acl: found && (isPublic ? ('public' as const) : ('private' as const)),
          versioning,
          object_lock: lock && { enabled: lock.enabled, retention: retentionOf(lock) },
        }
      })
      return { buckets }
    },

    async createBucket({ body, by }) {
      const now = services.now()
      if (body.site !== undefined && body.site !== services.region) throw invalid('site', 'place-unknown')
      await createBucket(services, { ...by, now }, body)
      const nothing = admin.capabilities.usage ? 0 : null
      return { name: body.bucket, created_at: Math.floor(now / 1000), size: nothing, objects: nothing }
    },

    async deleteBucket({ body, by }) {
      const { bucket, pin, bypass_governance: bypass = false } = body
      if (!body.confirm) throw new Problem('CONFIRM_REQUIRED')
      await requireConfirmation(services, by, pin, bucket)
      if (body.contents)
        return startJob(services, by, { kind: 'delete-bucket', bucket, input: { bypass }, about: '' })
      const { client } = await access.clientForUser(by.user)
      await storage.deleteBucket(client, bucket)
      services.cors.forget(by.user.accountId, bucket)
      await audit(db, by, 'BUCKET_DELETED', { target: bucket })
      return undefined
    },
  } satisfies Partial<Handlers>
}

/**
 * Creates a bucket with its settings, or not at all: BUCKET_SETUP_FAILED names the setting that failed.
 * BUCKET_IS_YOURS, BUCKET_EXISTS, LIMIT_REACHED.
 */
export async function createBucket(
  { db, access, locks, grants }: Pick<Services, 'db' | 'access' | 'locks' | 'grants'>,
  by: By,
  { bucket, versioning = false, object_lock, acl = 'private' }: Call<'createBucket'>['body'],
): Promise<void> {
  const lock = object_lock ?? null
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

/** Ensures the CORS rule with which the console's pages can send files to the bucket, and fetch them. BUCKET_NOT_FOUND. */
export async function ensureBrowserCors(
  { access, cors }: { access: AccountAccess; cors: Pick<CorsMemory, 'ensure'> },
  user: User,
  bucket: string,
): Promise<void> {
  const { client } = await access.clientForAccount(user)
  await cors.ensure(client, user.accountId, bucket)
}

function retentionOf({ mode, days, years }: ObjectLock): { mode: typeof mode & string; days: number } | null {
  return mode === null ? null : { mode, days: days ?? (years ?? 0) * 365 }
}

async function ifReported<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && (error.status < 429 || error.status === 501)) return null
    throw error
  }
}

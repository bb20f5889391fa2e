import { audit } from '../audit/record.ts'
import { requireConfirmation } from '../auth/confirm-identity.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { createBucket, deleteBucket, listBuckets } from '../storage/buckets.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

export function bucketHandlers(
  services: Services,
): Pick<Handlers, 'listBuckets' | 'createBucket' | 'deleteBucket'> {
  const { admin, access } = services

  /** Sizes are an extra: without them the list is still the list. */
  async function stats(user: User) {
    if (!admin.capabilities.usage) return null
    try {
      return await admin.bucketStats(user.storageUid)
    } catch (error) {
      services.log.warn({ err: error }, 'The storage does not tell the sizes of buckets.')
      return null
    }
  }

  return {
    async listBuckets({ session: { user } }) {
      const { client } = await access.clientForAccount(user)
      const [buckets, held] = await Promise.all([listBuckets(client), stats(user)])
      return {
        buckets: buckets.map(({ name, createdAt }) => {
          const nothing = held ? 0 : null
          const of = held?.get(name)
          return {
            name,
            created_at: createdAt,
            size: of?.bytes ?? nothing,
            objects: of?.objects ?? nothing,
          }
        }),
      }
    },

    async createBucket({ body, visitor, session: { user } }) {
      const { client } = await access.clientForUser(user)
      // RGW answers several who make one bucket at the same time as if each had made it.
      await services.locks.hold(`bucket ${body.bucket}`, () => createBucket(client, body.bucket))
      const by = { user, visitor, now: services.now() }
      await audit(services.db, by, 'BUCKET_CREATED', { target: body.bucket })
      const nothing = admin.capabilities.usage ? 0 : null
      return {
        name: body.bucket,
        created_at: Math.floor(services.now() / 1000),
        size: nothing,
        objects: nothing,
      }
    },

    async deleteBucket({ body, visitor, session: { user } }) {
      if (!body.confirm) throw new Problem('CONFIRM_REQUIRED')
      await requireConfirmation(services, { user, visitor, now: services.now() }, body.pin, body.bucket)
      const { client } = await access.clientForUser(user)
      await deleteBucket(client, body.bucket)
      services.cors.forget(user.accountId, body.bucket)
      const by = { user, visitor, now: services.now() }
      await audit(services.db, by, 'BUCKET_DELETED', { target: body.bucket })
    },
  }
}

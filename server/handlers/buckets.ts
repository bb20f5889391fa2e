import { covers, entersBucket } from '../../domain/scope.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { startJob } from '../jobs/user-jobs.ts'
import { createBucket, deleteBucket } from '../operations/buckets.ts'
import { requireConfirmation } from '../operations/confirm-identity.ts'
import type { Services } from '../operations/services.ts'
import { bucketSizes } from '../operations/usage.ts'
import { listBuckets } from '../storage/buckets.ts'

export function bucketHandlers(
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
): Pick<Handlers, 'listBuckets' | 'createBucket' | 'deleteBucket'> {
  const { access, admin } = services
  return {
    async listBuckets({ session: { user } }) {
      const { client } = await access.clientForAccount(user)
      const [buckets, sizes] = await Promise.all([
        listBuckets(client),
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
        storage: services.storageKind,
      }
    },

    async createBucket({ body, visitor, session: { user } }) {
      const now = services.now()
      if (body.site !== undefined && body.site !== services.region) throw invalid('site', 'place-unknown')
      const { bucket, versioning = false, object_lock: lock = null, acl = 'private' } = body
      await createBucket(services, { user, visitor, now }, { bucket, versioning, lock, acl })
      const nothing = admin.capabilities.usage ? 0 : null
      return { name: body.bucket, created_at: Math.floor(now / 1000), size: nothing, objects: nothing }
    },

    async deleteBucket({ body, by }) {
      if (!body.confirm) throw new Problem('CONFIRM_REQUIRED')
      if (!body.contents) {
        await deleteBucket(services, by, body.bucket, body.pin)
        return undefined
      }
      await requireConfirmation(services, by, body.pin, body.bucket)
      const input = { bypass: body.bypass_governance ?? false }
      return startJob(services, by, { kind: 'delete-bucket', bucket: body.bucket, input, about: '' })
    },
  }
}

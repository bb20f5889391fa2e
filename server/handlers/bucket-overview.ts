import type { Handlers } from '../contract/call.ts'
import { bucketOverview } from '../operations/bucket-overview.ts'
import type { Services } from '../operations/services.ts'

export function bucketOverviewHandlers(
  services: Pick<
    Services,
    'db' | 'access' | 'admin' | 'storageKind' | 'log' | 'now' | 'region' | 'endpoints' | 'virtualEndpoint'
  >,
): Pick<Handlers, 'getBucketOverview'> {
  return {
    async getBucketOverview({ query: { bucket }, visitor, session: { user } }) {
      const now = Math.floor(services.now() / 1000)
      const { createdAt, held, uploads, samples, ...rest } = await bucketOverview(services, user, {
        bucket,
        now,
      })
      return {
        ...rest,
        name: bucket,
        created_at: createdAt,
        region: services.region,
        endpoint: services.endpoints(visitor).get,
        virtual_endpoint: services.virtualEndpoint(bucket),
        size: held?.bytes ?? null,
        objects: held?.objects ?? null,
        uploads: uploads && {
          count: uploads.count,
          size: uploads.size,
          complete: uploads.complete,
          oldest_at: uploads.oldestAt,
        },
        samples: samples.map(({ day, bytes, objects }) => ({
          day: new Date(day * 86_400_000).toISOString().slice(0, 10),
          size: bytes,
          objects,
        })),
      }
    },
  }
}

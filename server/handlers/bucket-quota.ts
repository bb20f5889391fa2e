import type { Handlers } from '../contract/call.ts'
import { bucketQuotaOf, setBucketQuota } from '../services/bucket-quota.ts'
import type { Services } from './services.ts'

export function bucketQuotaHandlers(
  services: Pick<Services, 'db' | 'access' | 'admin' | 'locks'>,
): Pick<Handlers, 'getBucketQuota' | 'putBucketQuota'> {
  return {
    getBucketQuota: ({ query, session: { user } }) => bucketQuotaOf(services, user, query.bucket),

    putBucketQuota: ({ body, by }) => setBucketQuota(services, by, body),
  }
}

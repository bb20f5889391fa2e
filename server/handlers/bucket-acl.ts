import type { Handlers } from '../contract/call.ts'
import { listOpenFiles, readAcl, setAcl } from '../services/bucket-acl.ts'
import { statusOfBuckets } from '../services/bucket-status.ts'
import type { Services } from './services.ts'

export function bucketAclHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'storageKind' | 'endpoints'>,
): Pick<Handlers, 'getBucketStatus' | 'getBucketAcl' | 'putBucketAcl' | 'listOpenFiles'> {
  return {
    async getBucketStatus({ query, session: { user } }) {
      return { buckets: await statusOfBuckets(services, user, query.bucket) }
    },

    async getBucketAcl({ query, visitor, session: { user } }) {
      return readAcl(services, user, query.bucket, services.endpoints(visitor).get)
    },

    async listOpenFiles({ query: { bucket, after = '' }, visitor, session: { user } }) {
      return listOpenFiles(services, user, { bucket, after }, services.endpoints(visitor).get)
    },

    async putBucketAcl({ body, visitor, session: { user }, by }) {
      await setAcl(services, by, body.bucket, body)
      return readAcl(services, user, body.bucket, services.endpoints(visitor).get)
    },
  }
}

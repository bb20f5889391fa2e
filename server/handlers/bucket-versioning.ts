import type { Handlers } from '../contract/call.ts'
import { setVersioning, versioningOf } from '../services/bucket-versioning.ts'
import type { Services } from './services.ts'

export function bucketVersioningHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks'>,
): Pick<Handlers, 'getBucketVersioning' | 'putBucketVersioning'> {
  return {
    getBucketVersioning: ({ query, session: { user } }) => versioningOf(services, user, query.bucket),

    putBucketVersioning: ({ body, by }) => setVersioning(services, by, body),
  }
}

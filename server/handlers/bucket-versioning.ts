import type { Handlers } from '../contract/call.ts'
import { setVersioning, versioningOf } from '../services/bucket-versioning.ts'
import type { Services } from './services.ts'

export function bucketVersioningHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'now'>,
): Pick<Handlers, 'getBucketVersioning' | 'putBucketVersioning'> {
  return {
    getBucketVersioning: ({ query, session: { user } }) => versioningOf(services, user, query.bucket),

    putBucketVersioning: ({ body, visitor, session: { user } }) =>
      setVersioning(services, { user, visitor, now: services.now() }, body),
  }
}

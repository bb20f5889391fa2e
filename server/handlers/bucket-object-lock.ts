import type { Handlers } from '../contract/call.ts'
import { objectLockOf, setObjectLock } from '../services/bucket-object-lock.ts'
import type { Services } from './services.ts'

export function bucketObjectLockHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'storageKind'>,
): Pick<Handlers, 'getBucketObjectLock' | 'putBucketObjectLock'> {
  return {
    getBucketObjectLock: ({ query, session: { user } }) => objectLockOf(services, user, query.bucket),

    putBucketObjectLock: ({ body, by }) => setObjectLock(services, by, body),
  }
}

import type { Handlers } from '../contract/call.ts'
import { bucketCors, changeCors } from '../services/bucket-cors.ts'
import type { Services } from './services.ts'

export function bucketCorsHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'cors' | 'now'>,
): Pick<Handlers, 'getBucketCors' | 'putBucketCors' | 'deleteBucketCors'> {
  return {
    getBucketCors: ({ query, session: { user } }) => bucketCors(services, user, query.bucket),

    putBucketCors: ({ body, visitor, session: { user } }) =>
      changeCors(services, { user, visitor, now: services.now() }, body),

    async deleteBucketCors({ body, visitor, session: { user } }) {
      await changeCors(services, { user, visitor, now: services.now() }, { ...body, rules: [] })
    },
  }
}

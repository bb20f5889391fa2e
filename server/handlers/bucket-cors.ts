import type { Handlers } from '../contract/call.ts'
import { bucketCors, changeCors } from '../services/bucket-cors.ts'
import type { Services } from './services.ts'

export function bucketCorsHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'cors'>,
): Pick<Handlers, 'getBucketCors' | 'putBucketCors' | 'deleteBucketCors'> {
  return {
    getBucketCors: ({ query, session: { user } }) => bucketCors(services, user, query.bucket),

    putBucketCors: ({ body, by }) => changeCors(services, by, body),

    async deleteBucketCors({ body, by }) {
      await changeCors(services, by, { ...body, rules: [] })
    },
  }
}

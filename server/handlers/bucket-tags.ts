import type { Handlers } from '../contract/call.ts'
import { bucketTags, changeTags } from '../services/bucket-tags.ts'
import type { Services } from './services.ts'

export function bucketTagHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks'>,
): Pick<Handlers, 'getBucketTags' | 'putBucketTags' | 'deleteBucketTags'> {
  return {
    getBucketTags: ({ query, session: { user } }) => bucketTags(services, user, query.bucket),

    putBucketTags: ({ body, by }) => changeTags(services, by, body),

    async deleteBucketTags({ body, by }) {
      await changeTags(services, by, { ...body, tags: [] })
    },
  }
}

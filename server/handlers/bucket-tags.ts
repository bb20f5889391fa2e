import type { Handlers } from '../contract/call.ts'
import { bucketTags, changeTags } from '../services/bucket-tags.ts'
import type { Services } from './services.ts'

export function bucketTagHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'now'>,
): Pick<Handlers, 'getBucketTags' | 'putBucketTags' | 'deleteBucketTags'> {
  return {
    getBucketTags: ({ query, session: { user } }) => bucketTags(services, user, query.bucket),

    putBucketTags: ({ body, visitor, session: { user } }) =>
      changeTags(services, { user, visitor, now: services.now() }, body),

    async deleteBucketTags({ body, visitor, session: { user } }) {
      await changeTags(services, { user, visitor, now: services.now() }, { ...body, tags: [] })
    },
  }
}

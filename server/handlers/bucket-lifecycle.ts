import type { Handlers } from '../contract/call.ts'
import { lifecycleOf, makePreviews, setLifecycle } from '../services/bucket-lifecycle.ts'
import type { Services } from './services.ts'

export function bucketLifecycleHandlers(
  services: Pick<Services, 'db' | 'now' | 'access' | 'locks'>,
): Pick<
  Handlers,
  'getBucketLifecycle' | 'putBucketLifecycle' | 'deleteBucketLifecycle' | 'previewBucketLifecycle'
> {
  const preview = makePreviews(services)
  return {
    getBucketLifecycle: ({ query, session: { user } }) => lifecycleOf(services, user, query.bucket),

    putBucketLifecycle: ({ body, by }) => setLifecycle(services, by, body),

    async deleteBucketLifecycle({ body, by }) {
      await setLifecycle(services, by, { ...body, rules: [] })
    },

    previewBucketLifecycle: ({ body, session: { user }, disconnected }) =>
      preview(user, body.bucket, body.rule, disconnected),
  }
}

import type { Handlers } from '../contract/call.ts'
import { lifecycleOf, makePreviews, setLifecycle } from '../services/bucket-lifecycle.ts'
import type { Services } from './services.ts'

export function bucketLifecycleHandlers(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'now'>,
): Pick<
  Handlers,
  'getBucketLifecycle' | 'putBucketLifecycle' | 'deleteBucketLifecycle' | 'previewBucketLifecycle'
> {
  const preview = makePreviews(services)
  return {
    getBucketLifecycle: ({ query, session: { user } }) => lifecycleOf(services, user, query.bucket),

    putBucketLifecycle: ({ body, visitor, session: { user } }) =>
      setLifecycle(services, { user, visitor, now: services.now() }, body),

    async deleteBucketLifecycle({ body, visitor, session: { user } }) {
      await setLifecycle(services, { user, visitor, now: services.now() }, { ...body, rules: [] })
    },

    previewBucketLifecycle: ({ body, session: { user }, disconnected }) =>
      preview(user, body.bucket, body.rule, disconnected),
  }
}

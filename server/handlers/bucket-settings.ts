import type { Handlers } from '../contract/call.ts'
import { listOpenFiles, readAcl, setAcl } from '../operations/bucket-acl.ts'
import { bucketCors, changeCors } from '../operations/bucket-cors.ts'
import { lifecycleOf, makePreviews, setLifecycle } from '../operations/bucket-lifecycle.ts'
import { objectLockOf, setObjectLock } from '../operations/bucket-object-lock.ts'
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from '../operations/bucket-policy.ts'
import { bucketQuotaOf, setBucketQuota } from '../operations/bucket-quota.ts'
import { statusOfBuckets } from '../operations/bucket-status.ts'
import { bucketTags, changeTags } from '../operations/bucket-tags.ts'
import { setVersioning, versioningOf } from '../operations/bucket-versioning.ts'
import { simulatePolicy } from '../operations/policy-simulation.ts'
import type { Services } from '../operations/services.ts'

type Settings = 'Acl' | 'Cors' | 'Lifecycle' | 'ObjectLock' | 'Policy' | 'Quota' | 'Tags' | 'Versioning'

type Operations =
  | `getBucket${Settings | 'Status'}`
  | `putBucket${Settings}`
  | `deleteBucket${'Cors' | 'Lifecycle' | 'Policy' | 'Tags'}`
  | 'listOpenFiles'
  | 'previewBucketLifecycle'
  | 'simulateBucketPolicy'

export function bucketSettingHandlers(
  services: Pick<
    Services,
    | 'db'
    | 'now'
    | 'access'
    | 'admin'
    | 'cors'
    | 'endpoints'
    | 'grants'
    | 'locks'
    | 'storageEndpoint'
    | 'storageKind'
  >,
): Pick<Handlers, Operations> {
  const preview = makePreviews(services)
  return {
    async getBucketStatus({ query, session: { user } }) {
      return { buckets: await statusOfBuckets(services, user, query.bucket) }
    },

    getBucketAcl: ({ query, visitor, session: { user } }) =>
      readAcl(services, user, query.bucket, services.endpoints(visitor).get),
    async putBucketAcl({ body, visitor, by }) {
      await setAcl(services, by, body.bucket, body)
      return readAcl(services, by.user, body.bucket, services.endpoints(visitor).get)
    },
    listOpenFiles: ({ query: { bucket, after = '' }, visitor, session: { user } }) =>
      listOpenFiles(services, user, { bucket, after }, services.endpoints(visitor).get),

    getBucketCors: ({ query, session: { user } }) => bucketCors(services, user, query.bucket),
    putBucketCors: ({ body, by }) => changeCors(services, by, body),
    async deleteBucketCors({ body, by }) {
      await changeCors(services, by, { ...body, rules: [] })
    },

    getBucketLifecycle: ({ query, session: { user } }) => lifecycleOf(services, user, query.bucket),
    putBucketLifecycle: ({ body, by }) => setLifecycle(services, by, body),
    async deleteBucketLifecycle({ body, by }) {
      await setLifecycle(services, by, { ...body, rules: [] })
    },
    previewBucketLifecycle: ({ body, session: { user }, disconnected }) =>
      preview(user, body.bucket, body.rule, disconnected),

    getBucketObjectLock: ({ query, session: { user } }) => objectLockOf(services, user, query.bucket),
    putBucketObjectLock: ({ body, by }) => setObjectLock(services, by, body),

    getBucketPolicy: ({ query, visitor, session: { user } }) =>
      getBucketPolicy(services, { user, visitor }, query.bucket),
    putBucketPolicy: ({ body, by }) =>
      putBucketPolicy(services, by, { ...body, allowLockout: body.allow_lockout ?? false }),
    deleteBucketPolicy: ({ body, by }) => deleteBucketPolicy(services, by, body.bucket, body.revision),
    simulateBucketPolicy: ({ body, session: { user } }) =>
      simulatePolicy(services, user, {
        ...body,
        subUser: body.sub_user,
        sourceIp: body.source_ip,
        key: body.key ?? '',
        secure: body.secure ?? true,
      }),

    getBucketQuota: ({ query, session: { user } }) => bucketQuotaOf(services, user, query.bucket),
    putBucketQuota: ({ body, by }) => setBucketQuota(services, by, body),

    getBucketTags: ({ query, session: { user } }) => bucketTags(services, user, query.bucket),
    putBucketTags: ({ body, by }) => changeTags(services, by, body),
    async deleteBucketTags({ body, by }) {
      await changeTags(services, by, { ...body, tags: [] })
    },

    getBucketVersioning: ({ query, session: { user } }) => versioningOf(services, user, query.bucket),
    putBucketVersioning: ({ body, by }) => setVersioning(services, by, body),
  }
}

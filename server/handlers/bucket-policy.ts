import type { Handlers } from '../contract/call.ts'
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from '../services/bucket-policy.ts'
import { simulatePolicy } from '../services/policy-simulation.ts'
import type { Services } from './services.ts'

export function bucketPolicyHandlers(
  services: Pick<
    Services,
    'db' | 'access' | 'locks' | 'grants' | 'storageKind' | 'storageEndpoint' | 'endpoints' | 'now'
  >,
): Pick<Handlers, 'getBucketPolicy' | 'putBucketPolicy' | 'deleteBucketPolicy' | 'simulateBucketPolicy'> {
  const { now } = services
  return {
    getBucketPolicy: ({ query, visitor, session: { user } }) =>
      getBucketPolicy(services, { user, visitor }, query.bucket),

    putBucketPolicy: ({ body, visitor, session: { user } }) =>
      putBucketPolicy(
        services,
        { user, visitor, now: now() },
        { ...body, allowLockout: body.allow_lockout ?? false },
      ),

    deleteBucketPolicy: ({ body, visitor, session: { user } }) =>
      deleteBucketPolicy(services, { user, visitor, now: now() }, body.bucket, body.revision),

    simulateBucketPolicy: ({ body, session: { user } }) =>
      simulatePolicy(services, user, {
        ...body,
        subUser: body.sub_user,
        sourceIp: body.source_ip,
        key: body.key ?? '',
        secure: body.secure ?? true,
      }),
  }
}

import type { Handlers } from '../contract/call.ts'
import { deleteBucketPolicy, getBucketPolicy, putBucketPolicy } from '../services/bucket-policy.ts'
import { simulatePolicy } from '../services/policy-simulation.ts'
import type { Services } from './services.ts'

export function bucketPolicyHandlers(
  services: Pick<
    Services,
    'db' | 'now' | 'access' | 'locks' | 'grants' | 'storageKind' | 'storageEndpoint' | 'endpoints'
  >,
): Pick<Handlers, 'getBucketPolicy' | 'putBucketPolicy' | 'deleteBucketPolicy' | 'simulateBucketPolicy'> {
  return {
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
  }
}

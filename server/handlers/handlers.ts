import type { Handlers } from '../contract/call.ts'
import { accessKeyOperations } from '../operations/access-keys.ts'
import { accountOperations } from '../operations/accounts.ts'
import { apiClientOperations } from '../operations/api-clients.ts'
import { applyAccountOperation } from '../operations/apply-account.ts'
import { auditOperations } from '../operations/audit.ts'
import { bucketAclOperations } from '../operations/bucket-acl.ts'
import { bucketCorsOperations } from '../operations/bucket-cors.ts'
import { bucketLifecycleOperations } from '../operations/bucket-lifecycle.ts'
import { bucketNotificationOperations } from '../operations/bucket-notifications.ts'
import { bucketObjectLockOperations } from '../operations/bucket-object-lock.ts'
import { bucketOverviewOperation } from '../operations/bucket-overview.ts'
import { bucketPolicyOperations } from '../operations/bucket-policy.ts'
import { bucketQuotaOperations } from '../operations/bucket-quota.ts'
import { bucketTagOperations } from '../operations/bucket-tags.ts'
import { bucketVersioningOperations } from '../operations/bucket-versioning.ts'
import { bucketOperations } from '../operations/buckets.ts'
import { currentUserOperations } from '../operations/current-user.ts'
import { dashboardOperations } from '../operations/dashboard.ts'
import { emailOperations } from '../operations/email.ts'
import { healthOperations } from '../operations/health.ts'
import { jobOperations } from '../operations/jobs.ts'
import { notificationAddressOperations } from '../operations/notification-addresses.ts'
import { notificationGroupOperations } from '../operations/notification-groups.ts'
import { ownerOperations } from '../operations/owners.ts'
import { passwordOperations } from '../operations/passwords.ts'
import { pinOperations } from '../operations/pins.ts'
import { placeOperations } from '../operations/places.ts'
import { policySimulationOperation } from '../operations/policy-simulation.ts'
import { profileOperations } from '../operations/profile.ts'
import type { Services } from '../operations/services.ts'
import { sessionOperations } from '../operations/sessions.ts'
import { signInOperations } from '../operations/sign-in.ts'
import { subUserOperations } from '../operations/sub-users.ts'
import { topicEventOperations } from '../operations/topic-events.ts'
import { topicOperations } from '../operations/topics.ts'
import { trafficOperations } from '../operations/traffic.ts'
import { twoStepOperations } from '../operations/two-step.ts'
import { objectDetailHandlers } from './object-details.ts'
import { objectVersionHandlers } from './object-versions.ts'
import { objectHandlers } from './objects.ts'
import { uploadHandlers } from './uploads.ts'
import { zipHandlers } from './zip.ts'

export function makeHandlers(services: Services): Handlers {
  return {
    ...signInOperations(services),
    ...currentUserOperations(services),
    ...bucketOperations(services),
    ...bucketAclOperations(services),
    ...bucketCorsOperations(services),
    ...bucketLifecycleOperations(services),
    ...bucketObjectLockOperations(services),
    ...bucketPolicyOperations(services),
    ...policySimulationOperation(services),
    ...bucketQuotaOperations(services),
    ...bucketTagOperations(services),
    ...bucketVersioningOperations(services),
    ...bucketOverviewOperation(services),
    ...objectHandlers(services),
    ...objectDetailHandlers(services),
    ...zipHandlers(services),
    ...objectVersionHandlers(services),
    ...uploadHandlers(services),
    ...dashboardOperations(services),
    ...trafficOperations(services),
    ...twoStepOperations(services),
    ...passwordOperations(services),
    ...pinOperations(services),
    ...emailOperations(services),
    ...sessionOperations(services),
    ...accessKeyOperations(services),
    ...apiClientOperations(services),
    ...subUserOperations(services),
    ...accountOperations(services),
    ...ownerOperations(services),
    ...applyAccountOperation(services),
    ...profileOperations(services),
    ...placeOperations(services),
    ...notificationGroupOperations(services),
    ...notificationAddressOperations(services),
    ...topicOperations(services),
    ...topicEventOperations(services),
    ...bucketNotificationOperations(services),
    ...auditOperations(services),
    ...healthOperations(services),
    ...jobOperations(services),
  }
}

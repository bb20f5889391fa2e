import type { Handlers } from '../contract/call.ts'
import { accessKeyOperations } from './access-keys.ts'
import { accountOperations } from './accounts.ts'
import { apiClientOperations } from './api-clients.ts'
import { applyAccountOperation } from './apply-account.ts'
import { auditOperations } from './audit.ts'
import { bucketAclOperations } from './bucket-acl.ts'
import { bucketCorsOperations } from './bucket-cors.ts'
import { bucketLifecycleOperations } from './bucket-lifecycle.ts'
import { bucketNotificationOperations } from './bucket-notifications.ts'
import { bucketObjectLockOperations } from './bucket-object-lock.ts'
import { bucketOverviewOperation } from './bucket-overview.ts'
import { bucketPolicyOperations } from './bucket-policy.ts'
import { bucketQuotaOperations } from './bucket-quota.ts'
import { bucketTagOperations } from './bucket-tags.ts'
import { bucketVersioningOperations } from './bucket-versioning.ts'
import { bucketOperations } from './buckets.ts'
import { changeManySubUsersOperation } from './change-many-sub-users.ts'
import { copyOperations } from './copies.ts'
import { currentUserOperations } from './current-user.ts'
import { dashboardOperations } from './dashboard.ts'
import { emailOperations } from './email.ts'
import { healthOperations } from './health.ts'
import { importSubUsersOperation } from './import-sub-users.ts'
import { jobOperations } from './jobs.ts'
import { notificationAddressOperations } from './notification-addresses.ts'
import { notificationGroupOperations } from './notification-groups.ts'
import { objectAclOperations } from './object-acl.ts'
import { objectDetailOperations } from './object-details.ts'
import { objectLockOperations } from './object-lock.ts'
import { objectTagOperations } from './object-tags.ts'
import { objectVersionOperations } from './object-versions.ts'
import { objectOperations } from './objects.ts'
import { ownerOperations } from './owners.ts'
import { passkeyOperations } from './passkeys.ts'
import { passwordOperations } from './passwords.ts'
import { pinOperations } from './pins.ts'
import { placeOperations } from './places.ts'
import { policySimulationOperation } from './policy-simulation.ts'
import { profileOperations } from './profile.ts'
import { putBatchOperation } from './put-batch.ts'
import { searchOperation } from './search-objects.ts'
import type { Services } from './services.ts'
import { sessionOperations } from './sessions.ts'
import { shareOperations } from './shares.ts'
import { signInOperations } from './sign-in.ts'
import { ssoOperations } from './sso.ts'
import { ssoConfirmationOperations } from './sso-confirmation.ts'
import { ssoEndOperations } from './sso-ends.ts'
import { ssoExplainOperations } from './sso-explain.ts'
import { subUserGroupOperations } from './sub-user-groups.ts'
import { subUserOperations } from './sub-users.ts'
import { topicEventOperations } from './topic-events.ts'
import { topicOperations } from './topics.ts'
import { trafficOperations } from './traffic.ts'
import { twoStepOperations } from './two-step.ts'
import { undoOperations } from './undo.ts'
import { uploadOperations } from './uploads.ts'
import { watchOperation } from './watch-objects.ts'
import { zipOperations } from './zip.ts'

export function makeHandlers(services: Services): Handlers {
  return {
    ...signInOperations(services),
    ...ssoOperations(services),
    ...ssoConfirmationOperations(services),
    ...ssoEndOperations(services),
    ...ssoExplainOperations(services),
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
    ...objectOperations(services),
    ...searchOperation(services),
    ...watchOperation(services),
    ...copyOperations(services),
    ...objectDetailOperations(services),
    ...objectAclOperations(services),
    ...shareOperations(services),
    ...zipOperations(services),
    ...objectVersionOperations(services),
    ...objectTagOperations(services),
    ...objectLockOperations(services),
    ...uploadOperations(services),
    ...putBatchOperation(services),
    ...dashboardOperations(services),
    ...trafficOperations(services),
    ...twoStepOperations(services),
    ...passkeyOperations(services),
    ...passwordOperations(services),
    ...pinOperations(services),
    ...emailOperations(services),
    ...sessionOperations(services),
    ...accessKeyOperations(services),
    ...apiClientOperations(services),
    ...subUserOperations(services),
    ...subUserGroupOperations(services),
    ...importSubUsersOperation(services),
    ...changeManySubUsersOperation(services),
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
    ...undoOperations(services),
  }
}

import type { Handlers } from '../contract/call.ts'
import { accessKeyOperations } from '../operations/access-keys.ts'
import { accountOperations } from '../operations/accounts.ts'
import { apiClientOperations } from '../operations/api-clients.ts'
import { applyAccountOperation } from '../operations/apply-account.ts'
import { auditOperations } from '../operations/audit.ts'
import { bucketNotificationOperations } from '../operations/bucket-notifications.ts'
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
import { profileOperations } from '../operations/profile.ts'
import type { Services } from '../operations/services.ts'
import { sessionOperations } from '../operations/sessions.ts'
import { signInOperations } from '../operations/sign-in.ts'
import { subUserOperations } from '../operations/sub-users.ts'
import { topicEventOperations } from '../operations/topic-events.ts'
import { topicOperations } from '../operations/topics.ts'
import { trafficOperations } from '../operations/traffic.ts'
import { twoStepOperations } from '../operations/two-step.ts'
import { bucketOverviewHandlers } from './bucket-overview.ts'
import { bucketSettingHandlers } from './bucket-settings.ts'
import { bucketHandlers } from './buckets.ts'
import { objectDetailHandlers } from './object-details.ts'
import { objectVersionHandlers } from './object-versions.ts'
import { objectHandlers } from './objects.ts'
import { uploadHandlers } from './uploads.ts'
import { zipHandlers } from './zip.ts'

export function makeHandlers(services: Services): Handlers {
  return {
    ...signInOperations(services),
    ...currentUserOperations(services),
    ...bucketHandlers(services),
    ...bucketSettingHandlers(services),
    ...bucketOverviewHandlers(services),
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

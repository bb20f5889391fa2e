import type { Handlers } from '../contract/call.ts'
import { jobOperations } from '../operations/jobs.ts'
import type { Services } from '../operations/services.ts'
import { accessKeyHandlers } from './access-keys.ts'
import { accountHandlers } from './accounts.ts'
import { apiClientHandlers } from './api-clients.ts'
import { auditHandlers } from './audit.ts'
import { authHandlers } from './auth.ts'
import { bucketOverviewHandlers } from './bucket-overview.ts'
import { bucketSettingHandlers } from './bucket-settings.ts'
import { bucketHandlers } from './buckets.ts'
import { dashboardHandlers } from './dashboard.ts'
import { emailHandlers } from './email.ts'
import { healthHandlers } from './health.ts'
import { groupHandlers } from './notification-groups.ts'
import { notificationHandlers } from './notifications.ts'
import { objectDetailHandlers } from './object-details.ts'
import { objectVersionHandlers } from './object-versions.ts'
import { objectHandlers } from './objects.ts'
import { placeHandlers } from './places.ts'
import { profileHandlers } from './profile.ts'
import { recoveryHandlers } from './recovery.ts'
import { sessionHandlers } from './sessions.ts'
import { subUserHandlers } from './sub-users.ts'
import { twoStepHandlers } from './two-step.ts'
import { uploadHandlers } from './uploads.ts'
import { userHandlers } from './user.ts'
import { zipHandlers } from './zip.ts'

export function makeHandlers(services: Services): Handlers {
  return {
    ...authHandlers(services),
    ...userHandlers(services),
    ...bucketHandlers(services),
    ...bucketSettingHandlers(services),
    ...bucketOverviewHandlers(services),
    ...objectHandlers(services),
    ...objectDetailHandlers(services),
    ...zipHandlers(services),
    ...objectVersionHandlers(services),
    ...uploadHandlers(services),
    ...dashboardHandlers(services),
    ...twoStepHandlers(services),
    ...recoveryHandlers(services),
    ...emailHandlers(services),
    ...sessionHandlers(services),
    ...accessKeyHandlers(services),
    ...apiClientHandlers(services),
    ...subUserHandlers(services),
    ...accountHandlers(services),
    ...profileHandlers(services),
    ...placeHandlers(services),
    ...groupHandlers(services),
    ...notificationHandlers(services),
    ...auditHandlers(services),
    ...healthHandlers(services),
    ...jobOperations(services),
  }
}

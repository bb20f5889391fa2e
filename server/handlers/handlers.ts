import type { Handlers } from '../contract/call.ts'
import { apiClientOperations } from '../operations/api-clients.ts'
import { auditOperations } from '../operations/audit.ts'
import { currentUserOperations } from '../operations/current-user.ts'
import { healthOperations } from '../operations/health.ts'
import { jobOperations } from '../operations/jobs.ts'
import { passwordOperations } from '../operations/passwords.ts'
import { pinOperations } from '../operations/pins.ts'
import { placeOperations } from '../operations/places.ts'
import { profileOperations } from '../operations/profile.ts'
import type { Services } from '../operations/services.ts'
import { sessionOperations } from '../operations/sessions.ts'
import { signInOperations } from '../operations/sign-in.ts'
import { twoStepOperations } from '../operations/two-step.ts'
import { accessKeyHandlers } from './access-keys.ts'
import { accountHandlers } from './accounts.ts'
import { bucketOverviewHandlers } from './bucket-overview.ts'
import { bucketSettingHandlers } from './bucket-settings.ts'
import { bucketHandlers } from './buckets.ts'
import { dashboardHandlers } from './dashboard.ts'
import { emailHandlers } from './email.ts'
import { groupHandlers } from './notification-groups.ts'
import { notificationHandlers } from './notifications.ts'
import { objectDetailHandlers } from './object-details.ts'
import { objectVersionHandlers } from './object-versions.ts'
import { objectHandlers } from './objects.ts'
import { subUserHandlers } from './sub-users.ts'
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
    ...dashboardHandlers(services),
    ...twoStepOperations(services),
    ...passwordOperations(services),
    ...pinOperations(services),
    ...emailHandlers(services),
    ...sessionOperations(services),
    ...accessKeyHandlers(services),
    ...apiClientOperations(services),
    ...subUserHandlers(services),
    ...accountHandlers(services),
    ...profileOperations(services),
    ...placeOperations(services),
    ...groupHandlers(services),
    ...notificationHandlers(services),
    ...auditOperations(services),
    ...healthOperations(services),
    ...jobOperations(services),
  }
}

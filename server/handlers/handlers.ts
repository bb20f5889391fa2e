import type { Handlers } from '../contract/call.ts'
import { authHandlers } from './auth.ts'
import { bucketHandlers } from './bucket.ts'
import { dashboardHandlers } from './dashboard.ts'
import { objectHandlers } from './objects.ts'
import type { Services } from './services.ts'
import { uploadHandlers } from './uploads.ts'
import { userHandlers } from './user.ts'

/** The handler of every operation in the contract. */
export function makeHandlers(services: Services): Handlers {
  return {
    ...authHandlers(services),
    ...userHandlers(services),
    ...bucketHandlers(services),
    ...objectHandlers(services),
    ...uploadHandlers(services),
    ...dashboardHandlers(services),
  }
}

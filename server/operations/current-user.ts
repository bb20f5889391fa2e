import type { CurrentUser } from '../../openapi/schema.ts'
import { roleOf } from '../auth/role.ts'
import { lacksSecondStep } from '../auth/second-step.ts'
import type { Handlers } from '../contract/call.ts'
import type { User } from '../store/users.ts'
import { confirmingProvider } from './confirming-provider.ts'
import type { Services } from './services.ts'

export function currentUserOperations(services: Pick<Services, 'region' | 'sso'>) {
  return {
    getCurrentUser: async ({ session }) => currentUser(services, session.user),

    checkRequireChangePassword: async ({ session }) => ({
      require_change_pass: session.user.requireChangePass,
    }),

    checkPinExists: async ({ session }) => ({ pin_exists: session.user.pinHash !== null }),
  } satisfies Partial<Handlers>
}

export function currentUser(services: Pick<Services, 'region' | 'sso'>, user: User): CurrentUser {
  return {
    id: user.id,
    username: user.email,
    name: user.name,
    email: user.email,
    location: services.region,
    ...roleOf(user),
    enable_bucket_notification: user.enableBucketNotification,
    expire_date: user.expireDate,
    pin_exists: user.pinHash !== null,
    confirms_at_provider: confirmingProvider(services, user) !== null,
    require_change_pass: user.requireChangePass,
    require_two_step: lacksSecondStep(user),
    sso_required: user.ssoRequired,
  }
}

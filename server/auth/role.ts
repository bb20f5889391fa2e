import type { Actor } from '../../domain/permissions.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { Session } from '../store/sessions.ts'
import type { User } from '../store/users.ts'

/** What determines a user's permissions, as input of domain/permissions.ts. */
export function roleOf(
  user: User,
): Pick<
  CurrentUser,
  'is_admin' | 'is_supper_admin' | 'is_sub_user' | 'permission' | 'scope' | 'enable_bucket_notification'
> {
  return {
    is_admin: user.isAdmin,
    is_supper_admin: user.isSupperAdmin,
    is_sub_user: user.isSubUser,
    permission: user.permission,
    enable_bucket_notification: user.enableBucketNotification,
    scope: user.scope && [...user.scope],
  }
}

/** The caller of an operation, as input of domain/permissions.ts. */
export function actorOf({ user, client }: Pick<Session, 'user' | 'client'>): Actor {
  return { ...roleOf(user), client: client?.permission ?? null }
}

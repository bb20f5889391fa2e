import type { CurrentUser } from '../../openapi/schema.ts'
import type { User } from '../store/users.ts'

/** What decides what a user may, as the contract names it. */
export function roleOf(
  user: User,
): Pick<CurrentUser, 'is_admin' | 'is_supper_admin' | 'is_sub_user' | 'permission'> {
  return {
    is_admin: user.isAdmin,
    is_supper_admin: user.isSupperAdmin,
    is_sub_user: user.isSubUser,
    permission: user.permission,
  }
}

/** A user as the contract shows them. `location`: the region that keeps the files. */
export function currentUser(user: User, location: string): CurrentUser {
  return {
    username: user.email,
    name: user.name,
    email: user.email,
    location,
    ...roleOf(user),
    enable_bucket_notification: user.enableBucketNotification,
    expire_date: user.expireDate,
    pin_exists: user.pinHash !== null,
    require_change_pass: user.requireChangePass,
  }
}

import type { CurrentUser } from '../../openapi/schema.ts'
import { roleOf } from '../auth/role.ts'
import type { User } from '../store/users.ts'

/** `location`: the storage's region. */
export function currentUser(user: User, location: string): CurrentUser {
  return {
    id: user.id,
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

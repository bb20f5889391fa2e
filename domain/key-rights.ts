import type { Permission } from '../openapi/schema.ts'
import { includes } from './permissions.ts'
import { covers, type Scope, tidied } from './scope.ts'

export type Rights = { permission: Permission; scope: Scope }

/** The rights of a limited key: those that both its user and its limit allow. Null: none. */
export function rightsOfKey(user: Rights, limit: Rights): Rights | null {
  const permission = [user, limit]
    .map(each => each.permission)
    .find(each => includes(user.permission, each) && includes(limit.permission, each))
  return permission ? { permission, scope: common(user.scope, limit.scope) } : null
}

/** Whether `whole` includes all rights of `part`. */
export function includesRights(whole: Rights, part: Rights): boolean {
  if (!includes(whole.permission, part.permission)) return false
  if (whole.scope === null) return true
  return part.scope?.every(({ bucket, prefix }) => covers(whole.scope, bucket, prefix)) ?? false
}

function common(one: Scope, other: Scope): Scope {
  if (one === null || other === null) return one ?? other
  const inside = (scope: Scope, of: Scope) =>
    (scope ?? []).filter(({ bucket, prefix }) => covers(of, bucket, prefix))
  return tidied([...inside(one, other), ...inside(other, one)])
}

/** Whether a key of this level may put files but not change ACLs. */
export function putsWithoutSharing(permission: Permission): boolean {
  return includes(permission, 'write') && !includes(permission, 'full-control')
}

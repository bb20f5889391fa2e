import {
  type CurrentUser,
  confirmations,
  needs,
  type operations,
  type Permission,
} from '../openapi/schema.ts'

export type OperationId = keyof operations

/**
 * What an operation asks for. `public`: nothing. `session`: any signed-in user, also one who must change the
 * password first. `user`: any signed-in user. `any`, `read`, `write`, `full`: a level on the account's files (any of
 * them, or this one). `owner`: the account's owner. `super`: the super admin.
 */
export type Need = 'public' | 'session' | 'user' | Level | 'owner' | 'super'
type Level = 'any' | 'read' | 'write' | 'full'

/** The contract's table of who may call what (`x-need` in openapi/kho.yaml). */
const table: Record<OperationId, Need> = needs

/** The operations that ask for one of `Needs`. */
export type OperationOf<Needs extends Need> = {
  [Id in OperationId]: (typeof needs)[Id] extends Needs ? Id : never
}[OperationId]

/** Whether the operation goes on only while the session's identity is confirmed (`confirmIdentity`). */
export function needsConfirmedSession(operation: OperationId): boolean {
  return confirmations[operation] === 'session'
}

const grants: Record<Permission, readonly Need[]> = {
  read: ['any', 'read'],
  write: ['any', 'write'],
  'read-write': ['any', 'read', 'write'],
  'full-control': ['any', 'read', 'write', 'full'],
}

/** Who calls. `client`: what the API client may, where one calls for the user; null in a session. */
export type Actor = Pick<CurrentUser, 'is_admin' | 'is_supper_admin' | 'is_sub_user' | 'permission'> & {
  client?: Permission | null
}

/**
 * Whether `user` may call the operation. Owners and super admins may call all but the super admin's own; sub-users
 * what their level grants. An API client may call what needs a level, where both it and its user have it, unless each
 * request must be confirmed: a program has no pin, and must not guess it.
 */
export function mayCall(user: Actor | null, operation: OperationId): boolean {
  const need = table[operation]
  if (need === 'public') return true
  if (!user) return false
  if (user.client && !(grants[user.client].includes(need) && confirmations[operation] !== 'request'))
    return false
  if (need === 'session' || need === 'user') return true
  if (need === 'super') return user.is_supper_admin
  if (user.is_admin || user.is_supper_admin) return true
  return user.is_sub_user && grants[user.permission].includes(need)
}

/** Whether `whole` grants all that `part` does. */
export function includes(whole: Permission, part: Permission): boolean {
  return grants[part].every(need => grants[whole].includes(need))
}

import {
  type ClientPermission,
  type CurrentUser,
  confirmations,
  needs,
  type operations,
  type Permission,
} from '../openapi/schema.ts'
import { isOpen, mayReach } from './reach.ts'

export type OperationId = keyof operations

/**
 * What an operation requires. `public`: nothing. `session`: any signed-in user. `step`: one who need not change the
 * password first. `user`: one who has no step left after signing in. `any`, `read`, `write`, `read-write`, `full`: a level on the account's files (any of them, or this
 * one). `owner`: the account's owner; `owner-read`: or an API client of it that may read. `events`: the owner, if the
 * account has bucket notifications. `super`: the super admin, or an API client of it for accounts;
 * `super-client`: only such a client.
 */
export type Need =
  | 'public'
  | 'session'
  | 'step'
  | 'user'
  | Level
  | 'owner'
  | 'owner-read'
  | 'events'
  | 'super'
  | 'super-client'
type Level = 'any' | 'read' | 'write' | 'read-write' | 'full'

/** The contract's table of who may call what (`x-need` in openapi/kho.yaml). */
const table: Record<OperationId, Need> = needs

export type OperationOf<Needs extends Need> = {
  [Id in OperationId]: (typeof needs)[Id] extends Needs ? Id : never
}[OperationId]

/** Whether the session must be confirmed first (`confirmIdentity`). */
export function needsConfirmedSession(operation: OperationId): boolean {
  return confirmations[operation] === 'session'
}

/** In display order (specification, section 3). */
export const permissions = ['read', 'write', 'read-write', 'full-control'] as const

const grants: Record<ClientPermission, readonly Need[]> = {
  read: ['any', 'read'],
  write: ['any', 'write'],
  'read-write': ['any', 'read', 'write', 'read-write'],
  'full-control': ['any', 'read', 'write', 'read-write', 'full'],
  accounts: ['super', 'super-client'],
}

/** `client`: the permission of the calling API client; null in a session. */
export type Actor = Pick<
  CurrentUser,
  'is_admin' | 'is_supper_admin' | 'is_sub_user' | 'permission' | 'scope' | 'enable_bucket_notification'
> & {
  client?: ClientPermission | null
}

/**
 * Owners and super admins may call everything except the super admin's operations, and event operations while those are
 * off; sub-users what their level grants. An API client may call what its permission and its user's include, unless it
 * must be confirmed: a program has no PIN and must not guess it. Users with a scope may call what domain/reach.ts opens
 * to them.
 */
export function mayCall(user: Actor | null, operation: OperationId): boolean {
  const need = table[operation]
  if (need === 'public') return true
  if (!user) return false
  const level = need === 'owner-read' ? 'read' : need
  if (user.client && !(grants[user.client].includes(level) && !confirmations[operation])) return false
  if (need === 'session' || need === 'step' || need === 'user') return true
  if (need === 'super-client' && !user.client) return false
  if (need === 'super' || need === 'super-client') return user.is_supper_admin
  if (need === 'events' && !user.enable_bucket_notification) return false
  if (user.is_admin || user.is_supper_admin) return true
  if (!isOpen(user.scope, operation)) return false
  return user.is_sub_user && grants[user.permission].includes(need)
}

/** Whether the user may call the operation with this `input` (see `mayReach`): a folder that is shown may be a way to one's own only. */
export function mayCallWith(user: Actor | null, operation: OperationId, input: unknown): boolean {
  return mayCall(user, operation) && mayReach(user?.scope ?? null, operation, input)
}

/** What the user may permit an API client, in display order. */
export function clientPermissions(
  user: Pick<CurrentUser, 'permission' | 'is_supper_admin'>,
): ClientPermission[] {
  const levels = permissions.filter(level => includes(user.permission, level))
  return user.is_supper_admin ? [...levels, 'accounts'] : levels
}

/** Whether `whole` includes all rights of `part`. */
export function includes(whole: Permission, part: Permission): boolean {
  return grants[part].every(need => grants[whole].includes(need))
}

import type { CurrentUser, operations, Permission } from '../openapi/schema.ts'

export type OperationId = keyof operations

/**
 * What an operation asks for. `public`: nothing. `session`: any signed-in user, also one who must change the
 * password first. `read`, `write`, `full`: a level on the account's files. `owner`: the account's owner.
 */
export type Need = 'public' | 'session' | 'read' | 'write' | 'full' | 'owner'

/** The one table of who may call what. An operation without a row is refused, and does not type-check. */
export const needs: Record<OperationId, Need> = {
  login: 'public',
  refreshToken: 'public',
  logout: 'session',
  getCurrentUser: 'session',
  checkRequireChangePassword: 'session',
  changePassword: 'session',
  checkPinExists: 'session',
  initPin: 'session',
  listBuckets: 'read',
  createBucket: 'full',
  deleteBucket: 'full',
  listObjects: 'read',
  paginateObjects: 'read',
  createFolder: 'write',
  deleteObjects: 'write',
  deleteFolder: 'write',
  getDownloadUrl: 'read',
  getPutUrls: 'write',
  startUpload: 'write',
  getUploadUrl: 'write',
  listUploadParts: 'write',
  completeUpload: 'write',
  abortUpload: 'write',
  getQuotaUser: 'owner',
}

const grants: Record<Permission, readonly Need[]> = {
  read: ['read'],
  write: ['write'],
  'read-write': ['read', 'write'],
  'full-control': ['read', 'write', 'full'],
}

type Actor = Pick<CurrentUser, 'is_admin' | 'is_supper_admin' | 'is_sub_user' | 'permission'>

/** Whether `user` may call the operation. Owners and super admins may call all; sub-users what their level grants. */
export function mayCall(user: Actor | null, operation: OperationId): boolean {
  const need = needs[operation]
  if (need === 'public') return true
  if (!user) return false
  if (need === 'session' || user.is_admin || user.is_supper_admin) return true
  return user.is_sub_user && grants[user.permission].includes(need)
}

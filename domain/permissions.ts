import type { CurrentUser, operations, Permission } from '../openapi/schema.ts'

export type OperationId = keyof operations

/**
 * What an operation asks for. `public`: nothing. `session`: any signed-in user, also one who must change the
 * password first. `user`: any signed-in user. `any`, `read`, `write`, `full`: a level on the account's files (any of
 * them, or this one). `owner`: the account's owner. `super`: the super admin.
 */
export type Need = 'public' | 'session' | 'user' | Level | 'owner' | 'super'
type Level = 'any' | 'read' | 'write' | 'full'

/** The one table of who may call what. An operation without a row is refused, and does not type-check. */
export const needs = {
  login: 'public',
  verifyTwoStep: 'public',
  refreshToken: 'public',
  requestResetPassword: 'public',
  resetPassword: 'public',
  logout: 'session',
  getCurrentUser: 'session',
  checkRequireChangePassword: 'session',
  changePassword: 'session',
  checkPinExists: 'session',
  initPin: 'user',
  changePin: 'user',
  requestResetPin: 'user',
  resetPin: 'user',
  beginTwoStep: 'user',
  confirmTwoStep: 'user',
  endTwoStep: 'user',
  renewRecoveryCodes: 'user',
  getMethodSecurity: 'user',
  changeMethodPin: 'user',
  confirmIdentity: 'user',
  listSessions: 'user',
  endSession: 'user',
  endOtherSessions: 'user',
  getProfile: 'user',
  changeProfile: 'user',
  listAccessKeys: 'user',
  createAccessKey: 'user',
  changeAccessKey: 'user',
  deleteAccessKey: 'user',
  listApiClients: 'user',
  createApiClient: 'user',
  deleteApiClient: 'user',
  listProvinces: 'user',
  listDistricts: 'user',
  listWards: 'user',
  listSites: 'user',
  listNotificationGroups: 'owner',
  createNotificationGroup: 'owner',
  changeNotificationGroup: 'owner',
  deleteNotificationGroup: 'owner',
  listSubUsers: 'owner',
  createSubUser: 'owner',
  changeSubUser: 'owner',
  deleteSubUser: 'owner',
  listAudit: 'owner',
  exportAudit: 'owner',
  listAccounts: 'super',
  createAccount: 'super',
  changeAccount: 'super',
  listBuckets: 'any',
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
} as const satisfies Record<OperationId, Need>

/** The operations that ask for one of `Needs`. */
export type OperationOf<Needs extends Need> = {
  [Id in OperationId]: (typeof needs)[Id] extends Needs ? Id : never
}[OperationId]

/** Operations that go on only while the session's identity is confirmed (`confirmIdentity`). */
export const confirmed: ReadonlySet<OperationId> = new Set<OperationId>([
  'listAccessKeys',
  'createAccessKey',
  'changeAccessKey',
  'deleteAccessKey',
  'listApiClients',
  'createApiClient',
  'deleteApiClient',
])

/** Operations that ask for the pin each time: a program has none, and must not guess it. */
const byPeople: ReadonlySet<OperationId> = new Set<OperationId>(['deleteBucket'])

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
 * what their level grants. An API client may call what asks for a level and no pin, where both it and its user may.
 */
export function mayCall(user: Actor | null, operation: OperationId): boolean {
  const need: Need = needs[operation]
  if (need === 'public') return true
  if (!user) return false
  if (user.client && (byPeople.has(operation) || !grants[user.client].includes(need))) return false
  if (need === 'session' || need === 'user') return true
  if (need === 'super') return user.is_supper_admin
  if (user.is_admin || user.is_supper_admin) return true
  return user.is_sub_user && grants[user.permission].includes(need)
}

/** Whether `whole` grants all that `part` does. */
export function includes(whole: Permission, part: Permission): boolean {
  return grants[part].every(need => grants[whole].includes(need))
}

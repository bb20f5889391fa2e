import type { CurrentUser } from '../../../openapi/schema.ts'

/** A user with nothing left to do. */
export const owner: CurrentUser = {
  id: 'user-1',
  username: 'owner@example.com',
  name: 'Nguyễn Thị Lan',
  email: 'owner@example.com',
  location: 'Hà Nội',
  is_admin: true,
  is_supper_admin: false,
  is_sub_user: false,
  permission: 'full-control',
  scope: null,
  enable_bucket_notification: false,
  expire_date: 0,
  pin_exists: true,
  confirms_at_provider: false,
  require_change_pass: false,
  require_two_step: false,
  sso_required: false,
}
export const withoutPin: CurrentUser = { ...owner, pin_exists: false }
export const withFirstPassword: CurrentUser = { ...owner, require_change_pass: true }
export const withoutTwoStep: CurrentUser = { ...owner, require_two_step: true }
export const withNothing: CurrentUser = { ...owner, require_change_pass: true, pin_exists: false }
export const somebodyElse: CurrentUser = {
  ...owner,
  id: 'user-2',
  username: 'other@example.com',
  email: 'other@example.com',
}

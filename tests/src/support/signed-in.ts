import type { CurrentUser } from '../../../openapi/schema.ts'

/** The first user of a console. */
export const owner: CurrentUser = {
  id: 'user-1',
  username: 'an@example.com',
  name: 'Nguyễn Văn An',
  email: 'an@example.com',
  location: 'us-east-1',
  is_admin: true,
  is_supper_admin: true,
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

/** What `src/session/flow.ts` gives to views while `user` is signed in: for `vi.mock`. */
export const signedIn = (user: () => CurrentUser) => ({
  useUser: user,
  onForget: () => () => undefined,
  sessionEvents: { reloadUser: () => undefined },
})

import type { CurrentUser } from '../openapi/schema.ts'
import type { OperationId } from './permissions.ts'

type RoleFlags = Pick<
  CurrentUser,
  'is_supper_admin' | 'is_admin' | 'is_sub_user' | 'enable_bucket_notification'
>

/** The routes of the specification (section 2), by their paths. */
export const routes = [
  '/bucket-management',
  '/user-management',
  '/user-management/sub-user',
  '/dashboard',
  '/users',
  '/userinfo',
  '/security',
  '/setting',
  '/change-password-first',
  '/preview-video',
] as const
export type Route = (typeof routes)[number]

const subUserRoutes: readonly Route[] = ['/bucket-management', '/userinfo', '/security', '/preview-video']

/** The specified route that `path` belongs to (itself or a path below it), or null. */
export function routeOf(path: string): Route | null {
  const matches = routes.filter(route => path === route || path.startsWith(`${route}/`))
  return matches.sort((a, b) => b.length - a.length)[0] ?? null
}

/**
 * Specification, section 6. The forced password change is open to every signed-in user, for whom it may be the only
 * page.
 */
export function mayOpen(user: RoleFlags | null, route: Route): boolean {
  if (!user) return false
  if (route === '/change-password-first') return true
  if (user.is_admin || user.is_supper_admin) return true
  return user.is_sub_user && subUserRoutes.includes(route)
}

/** In the specified order. `superAdmin`: shown to the super admin only. */
const menu: readonly { route: Route; superAdmin?: true; notification?: true }[] = [
  { route: '/bucket-management' },
  { route: '/dashboard' },
  { route: '/userinfo' },
  { route: '/user-management/sub-user' },
  { route: '/users', superAdmin: true },
  { route: '/security' },
  { route: '/setting', notification: true },
]

/** The menu, in order (specification, section 6). */
export function menuOf(user: RoleFlags | null): Route[] {
  if (!user) return []
  return menu
    .filter(entry => mayOpen(user, entry.route))
    .filter(entry => user.is_supper_admin || !entry.superAdmin)
    .filter(entry => user.is_supper_admin || !entry.notification || user.enable_bucket_notification)
    .map(entry => entry.route)
}

/** The menu entry of a path: all pages of user management share one. */
export function entryOf(path: string): Route | null {
  const route = routeOf(path)
  return route === '/user-management' ? '/user-management/sub-user' : route
}

/** Unknown if no flag is set. */
export function roleOf(user: RoleFlags): 'super-admin' | 'admin' | 'sub-user' | 'unknown' {
  if (user.is_supper_admin) return 'super-admin'
  if (user.is_admin) return 'admin'
  return user.is_sub_user ? 'sub-user' : 'unknown'
}

type StepFlags = Pick<
  CurrentUser,
  'require_change_pass' | 'pin_exists' | 'confirms_at_provider' | 'require_two_step'
>

type Step = {
  isLeft: (user: StepFlags) => boolean
  /** What is different of the user once it is done. */
  done: Partial<StepFlags>
  operation: OperationId
  route: Route
}

/** What a signed-in user must do before anything else, in order; the names are states of the session machine. */
export const signInSteps = {
  passwordChange: {
    isLeft: user => user.require_change_pass,
    done: { require_change_pass: false },
    operation: 'changePassword',
    route: '/change-password-first',
  },
  pinSetUp: {
    isLeft: user => !user.pin_exists && !user.confirms_at_provider,
    done: { pin_exists: true },
    operation: 'initPin',
    route: '/security',
  },
  twoStepSetUp: {
    isLeft: user => user.require_two_step,
    done: { require_two_step: false },
    operation: 'confirmTwoStep',
    route: '/security',
  },
} as const satisfies Record<string, Step>

export type SignInStep = keyof typeof signInSteps

export const signInOrder = Object.keys(signInSteps) as SignInStep[]

/** The first step that is left, or null. */
export function nextStep(user: StepFlags): SignInStep | null {
  return signInOrder.find(step => signInSteps[step].isLeft(user)) ?? null
}

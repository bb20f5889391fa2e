import { describe, expect, test } from 'vitest'
import { mayCall, mayCallWith, type Need, type OperationId } from '../../domain/permissions.ts'
import {
  entryOf,
  mayOpen,
  menuOf,
  nextStep,
  roleOf,
  routeOf,
  routes,
  signInSteps,
} from '../../domain/roles.ts'
import { needs } from '../../openapi/schema.ts'

const nobody = {
  is_supper_admin: false,
  is_admin: false,
  is_sub_user: false,
  enable_bucket_notification: false,
}
const superAdmin = { ...nobody, is_supper_admin: true, is_admin: true }
const admin = { ...nobody, is_admin: true }
const subUser = { ...nobody, is_sub_user: true }

describe('routes', () => {
  test('admin and super admin open all of them', () => {
    for (const route of routes)
      expect([mayOpen(admin, route), mayOpen(superAdmin, route)]).toEqual([true, true])
  })

  test('a sub-user opens /bucket-management, profile, security, the video preview and the forced password change', () => {
    expect(routes.filter(route => mayOpen(subUser, route))).toEqual([
      '/bucket-management',
      '/userinfo',
      '/security',
      '/change-password-first',
      '/preview-video',
    ])
  })

  test('nobody opens none', () => {
    expect(routes.filter(route => mayOpen(null, route))).toEqual([])
    expect(routes.filter(route => mayOpen(nobody, route))).toEqual(['/change-password-first'])
  })

  test('own the paths below them', () => {
    expect(routeOf('/bucket-management/photos/2026')).toBe('/bucket-management')
    expect(routeOf('/user-management/sub-user')).toBe('/user-management/sub-user')
    expect(routeOf('/bucket-management-old')).toBe(null)
  })
})

describe('the menu', () => {
  test('shows the super admin all entries in order, bucket management first', () => {
    expect(menuOf(superAdmin)).toEqual([
      '/bucket-management',
      '/dashboard',
      '/userinfo',
      '/user-management/sub-user',
      '/users',
      '/security',
      '/setting',
    ])
  })

  test('hides the settings from an admin without notifications, and the super admin entries', () => {
    expect(menuOf(admin)).not.toContain('/setting')
    expect(menuOf({ ...admin, enable_bucket_notification: true })).toContain('/setting')
    expect(menuOf(admin)).not.toContain('/users')
  })

  test('is short for a sub-user and empty without a flag', () => {
    expect(menuOf(subUser)).toEqual(['/bucket-management', '/userinfo', '/security'])
    expect(menuOf(nobody)).toEqual([])
    expect(menuOf(null)).toEqual([])
  })
})

test('every section of user management belongs to its menu entry', () => {
  expect(
    [
      '/user-management',
      '/user-management/audit-log',
      '/user-management/sub-user',
      '/users',
      '/khong-co',
    ].map(entryOf),
  ).toEqual([
    '/user-management/sub-user',
    '/user-management/sub-user',
    '/user-management/sub-user',
    '/users',
    null,
  ])
})

test('after sign-in the first password is changed, then a pin set, then a required two-step verification, each at its address', () => {
  const address = (require_change_pass: boolean, pin_exists: boolean, require_two_step = false) => {
    const step = nextStep({ require_change_pass, pin_exists, confirms_at_provider: false, require_two_step })
    return step && signInSteps[step].route
  }
  expect([address(true, true), address(true, false)]).toEqual([
    '/change-password-first',
    '/change-password-first',
  ])
  expect([address(false, false), address(false, true), address(false, true, true)]).toEqual([
    '/security',
    null,
    '/security',
  ])
})

test('the role has a label', () => {
  expect([superAdmin, admin, subUser, nobody].map(roleOf)).toEqual([
    'super-admin',
    'admin',
    'sub-user',
    'unknown',
  ])
})

test('a user without any role flag may do nothing with files', () => {
  const user = { ...nobody, permission: 'full-control', scope: null } as const
  const signedIn: Need[] = ['public', 'session', 'step', 'user']
  const others = (Object.keys(needs) as OperationId[]).filter(id => !signedIn.includes(needs[id]))
  expect(others.filter(id => mayCall(user, id))).toEqual([])
})

test('who is limited to a folder uploads and restores there, and not in the folders above, which are shown', () => {
  const scope = [{ bucket: 'kho', prefix: 'ho-so/2026/' }]
  const user = { ...subUser, permission: 'read-write', scope } as const
  const mayIn = (prefix: string) => [
    mayCallWith(user, 'paginateObjects', { bucket: 'kho', prefix }),
    mayCallWith(user, 'getPutUrls', { bucket: 'kho', files: [{ key: prefix }] }),
    mayCallWith(user, 'listDeletedObjects', { bucket: 'kho', prefix }),
  ]
  expect(mayIn('')).toEqual([true, false, false])
  expect(mayIn('ho-so/')).toEqual([true, false, false])
  expect(mayIn('ho-so/2026/')).toEqual([true, true, true])
  expect(mayIn('ho-so/2026/11/')).toEqual([true, true, true])
})

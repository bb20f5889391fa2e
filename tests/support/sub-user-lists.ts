import type { Page } from 'playwright'
import type { SubUser, SubUserCounts } from '../../openapi/schema.ts'

export const noCounts: SubUserCounts = {
  status: { active: 0, invited: 0, expired: 0 },
  expires: { 'within-30-days': 0, later: 0, expired: 0, never: 0 },
  permission: { read: 0, write: 0, 'read-write': 0, 'full-control': 0 },
  never_signed_in: 0,
}

const placeOf: Record<string, (user: SubUser) => string | number> = {
  name: user => user.fullName,
  email: user => user.email,
  expiry: user => user.expire_date || Number.MAX_SAFE_INTEGER,
  'last-sign-in': user => user.last_sign_in_at ?? 0,
}

/** Answers the list of sub-users with these, sorted as the page wants it, in one page. */
export async function serveSubUsers(page: Page, users: readonly SubUser[]): Promise<void> {
  await page.route('**/api/user-management?*', route => {
    const query = new URL(route.request().url()).searchParams
    const place = placeOf[query.get('sort') ?? 'name']!
    const sorted = users.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
    if (query.get('order') === 'descending') sorted.reverse()
    const json = { users: sorted, total: users.length, counts: noCounts, next_token: null }
    return route.fulfill({ json })
  })
}

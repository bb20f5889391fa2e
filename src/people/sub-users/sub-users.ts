import { unaccented } from '../../../domain/folded.ts'
import type { SubUser } from '../../../openapi/schema.ts'
import type { Sorting as SortingBy } from '../../ui/sorting.ts'

export type Column = 'email' | 'fullName' | 'expire_date' | 'last_sign_in_at'
export type Sorting = SortingBy<Column>

export const byName: Sorting = { column: 'fullName', order: 'ascending' }

/** The sub-users in the order of `sorting`, equal ones by name. No expiry sorts last, never signed in first. */
export function sortSubUsers(
  users: readonly SubUser[],
  { column, order }: Sorting,
  collator: Intl.Collator,
): SubUser[] {
  const sign = order === 'ascending' ? 1 : -1
  const compare = (a: SubUser, b: SubUser): number => {
    if (column === 'email' || column === 'fullName') return collator.compare(a[column], b[column])
    const [x, y] = [timeOf(a, column), timeOf(b, column)]
    return x === y ? 0 : x < y ? -1 : 1
  }
  return [...users].sort((a, b) => sign * compare(a, b) || collator.compare(a.fullName, b.fullName))
}

function timeOf(user: SubUser, column: 'expire_date' | 'last_sign_in_at'): number {
  if (column === 'expire_date') return user.expire_date || Number.POSITIVE_INFINITY
  return user.last_sign_in_at ?? Number.NEGATIVE_INFINITY
}

/** The sub-users whose email, name or phone contains `search`, ignoring diacritics, and spaces in the phone number. */
export function findSubUsers(users: readonly SubUser[], search: string): readonly SubUser[] {
  const wanted = unaccented(search.trim())
  if (wanted === '') return users
  const digits = wanted.replace(/[\s().-]/g, '').replace(/^0/, '')
  return users.filter(
    ({ email, fullName, phone }) =>
      unaccented(email).includes(wanted) ||
      unaccented(fullName).includes(wanted) ||
      (/^\+?\d+$/.test(digits) && phone.includes(digits)),
  )
}

import { unaccented } from '../../../domain/folded.ts'
import type { SubUser } from '../../../openapi/schema.ts'

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

import { type ProfileForm, profileForm } from '../../domain/profile.ts'
import { namedUser } from './name-order.ts'
import type { Database, Transaction } from './open.ts'

/** The columns are the fields of the form. `phone`: E.164, or empty. */
export type ProfileFields = Omit<ProfileForm, 'fullName'> & { name: string }

/** Before the stored code of a city since 1 July 2025: until then 15 was Yên Bái, and is Lào Cai now. */
const since2025 = '2025-'

const columns = Object.keys(profileForm.entries).map(field =>
  field === 'fullName' ? 'name' : field,
) as (keyof ProfileFields)[]

/** The personal data of a profile; the name and the company are not. */
const personal = columns.filter(column => column !== 'name' && column !== 'company')
export const withoutPerson = Object.fromEntries(personal.map(column => [column, ''])) as {
  [Column in Exclude<keyof ProfileFields, 'name' | 'company'>]: ''
}

/** The user's profile, and the account's contract code; null if the user was deleted. */
export async function findProfile(
  db: Database,
  userId: string,
): Promise<(ProfileFields & { contract_code: string }) | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(columns.map(column => `users.${column}` as const))
    .select('accounts.contract_code')
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const { city } = row
  const places = city.startsWith(since2025) && { city: city.slice(since2025.length), district: null }
  return { ...row, ...places }
}

/** Sets the fields; returns the names of those that changed. For a transaction that locks the user's row. */
export async function setProfile(
  db: Transaction,
  userId: string,
  fields: ProfileFields,
): Promise<(keyof ProfileFields)[]> {
  const before = await db
    .selectFrom('users')
    .select(columns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { district } = fields
  const places = district === null ? { city: since2025 + fields.city, district: '' } : { district }
  const after = { ...fields, ...places }
  const changed = columns.filter(column => before[column] !== after[column])
  if (changed.length > 0) {
    const named = { ...after, ...namedUser(after.name) }
    await db.updateTable('users').set(named).where('id', '=', userId).execute()
  }
  return changed
}

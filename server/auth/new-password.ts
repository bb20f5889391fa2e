import { errors } from '../../languages/en/errors.ts'
import type { Brand, Config } from '../config.ts'
import { invalid } from '../errors/problem.ts'
import type { HashSecret } from './hash.ts'
import { weaknessOf } from './password-weakness.ts'

/** Whom a password is for; a list where the person is known by several addresses. */
type Person = { email: string | string[]; name: string; accountName: string }

/**
 * The hash of a password that a person has chosen: everything that sets one gets it here. INVALID_REQUEST for `field`
 * if the password is guessed too easily. Throws `Busy`.
 */
export async function hashNewPassword(
  { hashSecret, brand }: { hashSecret: HashSecret; brand: Pick<Brand, 'name'> },
  field: string,
  password: string,
  { email, name, accountName }: Person,
): Promise<string> {
  const weakness = await weaknessOf(password, [brand.name, name, accountName, email].flat())
  if (weakness !== null) throw invalid(field, weakness)
  return hashSecret(password)
}

/** A sentence that says why the first user is not made with KHO_ADMIN_PASSWORD; null: nothing speaks against it. */
export async function adminPasswordRefusal({
  admin: { email, password },
  brand,
}: {
  admin: Config['admin']
  brand: Pick<Brand, 'name'>
}): Promise<string | null> {
  const weakness = password === null ? null : await weaknessOf(password, [brand.name, email])
  return weakness && `KHO_ADMIN_PASSWORD is refused. ${errors[`issue.${weakness}`]}.`
}

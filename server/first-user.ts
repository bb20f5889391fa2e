import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { newPassword } from '../domain/password.ts'
import { hashSecret } from './auth/hash.ts'
import { createAccount, hasUsers } from './store/accounts.ts'
import type { Database } from './store/open.ts'

/** Who was made on first run. `password` is set where it was generated: it is to be shown once, and changed. */
export type FirstUser = { email: string; password: string | null }

/**
 * Makes the first account with its owner, who is super admin too; null where there are users already. `now`: unix
 * seconds.
 */
export async function makeFirstUser(
  db: Database,
  admin: { email: string; password: string | null },
  now: number,
): Promise<FirstUser | null> {
  if (await hasUsers(db)) return null
  const generated = admin.password === null ? generatePassword() : null
  const name = admin.email.split('@')[0]!
  const made = await createAccount(
    db,
    { name, now },
    {
      email: admin.email,
      name,
      passwordHash: await hashSecret(admin.password ?? generated!),
      isAdmin: true,
      isSupperAdmin: true,
      isSubUser: false,
      permission: 'full-control',
      requireChangePass: generated !== null,
    },
  )
  return made && { email: admin.email, password: generated }
}

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 20 characters that cannot be taken for one another, in groups: 115 bits. */
function generatePassword(): string {
  for (;;) {
    const groups = Array.from({ length: 4 }, () =>
      Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join(''),
    )
    const password = groups.join('-')
    if (v.safeParse(newPassword, password).success) return password
  }
}

import { generatePassword } from '../domain/generate-password.ts'
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

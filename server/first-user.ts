import { generatePassword } from '../domain/generate-password.ts'
import type { HashSecret } from './auth/hash.ts'
import { createAccount, hasUsers } from './store/accounts.ts'
import type { Database } from './store/open.ts'

/** The user created on the first run. `password`: set if it was generated; it is shown once, and must be changed. */
export type FirstUser = { email: string; password: string | null }

/**
 * Creates the first account and its owner, who is also the super admin; returns null if there are users already. `now`:
 * unix seconds.
 */
export async function makeFirstUser(
  { db, hashSecret }: { db: Database; hashSecret: HashSecret },
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

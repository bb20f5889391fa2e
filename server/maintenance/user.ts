import { generatePassword } from '../../domain/generate-password.ts'
import { fallback } from '../../languages/languages.ts'
import type { SignInPart } from '../../openapi/schema.ts'
import { makeHashSecret } from '../auth/hash.ts'
import type { Config } from '../config.ts'
import { resetParts } from '../operations/sign-in-of-others.ts'
import { program } from '../program.ts'
import { addAudit } from '../store/audit.ts'
import type { Database } from '../store/open.ts'
import { findUserByEmail, selectUsers, userOf } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Vault } from '../vault/vault.ts'
import { withDatabase } from './database.ts'

const parts = { '--password': 'password', '--pin': 'pin', '--two-step': 'two-step' } as const
const names = { password: 'password', pin: 'PIN', 'two-step': 'two-step verification and passkeys' } as const

export type UserCommand = { email: string; parts: SignInPart[] } | 'list'

/** The command in what follows `user`; undefined: it is incomplete. */
export function readUserCommand([act, email, ...flags]: string[]): UserCommand | undefined {
  if (act === 'list' && email === undefined) return 'list'
  const known = flags.every(flag => Object.hasOwn(parts, flag))
  if (act !== 'reset' || email === undefined || flags.length === 0 || !known) return undefined
  return { email, parts: [...new Set(flags.map(flag => parts[flag as keyof typeof parts]))] }
}

/**
 * Lists users, or resets a user's sign-in. Works beside a running server.
 * @throws as `withDatabase`, and if there is no such user
 */
export async function runUserCommand(
  config: Config,
  command: UserCommand,
  say: (line: string) => void,
): Promise<void> {
  await withDatabase(config, (db, vault) =>
    command === 'list' ? list(db, say) : reset(db, vault, command, say),
  )
}

async function list(db: Database, say: (line: string) => void): Promise<void> {
  for (const row of await selectUsers(db).orderBy('users.email').execute()) {
    const user = userOf(row)
    const role = user.isSupperAdmin ? 'super admin' : user.isSubUser ? 'sub-user' : 'owner'
    const set = [
      role,
      ...(user.twoStep ? ['two-step'] : []),
      ...(user.passkeys > 0 ? ['passkey'] : []),
      ...(user.pinHash === null ? [] : ['PIN']),
    ]
    say(`${user.email}  ${set.join(', ')}`)
  }
}

async function reset(
  db: Database,
  vault: Vault,
  { email, parts }: Exclude<UserCommand, 'list'>,
  say: (line: string) => void,
): Promise<void> {
  const user = await findUserByEmail(db, email)
  if (!user) throw new Error(`There is no user ${email}.`)
  const now = Date.now()
  const password = parts.includes('password') ? generatePassword() : null
  const passwordHash = password === null ? null : await makeHashSecret()(password)
  await withLockedUser(db, user.id, async trx => {
    await resetParts({ db: trx, vault }, user, { parts, passwordHash, resetter: 'server' }, fallback, now)
    const account = { id: user.accountId, name: user.accountName }
    const where = { address: '', device: `${program} user` }
    const what = { target: user.email, detail: { kind: 'parts', parts } } as const
    await addAudit(trx, { account, user: '', action: 'SIGN_IN_RESET', ...what, ...where }, now)
  })
  say(`${user.email}: ${parts.map(part => names[part]).join(', ')} reset; signed out everywhere.`)
  if (password === null) return
  say(`Password    ${password}\nThis password is shown once, and must be changed at the next sign-in.`)
}

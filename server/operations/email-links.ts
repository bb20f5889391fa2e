import type { Visitor } from '../audit/actor.ts'
import { limits, takeByAddress } from '../auth/limits.ts'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { findEmailChange, findEmailUndo } from '../store/email-changes.ts'
import type { Database } from '../store/open.ts'
import { findUser, type User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'

const finders = { change: findEmailChange, undo: findEmailUndo }

/** The user's email, and the one that a mailed link would set. INVALID_TOKEN, TOO_MANY_REQUESTS. */
export async function checkEmailLink(
  deps: { db: Database; vault: Vault },
  { visitor, now }: { visitor: Visitor; now: number },
  kind: keyof typeof finders,
  token: string,
): Promise<{ email: string; newEmail: string }> {
  const seconds = Math.floor(now / 1000)
  await takeByAddress(deps, 'email check', limits.emailCheckAddress, visitor, seconds)
  const { user, found } = await readEmailLink<{ userId: string; email: string }>(
    deps.db,
    finders[kind],
    token,
    seconds,
  )
  return { email: user.email, newEmail: found.email }
}

/** The user of a mailed link, and the result of `find` for it. INVALID_TOKEN. */
export async function readEmailLink<Found extends { userId: string }>(
  db: Database,
  find: (db: Database, hash: string, seconds: number) => Promise<Found | null>,
  token: string,
  seconds: number,
): Promise<{ user: User; found: Found }> {
  const found = await find(db, hashToken(token), seconds)
  const user = found && (await findUser(db, found.userId))
  if (!user) throw new Problem('INVALID_TOKEN')
  return { user, found }
}

import { audit } from '../audit/record.ts'
import type { Visitor } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import type { Vault } from '../secret.ts'
import type { Database } from '../store/open.ts'
import { createSession } from '../store/sessions.ts'
import { holdPassword, noteSignIn, type User } from '../store/users.ts'
import { newTokens } from './tokens.ts'

/**
 * Begins a session of `by.user`, on record; gives its tokens. INVALID_CREDENTIALS where the password has changed since
 * the user was read. `by.now` in ms. For a transaction.
 */
export async function beginSession(
  db: Database,
  by: { user: User; visitor: Visitor; now: number },
  detail = '',
): Promise<{ access: string; refresh: string }> {
  const { user, visitor } = by
  const seconds = Math.floor(by.now / 1000)
  if (!(await holdPassword(db, user))) throw new Problem('INVALID_CREDENTIALS')
  const { access, refresh, hashed } = newTokens(seconds)
  const place = { address: visitor.address, userAgent: visitor.userAgent }
  await createSession(db, { userId: user.id, ...place }, hashed, seconds)
  await noteSignIn(db, user.id, seconds)
  await audit(db, by, 'SIGN_IN', { detail })
  return { access, refresh }
}

/**
 * Goes on only where neither the user nor the account has expired or is suspended: ACCOUNT_SUSPENDED, ACCOUNT_EXPIRED,
 * on record. Only for who has shown the password. `by.now` in ms.
 */
export async function requireStanding(
  db: Database,
  by: { user: User; visitor: Visitor; now: number },
): Promise<void> {
  const { expireDate, suspended } = by.user
  const expired = expireDate !== 0 && expireDate <= Math.floor(by.now / 1000)
  if (!suspended && !expired) return
  const code = suspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_EXPIRED'
  await audit(db, by, 'SIGN_IN_FAILED', { detail: code })
  throw new Problem(code)
}

/** What the limit on sign-ins to an e-mail address counts under. */
export function signInAttempts(vault: Vault, email: string): string {
  return `sign-in account ${vault.digest(email)}`
}

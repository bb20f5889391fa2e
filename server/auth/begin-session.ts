import { isOver } from '../../domain/expiry.ts'
import type { Actor, ByVisitor } from '../audit/actor.ts'
import { audit, auditEnd } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import type { DetailOf } from '../store/audit.ts'
import type { Database, Transaction } from '../store/open.ts'
import { createSession, endOldSessions, type SessionSso } from '../store/sessions.ts'
import { lockUser, recordSignIn, type User } from '../store/users.ts'
import { newTokens } from './tokens.ts'

const sessionsPerUser = 50

/**
 * Locks the user's row until the transaction ends. INVALID_CREDENTIALS if the user's password, two-step verification or
 * standing has changed since the user was read.
 */
export async function lockSignIn(db: Transaction, user: User): Promise<void> {
  const held = await lockUser(db, user.id)
  const facts = ['passwordHash', 'twoStep', 'suspended', 'expireDate'] as const
  if (!held || facts.some(fact => held[fact] !== user[fact])) throw new Problem('INVALID_CREDENTIALS')
}

/**
 * Begins a session of `by.user`, recorded in the audit log; returns its tokens. A user with too many sessions loses the
 * least recently used one. Call within a transaction, after `lockSignIn`.
 */
export async function beginSession(
  db: Transaction,
  by: ByVisitor,
  detail?: DetailOf<'SIGN_IN'>,
  sso?: SessionSso,
): Promise<{ access: string; refresh: string }> {
  const { user, visitor } = by
  const seconds = Math.floor(by.now / 1000)
  const { access, refresh, hashed } = newTokens(seconds)
  const place = { address: visitor.address, userAgent: visitor.userAgent }
  for (const ended of await endOldSessions(db, user.id, sessionsPerUser - 1))
    await auditEnd(db, by, ended, 'SESSION_LIMIT_REACHED')
  await createSession(db, { userId: user.id, ...place, sso }, hashed, seconds)
  await recordSignIn(db, user.id, visitor.namesLanguage ? visitor.locale : user.locale, seconds)
  await audit(db, by, 'SIGN_IN', { detail })
  return { access, refresh }
}

/**
 * ACCOUNT_SUSPENDED or ACCOUNT_EXPIRED, recorded, if the user or the account is. Call only after the password was
 * verified: it reveals the account's state.
 */
export async function requireStanding(db: Database, by: Actor & { user: User }): Promise<void> {
  const { expireDate, suspended } = by.user
  if (!suspended && !isOver(expireDate, by.now / 1000)) return
  const code = suspended ? 'ACCOUNT_SUSPENDED' : 'ACCOUNT_EXPIRED'
  await audit(db, by, 'SIGN_IN_FAILED', { detail: { kind: 'error', code } })
  throw new Problem(code)
}

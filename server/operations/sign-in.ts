import { randomBytes } from 'node:crypto'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Login, TwoStepChallenge } from '../../openapi/schema.ts'
import type { ByVisitor, Visitor } from '../audit/actor.ts'
import { audit, auditEnd } from '../audit/record.ts'
import { beginSession, lockSignIn, requireStanding } from '../auth/begin-session.ts'
import { takeCode } from '../auth/codes.ts'
import { knownDevice, rememberDevice } from '../auth/device.ts'
import { verifySecret } from '../auth/hash.ts'
import { guardSignIn } from '../auth/sign-in-guards.ts'
import { hashToken, newTokens } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { storeNotice } from '../mail/security-notice.ts'
import type { Vault } from '../secret.ts'
import type { DetailOf } from '../store/audit.ts'
import { addChallenge, findChallenge, takeChallenge } from '../store/challenges.ts'
import type { Database, Transaction } from '../store/open.ts'
import { deleteSession, endSessionByToken, rotateSession } from '../store/sessions.ts'
import { findUser, findUserByEmail, type User } from '../store/users.ts'
import { withCode } from './two-step.ts'

/** `decoyHash`: a hash that matches no password, so that an unknown user takes as long as a wrong password. */
type Deps = { db: Database; vault: Vault; decoyHash: string }

/** A browser that signs in, with the tokens that it sent; `now`: ms. */
export type Browser = {
  visitor: Visitor
  tokens: { access: string | null; device: string | null }
  now: number
}

export type SignedIn = { user: User; access: string; refresh: string; device: string }

/** Seconds that a user with two-step verification has for the code. */
const challengeLife = 300
/** Sign-ins of a user that may wait for a code at once. */
const challengesPerUser = 5

/**
 * Signs in with a password; with two-step verification, returns a challenge for `signInWithCode`. `disconnected`: stops
 * waiting to hash.
 * INVALID_CREDENTIALS, ACCOUNT_SUSPENDED, ACCOUNT_EXPIRED, TOO_MANY_REQUESTS, NEW_DEVICE_BLOCKED.
 */
export async function signIn(
  deps: Deps,
  browser: Browser,
  { username, password }: Login,
  disconnected?: AbortSignal,
): Promise<SignedIn | TwoStepChallenge> {
  const email = canonicalEmail(username)
  const { db } = deps
  const { visitor, now } = browser
  const seconds = Math.floor(now / 1000)
  const user = await findUserByEmail(db, email)
  const attempt = { by: { user: user ?? email, visitor, now }, failure: 'SIGN_IN_FAILED' } as const
  const device = await knownDevice(db, browser.tokens.device, user, seconds)
  const right = await guardSignIn(deps, { by: attempt.by, email, device }, async () => {
    const verified = await verifySecret(password, user?.passwordHash ?? deps.decoyHash, disconnected)
    return user !== null && verified
  })
  if (!right || !user) {
    await audit(db, attempt.by, attempt.failure, { detail: { kind: 'error', code: 'INVALID_CREDENTIALS' } })
    throw new Problem('INVALID_CREDENTIALS')
  }
  const by = { user, visitor, now }
  await requireStanding(db, by)
  if (user.twoStep) {
    const challenge = randomBytes(32).toString('base64url')
    const expiresAt = seconds + challengeLife
    await db.transaction().execute(async trx => {
      await lockSignIn(trx, user)
      const kept = { hash: hashToken(challenge), userId: user.id, expiresAt }
      await addChallenge(trx, kept, challengesPerUser)
      await audit(trx, by, 'SIGN_IN_BEGUN')
    })
    return { challenge, expires_in: challengeLife }
  }
  const tokens = await db.transaction().execute(async trx => {
    await lockSignIn(trx, user)
    return begin({ db: trx, vault: deps.vault }, by, device)
  })
  return finish(db, browser, by, tokens)
}

/** Completes a sign-in with a code of the app or a recovery code. TWO_STEP_TIMED_OUT, AUTH_CODE_INVALID; as `signIn`. */
export async function signInWithCode(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  browser: Browser,
  { challenge, code }: { challenge: string; code: string },
): Promise<SignedIn> {
  const { visitor, now } = browser
  const hash = hashToken(challenge)
  const userId = await findChallenge(db, hash, Math.floor(now / 1000))
  const user = userId === null ? null : await findUser(db, userId)
  if (!user) throw new Problem('TWO_STEP_TIMED_OUT')
  const by = { user, visitor, now }
  await requireStanding(db, by)
  const device = await knownDevice(db, browser.tokens.device, user, Math.floor(now / 1000))
  const tokens = await withCode(db, by, 'sign-in', async (trx, seconds) => {
    const kind = await takeCode(trx, vault, user.id, code, seconds)
    if (kind === null) return null
    if (!(await takeChallenge(trx, hash, seconds))) throw new Problem('TWO_STEP_TIMED_OUT')
    if (kind === 'recovery')
      await audit(trx, by, 'RECOVERY_CODE_USED', { detail: { kind: 'purpose', purpose: 'sign-in' } })
    await lockSignIn(trx, user)
    return begin({ db: trx, vault }, by, device, { kind: 'two-step' })
  })
  return finish(db, browser, by, tokens)
}

/** Begins a session. If `device` is null, a new one, notifies the user by mail, except about the very first session. */
async function begin(
  deps: Pick<Deps, 'vault'> & { db: Transaction },
  by: ByVisitor,
  device: string | null,
  detail?: DetailOf<'SIGN_IN'>,
): Promise<{ access: string; refresh: string }> {
  const tokens = await beginSession(deps.db, by, detail)
  if (device === null && by.user.locale !== null) await storeNotice(deps, by, 'SIGN_IN')
  return tokens
}

/** Ends the browser's previous session, of any user, and remembers the device. */
async function finish(
  db: Database,
  { visitor, tokens }: Browser,
  { user, now }: ByVisitor,
  begun: { access: string; refresh: string },
): Promise<SignedIn> {
  const { access } = tokens
  if (access !== null) {
    await db.transaction().execute(async trx => {
      const ended = await endSessionByToken(trx, hashToken(access))
      const of = ended && (await findUser(trx, ended.userId))
      if (of) await auditEnd(trx, { user: of, visitor, now }, ended)
    })
  }
  const device = await rememberDevice(db, tokens.device, user, Math.floor(now / 1000))
  return { user, ...begun, device }
}

export async function signOut(db: Database, by: ByVisitor, sessionId: string): Promise<void> {
  await db.transaction().execute(async trx => {
    await deleteSession(trx, sessionId)
    await audit(trx, by, 'SIGN_OUT')
  })
}

/**
 * Exchanges a session's tokens for new ones. UNAUTHORIZED; a reused refresh token ends its session, which is recorded.
 */
export async function renewTokens(
  db: Database,
  { visitor, now }: { visitor: Visitor; now: number },
  present: { access: string | null; refresh: string },
): Promise<{ access: string; refresh: string }> {
  const seconds = Math.floor(now / 1000)
  const next = newTokens(seconds)
  const hashes = { accessHash: hashToken(present.access ?? ''), refreshHash: hashToken(present.refresh) }
  const outcome = await db.transaction().execute(async trx => {
    const rotated = await rotateSession(trx, hashes, next.hashed, seconds)
    const user = typeof rotated === 'string' ? null : await findUser(trx, rotated.reused)
    if (user) await audit(trx, { user, visitor, now }, 'TOKEN_REUSED')
    return rotated
  })
  if (outcome !== 'rotated') throw new Problem('UNAUTHORIZED')
  return { access: next.access, refresh: next.refresh }
}

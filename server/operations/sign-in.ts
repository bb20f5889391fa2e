import { randomBytes } from 'node:crypto'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Actor, ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { lockSignIn, requireStanding } from '../auth/begin-session.ts'
import { readCode, takeCode } from '../auth/codes.ts'
import { knownDevice } from '../auth/device.ts'
import { verifySecret } from '../auth/hash.ts'
import { type Guard, limited, limitedEach, limits } from '../auth/limits.ts'
import { refuseWhereSsoRequired } from '../auth/required-sso.ts'
import { needsPasskey } from '../auth/second-step.ts'
import { accessLife, hashToken, newTokens } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addressBlock } from '../limits/rate.ts'
import { clearAttempts, clearAttemptsBelow } from '../store/attempts.ts'
import { addChallenge, findChallenge, ssoOfChallenge, takeChallenge } from '../store/challenges.ts'
import type { Database } from '../store/open.ts'
import { deleteSession, rotateSession } from '../store/sessions.ts'
import { findUser, findUserByEmail } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { beginNoticed, finishSignIn } from './finish-sign-in.ts'
import { beginSso, readSignIn } from './open-session.ts'
import type { Services } from './services.ts'
import { noteBypass } from './sso-bypass.ts'
import { withCode } from './two-step.ts'

type Needed = Pick<Services, 'db' | 'vault' | 'decoyHash' | 'region' | 'sso'>

/** Seconds that a user with two-step verification has for the code. */
const challengeLife = 300
/** Sign-ins of a user that may wait for a code at once. */
const challengesPerUser = 5

/** Stores that a user's sign-in waits for a code. `sso`: JSON of an `SsoSignIn`; absent: the password began it. */
export async function challengeUser(
  db: Database,
  by: ByVisitor,
  sso?: string,
): Promise<{ challenge: string; expires_in: number }> {
  const { user } = by
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = Math.floor(by.now / 1000) + challengeLife
  await db.transaction().execute(async trx => {
    await lockSignIn(trx, user)
    const kept = { hash: hashToken(challenge), userId: user.id, expiresAt, ...(sso && { sso }) }
    await addChallenge(trx, kept, challengesPerUser)
    await audit(trx, by, 'SIGN_IN_BEGUN')
  })
  return { challenge, expires_in: challengeLife }
}

export function signInOperations(services: Needed) {
  const { db, vault } = services

  return {
    /** Returns a challenge for `verifyTwoStep` if the user has two-step verification. */
    async login(call) {
      const { body, tokens, disconnected, by: from } = call
      const email = canonicalEmail(body.username)
      const seconds = Math.floor(from.now / 1000)
      const user = await findUserByEmail(db, email)
      const attempted = { ...from, user: user ?? email }
      const device = await knownDevice(db, tokens.device, user, seconds)
      const right = await guardSignIn(services, { by: attempted, email, device }, async () => {
        const verified = await verifySecret(
          body.password,
          user?.passwordHash ?? services.decoyHash,
          disconnected,
        )
        return user !== null && verified
      })
      if (!right || !user) {
        await audit(db, attempted, 'SIGN_IN_FAILED', {
          detail: { kind: 'error', code: 'INVALID_CREDENTIALS' },
        })
        throw new Problem('INVALID_CREDENTIALS')
      }
      const by = { ...from, user }
      await requireStanding(db, by)
      await refuseWhereSsoRequired(db, by)
      if (needsPasskey(user)) {
        await audit(db, by, 'SIGN_IN_FAILED', { detail: { kind: 'error', code: 'PASSKEY_REQUIRED' } })
        throw new Problem('PASSKEY_REQUIRED')
      }
      if (user.twoStep) return challengeUser(db, by)
      const begun = await db.transaction().execute(async trx => {
        await lockSignIn(trx, user)
        await noteBypass({ ...services, db: trx }, by)
        return beginNoticed({ db: trx, vault }, by, device)
      })
      return finishSignIn(services, call, by, begun)
    },

    /** Completes a sign-in with a code of the app or a recovery code. */
    async verifyTwoStep(call) {
      const { body, tokens, by: from } = call
      const now = Math.floor(from.now / 1000)
      const hash = hashToken(body.challenge)
      const userId = await findChallenge(db, hash, now)
      const user = userId === null ? null : await findUser(db, userId)
      if (!user) throw new Problem('TWO_STEP_TIMED_OUT')
      const by = { ...from, user }
      await requireStanding(db, by)
      const sso = await ssoOfChallenge(db, hash)
      if (sso === null) await refuseWhereSsoRequired(db, by)
      const device = await knownDevice(db, tokens.device, user, now)
      const typed = () => readCode(db, vault, user.id, body.code)
      const begun = await withCode(db, by, 'sign-in', typed, async (trx, seconds, given) => {
        const kind = await takeCode(trx, vault, user.id, given, seconds)
        if (kind === null) return null
        if (!(await takeChallenge(trx, hash, seconds))) throw new Problem('TWO_STEP_TIMED_OUT')
        if (kind === 'recovery')
          await audit(trx, by, 'RECOVERY_CODE_USED', { detail: { kind: 'purpose', purpose: 'sign-in' } })
        await lockSignIn(trx, user)
        if (sso === null) {
          await noteBypass({ ...services, db: trx }, by)
          return beginNoticed({ db: trx, vault }, by, device, { kind: 'two-step' })
        }
        return beginSso({ db: trx, vault }, by, device, readSignIn(sso))
      })
      const entered = { ...user, ...(sso !== null && { provider: readSignIn(sso).provider }) }
      return finishSignIn(services, call, { ...by, user: entered }, begun)
    },

    async logout({ session, setAccessCookie, by }) {
      await db.transaction().execute(async trx => {
        await deleteSession(trx, session.id)
        await audit(trx, by, 'SIGN_OUT')
      })
      setAccessCookie(null)
    },

    /** A reused refresh token ends its session, which is recorded. */
    async refreshToken({ tokens: { access, refresh }, setAccessCookie, by }) {
      if (refresh === null) throw new Problem('UNAUTHORIZED')
      const seconds = Math.floor(by.now / 1000)
      const next = newTokens(seconds)
      const hashes = { accessHash: hashToken(access ?? ''), refreshHash: hashToken(refresh) }
      const outcome = await db.transaction().execute(async trx => {
        const rotated = await rotateSession(trx, hashes, next.hashed, seconds)
        const user = typeof rotated === 'string' ? null : await findUser(trx, rotated.reused)
        if (user) await audit(trx, { ...by, user }, 'TOKEN_REUSED')
        return rotated
      })
      if (outcome !== 'rotated') throw new Problem('UNAUTHORIZED')
      setAccessCookie(next.access)
      return { refresh_token: next.refresh, expires_in: accessLife }
    },
  } satisfies Partial<Handlers>
}

type Attempt = () => Promise<boolean>

/**
 * Limits attempts to sign in to `email`. A known device (`device`: its hash) has a count of its own, so that other
 * people's attempts cannot lock it out. Others count for their block of addresses, and all together for the account.
 * TOO_MANY_REQUESTS; NEW_DEVICE_BLOCKED if a known device or a mailed link is needed.
 */
export async function guardSignIn(
  { db, vault }: { db: Database; vault: Vault },
  { by, email, device }: { by: Actor; email: string; device: string | null },
  attempt: Attempt,
): Promise<boolean> {
  const guard = (name: string, limit: keyof typeof limits): Guard => ({
    name: `sign-in ${name}`,
    limit: limits[limit],
    by,
    failure: 'SIGN_IN_FAILED',
  })
  const account = vault.digest(email)
  if (device !== null) {
    const now = guard(`device ${device} ${account}`, 'signInDevice')
    const daily = guard(`device day ${device} ${account}`, 'signInDeviceDay')
    return limited(db, now, () => limited(db, daily, attempt))
  }
  const block = vault.digest(addressBlock(by.visitor.address))
  const address = guard(`address ${block}`, 'signInAddress')
  const both = guard(`account ${account} ${block}`, 'signInAccount')
  const all = { ...guard(newDevices(account), 'signInNewDevices'), code: 'NEW_DEVICE_BLOCKED' as const }
  return limitedEach(db, address, () => limited(db, both, () => limitedEach(db, all, attempt)))
}

/** Allows new devices to sign in to `email` again: its user's identity was verified. */
export async function forgetNewDeviceFailures(db: Database, vault: Vault, email: string): Promise<void> {
  const account = vault.digest(email)
  await clearAttempts(db, `sign-in ${newDevices(account)}`)
  await clearAttemptsBelow(db, `sign-in account ${account} `)
}

function newDevices(account: string): string {
  return `new devices ${account}`
}

import { randomBytes } from 'node:crypto'
import { audit } from '../audit/record.ts'
import { beginSession, lockSignIn, requireStanding } from '../auth/begin-session.ts'
import { knownDevice } from '../auth/device.ts'
import { verifySecret } from '../auth/hash.ts'
import { guardSignIn } from '../auth/sign-in-guards.ts'
import { accessLife, hashToken, newTokens } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addChallenge } from '../store/challenges.ts'
import { deleteSession, rotateSession } from '../store/sessions.ts'
import { findUser, findUserByEmail } from '../store/users.ts'
import type { Services } from './services.ts'
import { signedIn } from './signed-in.ts'

/** Seconds that a user with two-step verification has for the code. */
const challengeLife = 300
/** Sign-ins of one user that may wait for the code at once. */
const challengesPerUser = 5

export function authHandlers(services: Services): Pick<Handlers, 'login' | 'logout' | 'refreshToken'> {
  const { db } = services

  return {
    async login(call) {
      const { body, visitor, disconnected } = call
      const email = body.username.trim().toLowerCase()
      const now = services.now()
      const seconds = Math.floor(now / 1000)
      const user = await findUserByEmail(db, email)
      const attempt = { by: { user: user ?? email, visitor, now }, failure: 'SIGN_IN_FAILED' } as const
      const device = await knownDevice(db, call, user, seconds)
      const right = await guardSignIn(services, { by: attempt.by, email, device }, async () => {
        // Nobody's password takes the same work as somebody's.
        const hash = user?.passwordHash ?? services.decoyHash
        const verified = await verifySecret(body.password, hash, disconnected)
        return user !== null && verified
      })
      if (!right || !user) {
        await audit(db, attempt.by, attempt.failure, { detail: 'INVALID_CREDENTIALS' })
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
        return beginSession(trx, by)
      })
      return signedIn(services, call, by, tokens)
    },

    async logout({ session, visitor, setAccessCookie }) {
      await db.transaction().execute(async trx => {
        await deleteSession(trx, session.id)
        await audit(trx, { user: session.user, visitor, now: services.now() }, 'SIGN_OUT')
      })
      setAccessCookie(null)
    },

    async refreshToken({ tokens, visitor, setAccessCookie }) {
      if (tokens.refresh === null) throw new Problem('UNAUTHORIZED')
      const now = services.now()
      const seconds = Math.floor(now / 1000)
      const next = newTokens(seconds)
      const present = {
        accessHash: hashToken(tokens.access ?? ''),
        refreshHash: hashToken(tokens.refresh),
      }
      const outcome = await db.transaction().execute(async trx => {
        const rotated = await rotateSession(trx, present, next.hashed, seconds)
        const user = typeof rotated === 'string' ? null : await findUser(trx, rotated.reused)
        if (user) await audit(trx, { user, visitor, now }, 'TOKEN_REUSED')
        return rotated
      })
      if (outcome !== 'rotated') throw new Problem('UNAUTHORIZED')
      setAccessCookie(next.access)
      return { refresh_token: next.refresh, expires_in: accessLife }
    },
  }
}

import { randomBytes } from 'node:crypto'
import { audit } from '../audit/record.ts'
import { addressBlock } from '../auth/address.ts'
import { beginSession, requireStanding, signInAttempts } from '../auth/begin-session.ts'
import { verifySecret } from '../auth/hash.ts'
import { limited, limitedEach, limits } from '../auth/limits.ts'
import { accessLife, hashToken, newTokens } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addChallenge } from '../store/challenges.ts'
import { deleteSession, rotateSession } from '../store/sessions.ts'
import { findUser, findUserByEmail, holdPassword, type User } from '../store/users.ts'
import { currentUser } from './current-user.ts'
import type { Services } from './services.ts'

/** Seconds that a user with two-step verification has for the code. */
const challengeLife = 300

export function authHandlers(services: Services): Pick<Handlers, 'login' | 'logout' | 'refreshToken'> {
  const { db, vault } = services

  /** The user who has this e-mail, and whether the password is theirs: after the same work for any of both. */
  async function authenticate(
    email: string,
    password: string,
  ): Promise<{ user: User | null; right: boolean }> {
    const user = await findUserByEmail(db, email)
    const right = await verifySecret(password, user?.passwordHash ?? services.decoyHash)
    return { user, right: user !== null && right }
  }

  return {
    async login({ body, visitor, setAccessCookie }) {
      const email = body.username.trim().toLowerCase()
      const now = services.now()
      const seconds = Math.floor(now / 1000)
      const byAddress = `sign-in address ${vault.digest(addressBlock(visitor.address))}`
      let user: User | null = null
      const right = await limitedEach(db, byAddress, limits.signInAddress, seconds, () =>
        limited(db, signInAttempts(vault, email), limits.signInAccount, seconds, async () => {
          const found = await authenticate(email, body.password)
          user = found.user
          return found.right
        }),
      )
      const found = user as User | null
      if (!right || !found) {
        const by = { user: found ?? email, visitor, now }
        await audit(db, by, 'SIGN_IN_FAILED', { detail: 'INVALID_CREDENTIALS' })
        throw new Problem('INVALID_CREDENTIALS')
      }
      const by = { user: found, visitor, now }
      await requireStanding(db, by)
      if (found.twoStep) {
        const challenge = randomBytes(32).toString('base64url')
        const expiresAt = seconds + challengeLife
        await db.transaction().execute(async trx => {
          if (!(await holdPassword(trx, found))) throw new Problem('INVALID_CREDENTIALS')
          await addChallenge(trx, { hash: hashToken(challenge), userId: found.id, expiresAt })
        })
        return { challenge, expires_in: challengeLife }
      }
      const tokens = await db.transaction().execute(trx => beginSession(trx, by))
      setAccessCookie(tokens.access)
      return {
        refresh_token: tokens.refresh,
        expires_in: accessLife,
        user: currentUser(found, services.region),
      }
    },

    async logout({ session, visitor, setAccessCookie }) {
      await db.transaction().execute(async trx => {
        await deleteSession(trx, session.id)
        await audit(trx, { user: session.user, visitor, now: services.now() }, 'SIGN_OUT')
      })
      setAccessCookie(null)
    },

    async refreshToken({ tokens, visitor, setAccessCookie }) {
      if (tokens.refresh === null) throw new Problem('INVALID_TOKEN')
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
      if (outcome !== 'rotated') throw new Problem('INVALID_TOKEN')
      setAccessCookie(next.access)
      return { refresh_token: next.refresh, expires_in: accessLife }
    },
  }
}

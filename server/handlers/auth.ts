import { addressBlock } from '../auth/address.ts'
import { verifySecret } from '../auth/hash.ts'
import { limited, limitedEach, limits } from '../auth/limits.ts'
import { accessLife, hashToken, newTokens } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { createSession, deleteSession, rotateSession } from '../store/sessions.ts'
import { findUserByEmail, type User } from '../store/users.ts'
import { currentUser } from './current-user.ts'
import type { Services } from './services.ts'

export function authHandlers(services: Services): Pick<Handlers, 'login' | 'logout' | 'refreshToken'> {
  const { db, vault } = services
  const seconds = () => Math.floor(services.now() / 1000)

  /** The user with this e-mail and password, or null, after the same work for both. */
  async function authenticate(email: string, password: string): Promise<User | null> {
    const user = await findUserByEmail(db, email)
    const right = await verifySecret(password, user?.passwordHash ?? services.decoyHash)
    return right ? user : null
  }

  return {
    async login({ body, visitor, setAccessCookie }) {
      const email = body.username.trim().toLowerCase()
      const now = seconds()
      const byAddress = `sign-in address ${vault.digest(addressBlock(visitor.address))}`
      const byAccount = `sign-in account ${vault.digest(email)}`
      let user: User | null = null
      await limitedEach(db, byAddress, limits.signInAddress, now, () =>
        limited(db, byAccount, limits.signInAccount, now, async () => {
          user = await authenticate(email, body.password)
          return user !== null
        }),
      )
      const found = user as User | null
      if (!found) throw new Problem('INVALID_CREDENTIALS')
      const tokens = newTokens(now)
      await createSession(db, { userId: found.id, ...visitor }, tokens.hashed, now)
      setAccessCookie(tokens.access)
      return {
        refresh_token: tokens.refresh,
        expires_in: accessLife,
        user: currentUser(found, services.region),
      }
    },

    async logout({ session, setAccessCookie }) {
      await deleteSession(db, session.id)
      setAccessCookie(null)
    },

    async refreshToken({ tokens, setAccessCookie }) {
      if (tokens.refresh === null) throw new Problem('INVALID_TOKEN')
      const now = seconds()
      const next = newTokens(now)
      const present = {
        accessHash: hashToken(tokens.access ?? ''),
        refreshHash: hashToken(tokens.refresh),
      }
      const outcome = await db.transaction().execute(trx => rotateSession(trx, present, next.hashed, now))
      if (outcome !== 'rotated') throw new Problem('INVALID_TOKEN')
      setAccessCookie(next.access)
      return { refresh_token: next.refresh, expires_in: accessLife }
    },
  }
}

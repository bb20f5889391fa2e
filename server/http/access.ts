import { confirmed, mayCall, needs, type OperationId } from '../../domain/permissions.ts'
import { audit } from '../audit/record.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Visitor } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { takeAttempt } from '../store/attempts.ts'
import type { Database } from '../store/open.ts'
import { findSession, type Session, touchSession } from '../store/sessions.ts'
import type { User } from '../store/users.ts'

/**
 * The session that an operation runs in; null for public ones. The one place that decides who may call what:
 * UNAUTHORIZED without a session that counts, PASSWORD_CHANGE_REQUIRED before the forced change, PERMISSION_DENIED
 * where the table of domain/permissions.ts says no, CONFIRMATION_REQUIRED where it asks for a confirmed identity.
 * `now`: ms.
 */
export async function admit(
  db: Database,
  operation: OperationId,
  from: { accessToken: string | null; visitor: Visitor },
  now: number,
): Promise<Session | null> {
  const need = needs[operation]
  if (need === 'public') return null
  const seconds = Math.floor(now / 1000)
  const { accessToken, visitor } = from
  const session = accessToken === null ? null : await findSession(db, hashToken(accessToken), seconds)
  if (!session) throw new Problem('UNAUTHORIZED')
  await touchSession(db, session, visitor, seconds)
  const { user } = session
  if (user.requireChangePass && need !== 'session') throw new Problem('PASSWORD_CHANGE_REQUIRED')
  const actor = {
    is_admin: user.isAdmin,
    is_supper_admin: user.isSupperAdmin,
    is_sub_user: user.isSubUser,
    permission: user.permission,
  }
  if (!mayCall(actor, operation)) {
    await recordRefusal(db, operation, { user, visitor, now })
    throw new Problem('PERMISSION_DENIED')
  }
  if (confirmed.has(operation) && session.confirmedUntil <= seconds)
    throw new Problem('CONFIRMATION_REQUIRED')
  return session
}

/** One record a minute for each user and operation: a page that polls must not fill the log. */
async function recordRefusal(
  db: Database,
  operation: OperationId,
  by: { user: User; visitor: Visitor; now: number },
): Promise<void> {
  const limit = { attempts: 1, seconds: 60 }
  const wait = await takeAttempt(db, `refused ${by.user.id} ${operation}`, limit, Math.floor(by.now / 1000))
  if (wait === null) await audit(db, by, 'PERMISSION_REFUSED', { target: operation })
}

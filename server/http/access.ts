import { mayCall, needs, type OperationId } from '../../domain/permissions.ts'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import type { Database } from '../store/open.ts'
import { findSession, type Session } from '../store/sessions.ts'

/**
 * The session that an operation runs in; null for public ones. The one place that decides who may call what:
 * UNAUTHORIZED without a session that counts, PASSWORD_CHANGE_REQUIRED before the forced change,
 * PERMISSION_DENIED where the table of domain/permissions.ts says no. `now`: unix seconds.
 */
export async function admit(
  db: Database,
  operation: OperationId,
  accessToken: string | null,
  now: number,
): Promise<Session | null> {
  const need = needs[operation]
  if (need === 'public') return null
  const session = accessToken === null ? null : await findSession(db, hashToken(accessToken), now)
  if (!session) throw new Problem('UNAUTHORIZED')
  const { user } = session
  if (user.requireChangePass && need !== 'session') throw new Problem('PASSWORD_CHANGE_REQUIRED')
  const actor = {
    is_admin: user.isAdmin,
    is_supper_admin: user.isSupperAdmin,
    is_sub_user: user.isSubUser,
    permission: user.permission,
  }
  if (!mayCall(actor, operation)) throw new Problem('PERMISSION_DENIED')
  return session
}

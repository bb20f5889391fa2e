import type { Actor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

/**
 * SSO_REQUIRED, recorded, if the user must sign in at a provider. Call only after the password or a passkey was verified:
 * it reveals what the account requires.
 */
export async function refuseWhereSsoRequired(db: Database, by: Actor & { user: User }): Promise<void> {
  if (!by.user.ssoRequired) return
  await audit(db, by, 'SIGN_IN_FAILED', { detail: { kind: 'error', code: 'SSO_REQUIRED' } })
  throw new Problem('SSO_REQUIRED')
}

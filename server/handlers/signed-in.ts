import { auditEnd } from '../audit/record.ts'
import { accessLife, hashToken } from '../auth/tokens.ts'
import type { Call, Result } from '../contract/call.ts'
import { endSessionByToken } from '../store/sessions.ts'
import { findUser, type User } from '../store/users.ts'
import { currentUser } from './current-user.ts'
import type { Services } from './services.ts'

/** Answers a sign-in that is done, and ends the session that the browser had before, whoever it was of. */
export async function signedIn(
  { db, region }: Services,
  { tokens, setAccessCookie, visitor }: Pick<Call<'verifyTwoStep'>, 'tokens' | 'setAccessCookie' | 'visitor'>,
  { user, now }: { user: User; now: number },
  begun: { access: string; refresh: string },
): Promise<Result<'verifyTwoStep'>> {
  const { access } = tokens
  if (access !== null) {
    await db.transaction().execute(async trx => {
      const ended = await endSessionByToken(trx, hashToken(access))
      const of = ended && (await findUser(trx, ended.userId))
      if (of) await auditEnd(trx, { user: of, visitor, now }, ended)
    })
  }
  setAccessCookie(begun.access)
  return { refresh_token: begun.refresh, expires_in: accessLife, user: currentUser(user, region) }
}

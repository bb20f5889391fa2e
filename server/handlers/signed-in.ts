import { auditEnd } from '../audit/record.ts'
import { rememberDevice } from '../auth/device.ts'
import { accessLife, hashToken } from '../auth/tokens.ts'
import type { Call, Result } from '../contract/call.ts'
import { endSessionByToken } from '../store/sessions.ts'
import { findUser, type User } from '../store/users.ts'
import { currentUser } from './current-user.ts'
import type { Services } from './services.ts'

/** Answers a sign-in that is done, by a device that is known from now on, and ends the session that the browser had before, whoever it was of. */
export async function signedIn(
  { db, region }: Services,
  call: Pick<Call<'verifyTwoStep'>, 'tokens' | 'setAccessCookie' | 'setDeviceCookie' | 'visitor'>,
  { user, now }: { user: User; now: number },
  begun: { access: string; refresh: string },
): Promise<Result<'verifyTwoStep'>> {
  const { tokens, setAccessCookie, visitor } = call
  const { access } = tokens
  if (access !== null) {
    await db.transaction().execute(async trx => {
      const ended = await endSessionByToken(trx, hashToken(access))
      const of = ended && (await findUser(trx, ended.userId))
      if (of) await auditEnd(trx, { user: of, visitor, now }, ended)
    })
  }
  setAccessCookie(begun.access)
  await rememberDevice(db, call, user, Math.floor(now / 1000))
  return { refresh_token: begun.refresh, expires_in: accessLife, user: currentUser(user, region) }
}

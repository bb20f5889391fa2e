import type { SignedIn } from '../../openapi/schema.ts'
import type { ByVisitor } from '../audit/actor.ts'
import { auditEnd } from '../audit/record.ts'
import { beginSession } from '../auth/begin-session.ts'
import { rememberDevice } from '../auth/device.ts'
import { accessLife, hashToken } from '../auth/tokens.ts'
import type { Call } from '../contract/call.ts'
import { storeNotice } from '../mail/security-notice.ts'
import type { DetailOf } from '../store/audit.ts'
import type { Transaction } from '../store/open.ts'
import { endSessionByToken, type SessionSso } from '../store/sessions.ts'
import { findUser } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { currentUser } from './current-user.ts'
import type { Services } from './services.ts'

type Tokens = { access: string; refresh: string }

/**
 * Begins a session. If `device` is null, a new one, notifies the user by mail, except about the very first session. Call
 * within a transaction, after `lockSignIn`.
 */
export async function beginNoticed(
  deps: { db: Transaction; vault: Vault },
  by: ByVisitor,
  device: string | null,
  detail?: DetailOf<'SIGN_IN'>,
  sso?: SessionSso,
): Promise<Tokens> {
  const tokens = await beginSession(deps.db, by, detail, sso)
  if (device === null && by.user.locale !== null) await storeNotice(deps, by, 'SIGN_IN')
  return tokens
}

/** Ends the browser's previous session, of any user, and remembers the device. */
export async function finishSignIn(
  services: Pick<Services, 'db' | 'region' | 'sso'>,
  {
    setAccessCookie,
    setDeviceCookie,
    tokens,
  }: Pick<Call<'login'>, 'setAccessCookie' | 'setDeviceCookie' | 'tokens'>,
  by: ByVisitor,
  { access, refresh }: Tokens,
): Promise<SignedIn> {
  const { db } = services
  const previous = tokens.access
  if (previous !== null) {
    await db.transaction().execute(async trx => {
      const ended = await endSessionByToken(trx, hashToken(previous))
      const of = ended && (await findUser(trx, ended.userId))
      if (of) await auditEnd(trx, { ...by, user: of }, ended)
    })
  }
  const device = await rememberDevice(db, tokens.device, by.user, Math.floor(by.now / 1000))
  setAccessCookie(access)
  setDeviceCookie(device)
  return { refresh_token: refresh, expires_in: accessLife, user: currentUser(services, by.user) }
}

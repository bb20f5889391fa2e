import { randomBytes } from 'node:crypto'
import type { Call } from '../contract/call.ts'
import { isKnownDevice, keepDevice } from '../store/devices.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { hashToken } from './tokens.ts'

/** Seconds without a sign-in after which a device is a new one again. */
export const deviceLife = 180 * 24 * 60 * 60

type Caller = Pick<Call<'login'>, 'tokens' | 'setDeviceCookie'>

/**
 * The hash of the caller's device token where `user` has signed in with that browser before; null for a new device.
 * `now`: unix seconds. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export async function knownDevice(
  db: Database,
  { tokens }: Pick<Caller, 'tokens'>,
  user: User | null,
  now: number,
): Promise<string | null> {
  if (tokens.device === null || user === null) return null
  const hash = hashToken(tokens.device)
  return (await isKnownDevice(db, hash, user.id, now - deviceLife)) ? hash : null
}

/**
 * Makes the caller's browser one that the user is known by, under a new token of 256 random bits: one that somebody put
 * there before no longer counts. `now`: unix seconds.
 */
export async function rememberDevice(
  db: Database,
  { tokens, setDeviceCookie }: Caller,
  user: Pick<User, 'id'>,
  now: number,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const oldHash = tokens.device === null ? null : hashToken(tokens.device)
  const device = { userId: user.id, hash: hashToken(token), oldHash }
  await withLockedUser(db, user.id, trx => keepDevice(trx, device, now))
  setDeviceCookie(token)
}

import { randomBytes } from 'node:crypto'
import { isKnownDevice, keepDevice } from '../store/devices.ts'
import type { Database, Transaction } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { hashToken } from './tokens.ts'

/** Seconds without a sign-in after which a device counts as new again. */
export const deviceLife = 180 * 24 * 60 * 60

/**
 * The hash of a browser's device token if `user` has signed in with that browser before; null for a new device.
 * `now`: unix seconds. Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export async function knownDevice(
  db: Database,
  token: string | null,
  user: User | null,
  now: number,
): Promise<string | null> {
  if (token === null || user === null) return null
  const hash = hashToken(token)
  return (await isKnownDevice(db, hash, user.id, now - deviceLife)) ? hash : null
}

/**
 * Registers a browser as known to the user, under a new token of 256 random bits, which is returned: its earlier token,
 * which another person may have planted, is revoked. `now`: unix seconds.
 */
export async function rememberDevice(
  db: Database,
  oldToken: string | null,
  user: Pick<User, 'id'>,
  now: number,
): Promise<string> {
  return withLockedUser(db, user.id, trx => rememberDeviceOfLocked(trx, oldToken, user, now))
}

/** Like `rememberDevice`, in a transaction that has locked the user. */
export async function rememberDeviceOfLocked(
  trx: Transaction,
  oldToken: string | null,
  user: Pick<User, 'id'>,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const oldHash = oldToken === null ? null : hashToken(oldToken)
  await keepDevice(trx, { userId: user.id, hash: hashToken(token), oldHash }, now)
  return token
}

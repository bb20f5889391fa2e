import type { DetailActions } from '../../openapi/schema.ts'
import type { Actor, Visitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { addressBlock } from '../limits/rate.ts'
import { clearAttempts, type Limit, releaseAttempt, takeAttempt } from '../store/attempts.ts'
import type { Database } from '../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import { Busy } from './hash.ts'

const quarter = 15 * 60
const day = 24 * 60 * 60

/** The maximum number of failures, or mails. */
export const limits = {
  /** One account from one block of addresses. */
  signInAccount: { attempts: 10, seconds: quarter },
  /** One account from all new devices. Source: NIST SP 800-63B-4, 3.2.2 (no more than 100). */
  signInNewDevices: { attempts: 100, seconds: day },
  /** One account from one known device, whose cookie may be stolen. */
  signInDevice: { attempts: 10, seconds: quarter },
  signInDeviceDay: { attempts: 30, seconds: day },
  signInAddress: { attempts: 100, seconds: quarter },
  /** Answers of passkeys, right or wrong: checking one is work, guessing one is hopeless. */
  passkeyAddress: { attempts: 300, seconds: quarter },
  /** Begun sign-ins at providers, from one block of addresses: a company may share one. */
  ssoBegin: { attempts: 2000, seconds: quarter },
  /** Failed ones. */
  ssoAddress: { attempts: 100, seconds: quarter },
  code: { attempts: 10, seconds: quarter },
  mailCode: { attempts: 10, seconds: quarter },
  /** Probing which e-mail addresses other customers use: by one account, and by all together. */
  emailTakenAccount: { attempts: 10, seconds: 60 * 60 },
  emailTaken: { attempts: 500, seconds: 60 * 60 },
  resetAddress: { attempts: 100, seconds: quarter },
  resetCheckAddress: { attempts: 100, seconds: quarter },
  resetMails: { attempts: 3, seconds: 60 * 60 },
  pinMails: { attempts: 5, seconds: 60 * 60 },
  pinMailPause: { attempts: 1, seconds: 60 },
  /** Resets of one user by others: each sends a mail. */
  signInResets: { attempts: 10, seconds: 60 * 60 },
  /** Mails to one invited person. */
  invitations: { attempts: 5, seconds: 60 * 60 },
  /** Mails to new addresses: by one user, and to one address. */
  emailChanges: { attempts: 5, seconds: 60 * 60 },
  emailChangeMails: { attempts: 3, seconds: 60 * 60 },
  /** Mails to addresses of notification groups: by one account, by it to one address, and by all to one. */
  addressConfirmations: { attempts: 200, seconds: day },
  addressConfirmationMails: { attempts: 3, seconds: day },
  addressConfirmationMailsOfAll: { attempts: 9, seconds: day },
  emailCheckAddress: { attempts: 100, seconds: quarter },
  currentPassword: { attempts: 10, seconds: quarter },
} as const satisfies Record<string, Limit>

/** An attempt to limit, counted under `name`. The first refused attempt is recorded as `failure` of `by`. */
export type Guard = {
  name: string
  limit: Limit
  by: Actor
  failure: DetailActions['error']
  target?: string
  /** The error above the limit; TOO_MANY_REQUESTS by default. */
  code?: 'TOO_MANY_REQUESTS' | 'NEW_DEVICE_BLOCKED'
}

/**
 * Runs `attempt`, which may fail (false or null) as often as `guard.limit` allows, and returns its result. A success
 * clears the failures, or `counts` as one. TOO_MANY_REQUESTS above the limit.
 */
export async function limited<T>(
  db: Database,
  guard: Guard,
  attempt: () => Promise<T>,
  success: 'forgets' | 'counts' = 'forgets',
): Promise<T> {
  await take(db, guard)
  const succeeded = await made(db, guard, attempt)
  if (succeeded && success === 'forgets') await clearAttempts(db, guard.name)
  return succeeded
}

/** Like `limited`, but a success does not clear earlier failures. */
export async function limitedEach<T>(db: Database, guard: Guard, attempt: () => Promise<T>): Promise<T> {
  await take(db, guard)
  const succeeded = await made(db, guard, attempt)
  if (succeeded) await releaseAttempt(db, guard.name)
  return succeeded
}

/** An attempt that was not verified does not count. */
async function made<T>(db: Database, { name }: Guard, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Busy || isBlocked(error)) await releaseAttempt(db, name)
    throw error
  }
}

function isBlocked(error: unknown): boolean {
  return error instanceof Problem && error.code === 'NEW_DEVICE_BLOCKED'
}

async function take(
  db: Database,
  { name, limit, by, failure, target, code = 'TOO_MANY_REQUESTS' }: Guard,
): Promise<void> {
  const now = Math.floor(by.now / 1000)
  const wait = await takeAttempt(db, name, limit, now)
  if (wait === null) return
  const first = (await takeAttempt(db, `${name} refused`, { attempts: 1, seconds: wait }, now)) === null
  if (first) await audit(db, by, failure, { ...(target && { target }), detail: { kind: 'error', code } })
  throw new Problem(code, { retryAfter: wait })
}

/** Counts an attempt, whatever its result. TOO_MANY_REQUESTS. `now`: unix seconds. */
export async function requireAttempt(db: Database, name: string, limit: Limit, now: number): Promise<void> {
  const wait = await takeAttempt(db, name, limit, now)
  if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
}

/** Counts a request of a block of addresses, whatever its result. TOO_MANY_REQUESTS. `now`: unix seconds. */
export async function takeByAddress(
  { db, vault }: { db: Database; vault: Vault },
  name: string,
  limit: Limit,
  { address }: Pick<Visitor, 'address'>,
  now: number,
): Promise<void> {
  await requireAttempt(db, `${name} ${vault.digest(addressBlock(address))}`, limit, now)
}

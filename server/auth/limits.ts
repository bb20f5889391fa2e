import { Problem } from '../errors/problem.ts'
import { clearAttempts, type Limit, releaseAttempt, takeAttempt } from '../store/attempts.ts'
import type { Database } from '../store/open.ts'

const quarter = 15 * 60

/** Failures, or mails, that are let through: per account, per address or per user. */
export const limits = {
  signInAccount: { attempts: 10, seconds: quarter },
  signInAddress: { attempts: 100, seconds: quarter },
  pin: { attempts: 10, seconds: quarter },
  code: { attempts: 10, seconds: quarter },
  mailCode: { attempts: 10, seconds: quarter },
  resetAddress: { attempts: 100, seconds: quarter },
  resetMails: { attempts: 3, seconds: 60 * 60 },
  pinMails: { attempts: 5, seconds: 60 * 60 },
  pinMailPause: { attempts: 1, seconds: 60 },
  currentPassword: { attempts: 10, seconds: quarter },
} as const satisfies Record<string, Limit>

/**
 * Makes an attempt that may fail at most as often as `limit` says; success forgets the failures.
 * TOO_MANY_REQUESTS where too many failed. `now`: unix seconds.
 */
export async function limited(
  db: Database,
  name: string,
  limit: Limit,
  now: number,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  await take(db, name, limit, now)
  const succeeded = await attempt()
  if (succeeded) await clearAttempts(db, name)
  return succeeded
}

/** As `limited`, where one success says nothing about the failures before it. */
export async function limitedEach(
  db: Database,
  name: string,
  limit: Limit,
  now: number,
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  await take(db, name, limit, now)
  const succeeded = await attempt()
  if (succeeded) await releaseAttempt(db, name)
  return succeeded
}

async function take(db: Database, name: string, limit: Limit, now: number): Promise<void> {
  const wait = await takeAttempt(db, name, limit, now)
  if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
}

import type { Actor } from '../audit/actor.ts'
import { addressBlock } from '../limits/rate.ts'
import { clearAttempts, clearAttemptsBelow } from '../store/attempts.ts'
import type { Database } from '../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import { type Guard, limited, limitedEach, limits } from './limits.ts'

type Attempt = () => Promise<boolean>

/**
 * Limits attempts to sign in to `email`. A known device (`device`: its hash) has a count of its own, so that other
 * people's attempts cannot lock it out. Others count for their block of addresses, and all together for the account.
 * TOO_MANY_REQUESTS; NEW_DEVICE_BLOCKED if a known device or a mailed link is needed.
 */
export async function guardSignIn(
  { db, vault }: { db: Database; vault: Vault },
  { by, email, device }: { by: Actor; email: string; device: string | null },
  attempt: Attempt,
): Promise<boolean> {
  const guard = (name: string, limit: keyof typeof limits): Guard => ({
    name: `sign-in ${name}`,
    limit: limits[limit],
    by,
    failure: 'SIGN_IN_FAILED',
  })
  const account = vault.digest(email)
  if (device !== null) {
    const now = guard(`device ${device} ${account}`, 'signInDevice')
    const daily = guard(`device day ${device} ${account}`, 'signInDeviceDay')
    return limited(db, now, () => limited(db, daily, attempt))
  }
  const block = vault.digest(addressBlock(by.visitor.address))
  const address = guard(`address ${block}`, 'signInAddress')
  const both = guard(`account ${account} ${block}`, 'signInAccount')
  const all = { ...guard(newDevices(account), 'signInNewDevices'), code: 'NEW_DEVICE_BLOCKED' as const }
  return limitedEach(db, address, () => limited(db, both, () => limitedEach(db, all, attempt)))
}

/** Allows new devices to sign in to `email` again: its user's identity was verified. */
export async function forgetNewDeviceFailures(db: Database, vault: Vault, email: string): Promise<void> {
  const account = vault.digest(email)
  await clearAttempts(db, `sign-in ${newDevices(account)}`)
  await clearAttemptsBelow(db, `sign-in account ${account} `)
}

function newDevices(account: string): string {
  return `new devices ${account}`
}

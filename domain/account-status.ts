import type { Account } from '../openapi/schema.ts'
import { isOver } from './expiry.ts'

export type AccountStatus = 'active' | 'suspended' | 'expired'

/** `now`: unix seconds. Suspension outranks expiry: only it must be lifted by hand. */
export function accountStatus(
  account: Pick<Account, 'suspended' | 'expire_date'>,
  now: number,
): AccountStatus {
  if (account.suspended) return 'suspended'
  return isOver(account.expire_date, now) ? 'expired' : 'active'
}

/** Percent of the quota in use (above 100 if the quota was lowered); null without limit or known usage. */
export function quotaPercent({ usage, quota }: Pick<Account, 'usage' | 'quota'>): number | null {
  if (usage === null || quota === null) return null
  return quota === 0 ? 100 : (usage / quota) * 100
}

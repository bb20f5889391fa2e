import type { Account } from '../openapi/schema.ts'
import { isOver } from './expiry.ts'

export type AccountStatus = 'active' | 'suspended' | 'expired'

/** What state a customer is in; `now` in unix seconds. Suspension outweighs expiry, as it alone needs to be lifted. */
export function accountStatus(
  account: Pick<Account, 'suspended' | 'expire_date'>,
  now: number,
): AccountStatus {
  if (account.suspended) return 'suspended'
  return isOver(account.expire_date, now) ? 'expired' : 'active'
}

/** The used share of a quota, 0 to 100 (more where it was lowered), null without limit or where the use is not known. */
export function quotaPercent({ usage, quota }: Pick<Account, 'usage' | 'quota'>): number | null {
  if (usage === null || quota === null) return null
  return quota === 0 ? 100 : (usage / quota) * 100
}

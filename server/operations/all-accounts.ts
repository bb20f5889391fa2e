import { largestAccounts, type Sizes, sizeOfAll } from '../store/bucket-samples.ts'
import type { Database } from '../store/open.ts'
import { usedOf } from './quota.ts'
import { usageOfUsers } from './usage.ts'

type Deps = { db: Database } & Parameters<typeof usageOfUsers>[0]
type AccountSize = { id: string; name: string; quota: number | null } & Sizes

/**
 * What all accounts hold, and the ten that were the largest when last measured. Those have their present sizes, as on
 * their own dashboards, also in the sum.
 */
export async function allAccounts(deps: Deps): Promise<{ accounts: number; largest: AccountSize[] } & Sizes> {
  const [all, measured] = await Promise.all([sizeOfAll(deps.db), largestAccounts(deps.db, 10)])
  const uids = measured.map(({ storageUid }) => storageUid)
  const usage = await usageOfUsers(deps, uids)
  const largest = measured.map(({ storageUid, ...account }) => {
    const held = usage.get(storageUid)
    return held ? { ...account, size: usedOf(held), objects: held.objects } : account
  })
  function sum(of: keyof Sizes): number | null {
    if (largest.every(account => account[of] === null)) return all[of]
    const change = largest.map((account, at) => (account[of] ?? 0) - (measured[at]?.[of] ?? 0))
    return change.reduce((sum, each) => sum + each, all[of] ?? 0)
  }
  return {
    ...{ accounts: all.accounts, size: sum('size'), objects: sum('objects') },
    largest: largest.sort((one, other) => (other.size ?? -1) - (one.size ?? -1)),
  }
}

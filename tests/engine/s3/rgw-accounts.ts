import { newKeyPair } from '../../../server/s3/keys.ts'
import { rgwAdmin } from '../../../server/storage-admin/rgw.ts'
import { levels } from '../../../server/storage-admin/storage-admin.ts'
import type { Ceph } from '../../support/ceph.ts'
import type { Keys } from '../support.ts'

/** One Ceph RGW for all files: its admin's keys, those of accounts, and those of sub-users of `owner` by level. */
export type SharedRgw = {
  endpoint: string
  admin: Keys
  accounts: Record<string, Keys>
  subUsers: Record<string, Keys>
}

/** Makes the users that files share: RGW loses one of two changes of a user at once. */
export async function makeAccounts({ endpoint, accessKey, secretKey }: Ceph): Promise<SharedRgw> {
  const admin = { accessKey, secretKey }
  const rgw = rgwAdmin({ endpoint, region: 'us-east-1', keys: admin })
  const accounts = { owner: newKeyPair(), other: newKeyPair() }
  const subUsers: Record<string, Keys> = {}
  for (const [uid, keys] of Object.entries(accounts)) {
    await rgw.putUser({ uid, displayName: uid === 'owner' ? 'Owner' : 'Other' })
    await rgw.putKey(uid, keys)
  }
  for (const level of [...Object.values(levels), 'none'] as const) {
    subUsers[level] = newKeyPair()
    await rgw.putSubUser('owner', { name: level, level, keys: [subUsers[level]] })
  }
  return { endpoint, admin, accounts, subUsers }
}

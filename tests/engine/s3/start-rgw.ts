import type { TestProject } from 'vitest/node'
import { newKeyPair } from '../../../server/s3/keys.ts'
import { rgwAdmin } from '../../../server/storage-admin/rgw.ts'
import { levels } from '../../../server/storage-admin/storage-admin.ts'
import { startCeph } from '../../support/ceph.ts'
import type { Keys } from '../support.ts'

/** One Ceph RGW for all files: its admin's keys, those of accounts, and those of sub-users of `owner` by level. */
export type SharedRgw = {
  endpoint: string
  admin: Keys
  accounts: Record<string, Keys>
  subUsers: Record<string, Keys>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** `failed`: why there is none. */
    rgw: SharedRgw | { failed: string } | undefined
  }
}

/**
 * Vitest's global set-up of the project `rgw`. RGW loses one of two changes of a user at once, so the users that files
 * share are made here. A set-up that throws would end the tests of all projects.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    return await share(project)
  } catch (error) {
    project.provide('rgw', { failed: String(error) })
    return undefined
  }
}

async function share(project: TestProject): Promise<() => Promise<void>> {
  const ceph = await startCeph({ minPartSize: 1000 })
  if ('missing' in ceph) throw new Error(ceph.missing)
  const { endpoint, stop, ...admin } = ceph
  try {
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
    project.provide('rgw', { endpoint, admin, accounts, subUsers })
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

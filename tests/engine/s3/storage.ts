import { S3 } from '@aws-sdk/client-s3'
import { beforeAll, beforeEach, expect, inject, onTestFinished, type TestError, TestRunner } from 'vitest'
import {
  differsFromS3,
  type StorageDifference,
  storageDifferences,
} from '../../../domain/storage-differences.ts'
import { type Level, newKeyPair } from '../../../server/s3/keys.ts'
import { rgwAdmin } from '../../../server/storage-admin/rgw.ts'
import { sharedAccounts } from '../../support/borrow.ts'
import { forAll, later } from '../for-file.ts'
import { filesOf, type Keys, type Running, startEngine } from '../support.ts'
import type { SharedRgw } from './rgw-accounts.ts'

/**
 * The storage under test, with the accounts `owner` (whose keys `keys` are) and `other`. On RGW all files share both
 * accounts and the names of buckets, and a test that asks for `engine` or `dir` is skipped.
 */
export type Storage = Running & {
  /** A key of the account, which is made if need be. */
  account(uid: string): Promise<Keys>
  /** A key of a sub-user of `owner`. */
  subUser(level: Level): Promise<Keys>
  /** The files of the embedded engine; none on RGW. */
  files(): ReturnType<typeof filesOf>
}

const rgw = inject('rgw') ? await sharedAccounts() : undefined

/** The embedded engine; Ceph RGW in Vitest's project `rgw`, where `options` count for nothing. */
export const startStorage = async (options: Parameters<typeof startEngine>[0] = {}): Promise<Storage> =>
  rgw ? onRgw(rgw) : embedded(options)

const embedded = async (options: Parameters<typeof startEngine>[0]): Promise<Storage> => {
  const running = await startEngine(options)
  const { admin } = running.engine
  admin.putUser({ uid: 'other', displayName: 'Other' })
  return Object.assign(running, {
    account: async (uid: string) => {
      if ((await admin.getUser(uid)) === null) admin.putUser({ uid, displayName: uid })
      return admin.createKey(uid, 'full')
    },
    subUser: async (level: Level) => {
      const keys = newKeyPair()
      admin.putKey('owner', level, level, keys)
      return keys
    },
    files: () => filesOf(running.dir),
  })
}

const onRgw = ({ endpoint, admin, accounts, subUsers }: SharedRgw): Storage => {
  // RGW refuses a bucket in any other region than its own, which has no name.
  const region = 'us-east-1'
  const clients: S3[] = []
  return {
    url: endpoint,
    port: Number(new URL(endpoint).port),
    keys: accounts.owner!,
    get engine() {
      return skip('looks inside the embedded engine')
    },
    get dir() {
      return skip('looks into the folder of the embedded engine')
    },
    client: ({ keys = accounts.owner!, ...config } = {}) => {
      const credentials = { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey }
      const base = { region, endpoint, forcePathStyle: true, credentials, maxAttempts: 1 }
      // RGW has the machine's clock.
      const client = new S3({ ...base, ...config, systemClockOffset: 0 })
      clients.push(client)
      return client
    },
    account: async uid => {
      if (accounts[uid]) return accounts[uid]
      const operator = rgwAdmin({ endpoint, region, keys: admin })
      const keys = newKeyPair()
      await operator.putUser({ uid, displayName: uid })
      await operator.putKey(uid, keys)
      return keys
    },
    subUser: async level => subUsers[level]!,
    files: () => ({ temporary: [], blobs: [] }),
    stop: async () => {
      for (const client of clients) client.destroy()
    },
  }
}

/** A storage for the tests of the file. */
export const storageForAll = (options: Parameters<typeof startStorage>[0] = {}) =>
  forAll(() => startStorage(options))

/** A client of the account `other`. */
export const clientOfOther = (running: Storage): S3 => {
  let client: S3
  beforeAll(async () => {
    client = running.client({ keys: await running.account('other') })
  })
  return later(() => client)
}

/** A storage for the tests of the file, with a client of each account, and for each test a new bucket `PREFIX-N` of `owner`. */
export const inNewBuckets = (
  prefix: string,
  use: (Bucket: string) => void,
  options: Parameters<typeof startStorage>[0] = {},
) => {
  const { running, client: owner } = storageForAll(options)
  let made = 0
  beforeEach(async () => {
    made += 1
    const Bucket = `${prefix}-${made}`
    await owner.createBucket({ Bucket })
    use(Bucket)
  })
  return { running, owner, other: clientOfOther(running) }
}

const current = () => TestRunner.getCurrentTest()!

const skip = (reason: string): never => current().context.skip(reason)

/** Ends the test on RGW. */
export const embeddedOnly = (reason: string): void => {
  if (rgw) skip(reason)
}

/** Whether the storage under test does here as S3 does. */
export const follows = (id: StorageDifference): boolean => !differsFromS3(rgw ? 'rgw' : 'embedded', id)

/** What `failure` tells of a refusal; on RGW, whose codes are others at times, any status of 400 to 499. */
export const refusal = (expected: { status: number; code: string }): unknown =>
  follows('refusal-codes')
    ? expected
    : {
        status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
        code: expect.any(String),
      }

/**
 * What comes next does not hold on RGW, for this difference: there the test passes if, and only if, an expectation or a
 * call to S3 fails from here on.
 */
export const differs = (id: StorageDifference, when = true): void => {
  if (!rgw || !when) return
  const test = current()
  test.fails = true
  onTestFinished(({ task }) => {
    const [error] = task.result?.errors ?? []
    if (!error) console.error(`RGW does as S3 here; declared is: ${storageDifferences[id].rgw}`)
    else if (!isTold(error)) test.fails = false
  })
}

/** Whether an expectation or S3 has failed, not the test itself or the way there. */
const isTold = ({ name, message, $metadata }: TestError) =>
  name === 'AssertionError' || $metadata !== undefined || message.includes('Deserialization error')

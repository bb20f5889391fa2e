import { createHash } from 'node:crypto'
import type { S3Client } from '@aws-sdk/client-s3'
import { isOver } from '../../domain/expiry.ts'
import { grantsIn, withGrants } from '../../domain/policy/grants.ts'
import { compilePolicy } from '../../domain/policy/policy.ts'
import type { Stored, StoredBucket } from '../engine/stored.ts'
import { Problem } from '../errors/problem.ts'
import { deniesUndoing } from '../operations/policy-lockout.ts'
import type { KeyPair } from '../s3/keys.ts'
import { putBucketPolicy } from '../storage/bucket-policy.ts'
import { createBucket, listBuckets } from '../storage/buckets.ts'
import { makeClient } from '../storage/client.ts'
import { signedFetch } from '../storage/signed-request.ts'
import { makeConsoleKeys } from '../storage-admin/console-keys.ts'
import { reconcileUser } from '../storage-admin/reconcile-user.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { grantees } from '../store/bucket-grants.ts'
import type { Database } from '../store/open.ts'
import { type DesiredUser, desiredUser } from '../store/storage-users.ts'
import type { Vault } from '../vault/vault.ts'
import { compareObjects, type Difference } from './compare-objects.ts'
import type { Copied } from './rclone.ts'

type Say = (line: string) => void
export type Account = { id: string; name: string; storageUid: string; buckets: StoredBucket[] }

/** Nobody else works on the new storage. */
const alone = { check: async () => undefined }

/** What RGW 16 would drop from a rule, which then removes more; see `domain/storage-differences.ts`. */
const droppedFromRules = /<(NewerNoncurrentVersions|ObjectSize\w+Than)>/

/** Answers of RGW to what it does not take; others may be gone at the next try. */
const refused = new Set([400, 403, 405, 409, 501])
const refusals = new Set(['ACCESS_DENIED', 'INVALID_POLICY', 'INVALID_REQUEST'])

/** Moves accounts to Ceph RGW, with the console's own keys. Every call may be repeated. `now`: ms. */
export function makeMover(options: {
  db: Database
  vault: Vault
  admin: StorageAdmin
  endpoint: string
  region: string
  now: () => number
}) {
  const { db, vault, admin, endpoint, region } = options
  const consoleKeys = makeConsoleKeys(options)

  /** A key with full control that the old engine knows; null if it refuses all, or there is none. */
  function oldKey(desired: DesiredUser | null, id: string): KeyPair | null {
    if (!desired || desired.suspended || desired.expired || isOver(desired.expireDate, options.now() / 1000))
      return null
    const owner = desired.users.find(user => !user.isSubUser)
    const own = owner?.keys.find(({ rights }) => rights === undefined)
    const [key, column, context] = desired.key
      ? [desired.key, 'account_keys.secret_key' as const, id]
      : [own, 'access_keys.secret_key' as const, owner?.id ?? '']
    return key ? { accessKey: key.accessKey, secretKey: vault.open(key.sealedSecret, column, context) } : null
  }

  /** Storage user with the console's key alone, so that nobody else changes anything yet; and empty buckets. */
  async function prepare(account: Account, say: Say): Promise<Copied[]> {
    const { id, name, storageUid: uid, buckets } = account
    const old = oldKey(await desiredUser(db, id), id)
    if (old === null)
      say(`${name}: suspended, expired or without a key, so its files cannot be copied as long as it is.`)
    const keys = await consoleKeys.ofAccount(id)
    const bare = { displayName: name, suspended: false, quota: null, keys: [keys], subUsers: [] }
    await reconcileUser(admin, uid, bare, alone)
    await withClient(keys, async client => {
      const there = new Set((await listBuckets(client)).map(bucket => bucket.name))
      for (const bucket of buckets)
        if (!there.has(bucket.name))
          await createBucket(client, bucket.name, bucket.locks).catch(inBucket(bucket))
    })
    return old === null ? [] : [{ uid, old, new: keys, buckets: buckets.map(bucket => bucket.name) }]
  }

  async function compare({ id, buckets }: Account, stored: Stored): Promise<Difference[]> {
    const keys = await consoleKeys.ofAccount(id)
    return withClient(keys, async client => {
      const found: Difference[] = []
      for (const { name } of buckets) found.push(...(await compareObjects(stored, client, name)))
      return found
    })
  }

  /** Settings of the buckets, and quotas; `quota`: of the account at the engine, if the console has set none. */
  async function finish(account: Account, quota: number | null, say: Say): Promise<void> {
    const { id, storageUid: uid, buckets } = account
    const keys = await consoleKeys.ofAccount(id)
    const limited = await grantees(db, id)
    await withClient(keys, async client => {
      for (const bucket of buckets) {
        for (const { name, body } of bucket.settings) await put(keys, bucket.name, name, body, say)
        const policy = withGrants(bucket.policy, grantsIn(bucket.name, uid, limited))
        if (policy !== null) await putPolicy(client, uid, bucket.name, policy, say)
        if (bucket.publicAccessBlock !== null)
          await put(keys, bucket.name, 'publicAccessBlock', bucket.publicAccessBlock, say)
        await admin.setBucketQuota(uid, bucket.name, bucket.quota)
      }
    })
    if (!(await admin.getUser(uid))) await admin.putUser({ uid, displayName: account.name })
    await admin.setQuota(uid, quota)
  }

  async function put(keys: KeyPair, bucket: string, name: string, body: string, say: Say): Promise<void> {
    if (name === 'lifecycle' && droppedFromRules.test(body))
      return say(
        `${bucket}: lifecycle rules by size, or by number of versions, are left behind, and all others with them.`,
      )
    // Lifecycle rules need it.
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const request = { method: 'PUT' as const, path: `/${bucket}`, query: { [name]: '' }, body, headers }
    const answer = await signedFetch({ endpoint, region, keys, ...request })
    const text = await answer.text()
    if (answer.ok) return
    const code = /<Code>(\w+)/.exec(text)?.[1] ?? ''
    if (!refused.has(answer.status)) throw new Error(`Ceph RGW: ${bucket}: ${name}: ${answer.status} ${code}`)
    say(`${bucket}: RGW refuses its ${name} (${code}), which is left behind.`)
  }

  async function putPolicy(
    client: S3Client,
    uid: string,
    bucket: string,
    policy: string,
    say: Say,
  ): Promise<void> {
    const compiled = compilePolicy(policy, bucket)
    if (deniesUndoing(compiled, { uid, bucket, endpoint, now: options.now() }))
      return say(`${bucket}: its policy is left behind, as on RGW nobody could change it again.`)
    try {
      await putBucketPolicy(client, bucket, policy)
    } catch (error) {
      if (!(error instanceof Problem) || !refusals.has(error.code)) throw error
      say(`${bucket}: RGW refuses its policy (${error.code}), which is left behind.`)
    }
  }

  async function withClient<T>(keys: KeyPair, work: (client: S3Client) => Promise<T>): Promise<T> {
    const client = makeClient({ endpoint, region, keys })
    try {
      return await work(client)
    } finally {
      client.destroy()
    }
  }

  return { prepare, compare, finish }
}

function inBucket({ name }: StoredBucket) {
  return (error: unknown): never => {
    throw error instanceof Problem
      ? new Error(`The bucket ${name}: ${error.message}`, { cause: error })
      : error
  }
}

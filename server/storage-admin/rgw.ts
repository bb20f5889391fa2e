import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestKind } from '../../domain/traffic.ts'
import { Problem } from '../errors/problem.ts'
import { storageCall } from '../errors/storage-error.ts'
import type { KeyPair, Level } from '../s3/keys.ts'
import { signedFetch } from '../storage/signed-request.ts'
import type { BucketTraffic, Held, StorageAdmin } from './storage-admin.ts'
import { rgwTopics } from './topics.ts'

type Query = Record<string, string>
/** `size_actual`: each object rounded up to 4 KiB, which is what quotas count. Source: rgw_quota.cc. */
type Stats = { size?: number; size_actual?: number; num_objects?: number }
type UserInfo = {
  display_name: string
  suspended: number
  user_quota: Limit
  keys: { user: string; access_key: string; secret_key: string }[]
  subusers: { id: string; permissions: string }[]
}
type BucketUsage = {
  bucket: string
  categories: {
    category: string
    bytes_sent: number
    bytes_received: number
    ops: number
    successful_ops: number
  }[]
}
/** The parts of a user's metadata that the console changes; the rest is sent back as read. */
type UserMetadata = {
  ver: { tag: string; ver: number }
  data: {
    keys: { user: string; access_key: string; secret_key: string; active?: boolean }[]
    subusers: { id: string; permissions: string }[]
  }
}
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
type Limit = { enabled: boolean; max_size: number }
type BucketInfo = { bucket: string; owner: string; usage?: Record<string, Stats>; bucket_quota: Limit }

/** An Admin Ops call that RGW refused; `name` is its error code, like S3's. */
class AdminOpsError extends Error {
  readonly $metadata: { httpStatusCode: number }

  constructor(call: string, status: number, code: string) {
    super(`RGW refused ${call}: ${status} ${code}`)
    this.name = code
    this.$metadata = { httpStatusCode: status }
  }
}

/** RGW's errors for concurrent changes of one user; each change may be retried. */
const concurrent = new Set(['ConcurrentModification', 'UnknownError'])

/** The required capabilities of the user whose keys are KHO_S3_ADMIN_KEY and KHO_S3_ADMIN_SECRET. */
export const capabilities = 'users=*;buckets=*;usage=read;metadata=*'

/**
 * Ceph RGW through its Admin Ops API. RGW logs the URL of every request, so no URL contains a secret: keys are written with
 * the user's metadata, in a body. Sources: Ceph documentation, "Admin Operations"; "Quota Management"; rgw_rest_metadata.cc.
 */
export function rgwAdmin(options: {
  endpoint: string
  region: string
  keys: KeyPair
  /** The URL to which RGW sends events; null: none. */
  inbox?: string | null
}): StorageAdmin {
  const call = (method: Method, path: string, query: Query) => patiently(() => ask(method, path, query))

  /** Repeats `work` while RGW refuses it as concurrent. */
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!concurrent.has(codeOf(error) ?? '')) throw error
        if (attempt === 5) throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
      }
      await pause(randomInt(10, 50 * 2 ** attempt))
    }
  }

  async function ask(method: Method, path: string, query: Query, body?: string): Promise<unknown> {
    return storageCall(async () => {
      const request = { ...options, method, path, query: { format: 'json', ...query } }
      const answer = await signedFetch(body === undefined ? request : { ...request, body })
      const text = await answer.text()
      if (answer.ok && answer.headers.get('rgwx_update_status') !== 'skipped')
        return text === '' ? null : JSON.parse(text)
      const code = answer.ok ? 'ConcurrentModification' : codeIn(text)
      throw new AdminOpsError(`${method} ${path}`, answer.status, code)
    })
  }

  /** Adds or replaces keys of a user, or of its sub-user, which is created with `permissions` if it is missing. */
  async function putKeys(
    uid: string,
    keys: KeyPair[],
    subUser?: { name: string; permissions: string },
  ): Promise<void> {
    const query = { key: uid }
    const user = subUser ? `${uid}:${subUser.name}` : uid
    await patiently(async () => {
      const found = (await ask('GET', '/admin/metadata/user', query)) as UserMetadata
      const { subusers } = found.data
      const made = subUser && !subusers.some(each => each.id === user)
      const names = new Set(keys.map(key => key.accessKey))
      const data = {
        ...found.data,
        subusers: made ? [...subusers, { id: user, permissions: subUser.permissions }] : subusers,
        keys: [
          ...found.data.keys.filter(key => !names.has(key.access_key)),
          // Newer versions treat a key without `active` as disabled.
          ...keys.map(key => ({
            user,
            access_key: key.accessKey,
            secret_key: key.secretKey,
            active: true,
          })),
        ],
      }
      // RGW skips a version that is not newer than its own: this protects against a second writer, and late requests.
      const ver = { ...found.ver, ver: found.ver.ver + 1 }
      const body = JSON.stringify({ ...found, ver, data })
      await ask('PUT', '/admin/metadata/user', { ...query, 'update-type': 'update-by-version' }, body)
    }).catch(lacksCapability)
  }

  return {
    capabilities: { users: true, quota: true, usage: true },
    sharedKeys: null,
    grants: null,
    topics: options.inbox ? rgwTopics(options.inbox) : null,

    async getUser(uid) {
      let user: UserInfo
      try {
        user = (await call('GET', '/admin/user', { uid })) as UserInfo
      } catch (error) {
        if (codeOf(error) !== 'NoSuchUser') throw error
        return null
      }
      const quota = user.user_quota
      const keysOf = (name: string) =>
        user.keys
          .filter(key => key.user === name)
          .map(key => ({ accessKey: key.access_key, secretKey: key.secret_key }))
      return {
        displayName: user.display_name,
        suspended: user.suspended !== 0,
        quota: bytesOf(quota),
        keys: keysOf(uid),
        subUsers: user.subusers.map(({ id, permissions }) => ({
          name: id.slice(uid.length + 1),
          level: levelOf(permissions),
          keys: keysOf(id),
        })),
      }
    },

    async deleteUser(uid) {
      await unlessGone(call('DELETE', '/admin/user', { uid }), 'NoSuchUser')
    },

    async putUser({ uid, displayName }) {
      const query = { uid, 'display-name': displayName }
      try {
        await call('PUT', '/admin/user', { ...query, 'generate-key': 'false' })
      } catch (error) {
        if (codeOf(error) !== 'UserAlreadyExists') throw error
        await call('POST', '/admin/user', query)
      }
    },

    async setSuspended(uid, suspended) {
      await call('POST', '/admin/user', { uid, suspended: String(suspended) })
    },

    putKey: (uid, keys) => putKeys(uid, [keys]),

    async putSubUser(uid, { name, level, keys }) {
      const access = level === 'none' ? '' : level
      try {
        await call('POST', '/admin/user', { uid, subuser: name, access })
      } catch (error) {
        if (codeOf(error) !== 'NoSuchSubUser') throw error
      }
      if (keys.length > 0) await putKeys(uid, keys, { name, permissions: permissionsOf[level] })
    },

    async deleteSubUser(uid, name) {
      const query = { uid, subuser: name, 'purge-keys': 'true' }
      await unlessGone(call('DELETE', '/admin/user', query), 'NoSuchSubUser', 'NoSuchUser')
    },

    async deleteKey(uid, accessKey) {
      const query = { key: '', uid, 'key-type': 's3', 'access-key': accessKey }
      try {
        await unlessGone(call('DELETE', '/admin/user', query), 'NoSuchUser')
      } catch (error) {
        // RGW responds the same if the admin's own key is wrong: then this call fails as well.
        if (codeOf(error) !== 'InvalidAccessKeyId') throw error
        const user = (await call('GET', '/admin/user', { uid })) as { keys: { access_key: string }[] }
        if (user.keys.some(each => each.access_key === accessKey)) throw error
      }
    },

    async setQuota(uid, bytes) {
      const limit: Query =
        bytes === null ? { enabled: 'false' } : { enabled: 'true', 'max-size': String(bytes) }
      const query = { quota: '', uid, 'quota-type': 'user', 'max-objects': '-1', ...limit }
      await call('PUT', '/admin/user', query)
    },

    async setBucketQuota(uid, bucket, bytes) {
      // RGW 16 accepts no other unit here, and no signed body.
      const limit: Query =
        bytes === null
          ? { enabled: 'false' }
          : { enabled: 'true', 'max-size-kb': String(Math.floor(bytes / 1024)) }
      const set = call('PUT', '/admin/bucket', { quota: '', uid, bucket, 'max-objects': '-1', ...limit })
      await unlessGone(set, 'NoSuchBucket').catch(lacksCapability)
    },

    async bucketQuota(uid, bucket) {
      try {
        const info = (await call('GET', '/admin/bucket', { bucket, stats: 'true' })) as BucketInfo
        if (info.owner !== uid) return undefined
        return { quota: bytesOf(info.bucket_quota), counted: info.usage?.['rgw.main']?.size_actual ?? 0 }
      } catch (error) {
        if (codeOf(error) !== 'NoSuchBucket') throw error
        return undefined
      }
    },

    async usage(uid) {
      let user: { stats?: Stats }
      try {
        user = (await call('GET', '/admin/user', { uid, stats: 'true', sync: 'true' })) as typeof user
      } catch (error) {
        if (codeOf(error) !== 'NoSuchUser') throw error
        return { bytes: 0, objects: 0, quota: null, counted: 0, full: false }
      }
      const quota = (await call('GET', '/admin/user', { quota: '', uid, 'quota-type': 'user' })) as Limit
      const limit = bytesOf(quota)
      const counted = user.stats?.size_actual ?? 0
      return { ...held(user.stats), quota: limit, counted, full: limit !== null && counted + 4096 > limit }
    },

    keyUses: async () => null,

    async traffic(uid, from, to) {
      const hours = { start: timeOf(from), end: timeOf(to) }
      const query = { uid, ...hours, 'show-entries': 'true', 'show-summary': 'false' }
      let entries: { buckets: BucketUsage[] }[]
      try {
        ;({ entries } = (await call('GET', '/admin/usage', query)) as { entries: typeof entries })
      } catch (error) {
        if (codeOf(error) === 'NoSuchUser') return []
        if (codeOf(error) === 'AccessDenied') return null
        throw error
      }
      return sumOf(entries.flatMap(({ buckets }) => buckets))
    },

    async bucketStats(uid) {
      let buckets: BucketInfo[]
      try {
        buckets = (await call('GET', '/admin/bucket', { uid, stats: 'true', sync: 'true' })) as BucketInfo[]
      } catch (error) {
        if (codeOf(error) !== 'NoSuchUser') throw error
        return new Map()
      }
      return new Map(buckets.map(each => [each.bucket, held(each.usage?.['rgw.main'])]))
    },
  }
}

function lacksCapability(error: unknown): never {
  if (codeOf(error) !== 'AccessDenied') throw error
  const cause = new Error(`The admin user of RGW needs the capabilities ${capabilities}.`, { cause: error })
  throw new Problem('STORAGE_UNAVAILABLE', { cause })
}

const bytesOf = ({ enabled, max_size }: Limit) => (enabled && max_size >= 0 ? max_size : null)

/** A time in RGW's format. `hour`: unix hours. */
const timeOf = (hour: number) => new Date(hour * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)

/** The kind of request for RGW's category; categories are names of operations (`RGWOp::name`). */
function kindOf(category: string): RequestKind {
  if (category === 'get_obj') return 'read'
  if (/delete|^abort_/.test(category)) return 'delete'
  if (category.startsWith('list_')) return 'list'
  return /^(put|post|copy|init|complete|create|set)_/.test(category) ? 'write' : 'other'
}

function sumOf(usage: readonly BucketUsage[]): BucketTraffic[] {
  const sums = new Map<string, BucketTraffic>()
  for (const { bucket: named, categories } of usage) {
    // RGW writes a dash for everything that was not found.
    const bucket = named === '-' ? '' : named
    for (const { category, ops, successful_ops, bytes_received, bytes_sent } of categories) {
      const kind = kindOf(category)
      const none = { good: 0, client_error: null, server_error: null, refused: 0, received: 0, sent: 0 }
      const sum = sums.get(`${kind} ${bucket}`) ?? { bucket, kind, ...none }
      sum.good += successful_ops
      sum.refused += ops - successful_ops
      sum.received += bytes_received
      sum.sent += bytes_sent
      sums.set(`${kind} ${bucket}`, sum)
    }
  }
  return [...sums.values()]
}

/** RGW's error code, also from a problem that wraps it. */
function codeOf(error: unknown): string | null {
  const known = error instanceof Error && error.cause instanceof AdminOpsError ? error.cause : error
  return known instanceof AdminOpsError ? known.name : null
}

const permissionsOf: Record<Level, string> = {
  none: '<none>',
  read: 'read',
  write: 'write',
  readwrite: 'read-write',
  full: 'full-control',
}

/** RGW's level of a sub-user in the console's terms; null: one that the console does not use. */
function levelOf(permissions: string): Level | null {
  const found = Object.entries(permissionsOf).find(([, name]) => name === permissions)
  return found ? (found[0] as Level) : null
}

async function unlessGone(work: Promise<unknown>, ...codes: string[]): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!codes.includes(codeOf(error) ?? '')) throw error
  }
}

function held(stats: Stats | undefined): Held {
  return { bytes: stats?.size ?? 0, objects: stats?.num_objects ?? 0 }
}

/** The error code in an answer of the Admin Ops API, or of S3. */
export function codeIn(text: string): string {
  return /"Code":\s*"(\w+)"/.exec(text)?.[1] ?? /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'UnknownError'
}

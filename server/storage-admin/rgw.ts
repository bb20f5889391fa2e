import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestKind } from '../../domain/traffic.ts'
import { Problem } from '../errors/problem.ts'
import { storageCall } from '../errors/storage-error.ts'
import type { KeyPair, Level } from '../s3/keys.ts'
import { signedFetch } from './signed-fetch.ts'
import { type BucketTraffic, type Held, levels, type StorageAdmin } from './storage-admin.ts'

type Query = Record<string, string>
type Stats = { size?: number; num_objects?: number }
type UserInfo = {
  display_name: string
  suspended: number
  user_quota: { enabled: boolean; max_size: number }
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
type BucketInfo = { bucket: string; usage?: Record<string, Stats> }

/** An Admin Ops call that RGW refused; `name` is its error code, as S3's. */
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

/**
 * Ceph RGW through its Admin Ops API. `keys` belong to a user with the capabilities users=*, buckets=read and usage=read.
 * Sources: Ceph documentation, "Admin Operations"; "Quota Management".
 */
export function rgwAdmin(options: { endpoint: string; region: string; keys: KeyPair }): StorageAdmin {
  async function call(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    query: Query,
  ): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask(method, path, query)
      } catch (error) {
        if (!concurrent.has(codeOf(error) ?? '')) throw error
        if (attempt === 5) throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
      }
      await pause(randomInt(10, 50 * 2 ** attempt))
    }
  }

  async function ask(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    query: Query,
  ): Promise<unknown> {
    return storageCall(async () => {
      const answer = await signedFetch({ ...options, method, path, query: { format: 'json', ...query } })
      const text = await answer.text()
      if (answer.ok) return text === '' ? null : JSON.parse(text)
      throw new AdminOpsError(`${method} ${path}`, answer.status, codeIn(text))
    })
  }

  return {
    capabilities: { users: true, quota: true, usage: true },
    sharedKeys: null,
    grants: null,

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
        quota: quota.enabled && quota.max_size >= 0 ? quota.max_size : null,
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

    async putKey(uid, keys) {
      await call('PUT', '/admin/user', { key: '', uid, ...pair(keys) })
    },

    async putSubUser(uid, { name, level, keys }) {
      const subUser = { uid, subuser: name }
      const access = level === 'none' ? '' : level
      const [first, ...rest] = keys
      try {
        await call('POST', '/admin/user', { ...subUser, access })
      } catch (error) {
        if (codeOf(error) !== 'NoSuchSubUser') throw error
        // RGW makes an unwanted Swift secret for a sub-user that is created without an S3 key.
        if (!first) return
        await call('PUT', '/admin/user', { ...subUser, access, ...pair(first) })
        for (const each of rest) await call('PUT', '/admin/user', { key: '', ...subUser, ...pair(each) })
        return
      }
      for (const each of keys) await call('PUT', '/admin/user', { key: '', ...subUser, ...pair(each) })
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
        // RGW responds so too where the admin's own key is wrong: then this call fails as well.
        if (codeOf(error) !== 'InvalidAccessKeyId') throw error
        const user = (await call('GET', '/admin/user', { uid })) as { keys: { access_key: string }[] }
        if (user.keys.some(each => each.access_key === accessKey)) throw error
      }
    },

    async setQuota(uid, bytes) {
      const limit: Query =
        bytes === null ? { enabled: 'false' } : { enabled: 'true', 'max-size': String(bytes) }
      await call('PUT', '/admin/user', {
        quota: '',
        uid,
        'quota-type': 'user',
        'max-objects': '-1',
        ...limit,
      })
    },

    async usage(uid) {
      let user: { stats?: Stats }
      try {
        user = (await call('GET', '/admin/user', { uid, stats: 'true', sync: 'true' })) as typeof user
      } catch (error) {
        if (codeOf(error) !== 'NoSuchUser') throw error
        return { bytes: 0, objects: 0, quota: null }
      }
      const quota = (await call('GET', '/admin/user', { quota: '', uid, 'quota-type': 'user' })) as {
        enabled: boolean
        max_size: number
      }
      const limited = quota.enabled && quota.max_size >= 0
      return { ...held(user.stats), quota: limited ? quota.max_size : null }
    },

    keyUses: async () => null,

    async traffic(uid, from, to) {
      const hours = { start: timeOf(from), end: timeOf(to) }
      const { entries } = (await call('GET', '/admin/usage', {
        ...{ uid, ...hours, 'show-entries': 'true', 'show-summary': 'false' },
      })) as { entries: { buckets: BucketUsage[] }[] }
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

function pair({ accessKey, secretKey }: KeyPair): Query {
  return {
    'key-type': 's3',
    'access-key': accessKey,
    'secret-key': secretKey,
    'generate-key': 'false',
    'generate-secret': 'false',
  }
}

/** A time as RGW reads it. `hour`: unix hours. */
const timeOf = (hour: number) => new Date(hour * 3_600_000).toISOString().replace('T', ' ').slice(0, 19)

/** The kind of request that RGW calls so; its names are those of its operations (`RGWOp::name`). */
function kindOf(category: string): RequestKind {
  if (category === 'get_obj') return 'read'
  if (/delete|^abort_/.test(category)) return 'delete'
  if (category.startsWith('list_')) return 'list'
  return /^(put|post|copy|init|complete|create|set)_/.test(category) ? 'write' : 'other'
}

function sumOf(usage: readonly BucketUsage[]): BucketTraffic[] {
  const sums = new Map<string, BucketTraffic>()
  for (const { bucket: named, categories } of usage) {
    // A dash is all that was not found.
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

/** RGW's error code, also of a problem that was made from it. */
function codeOf(error: unknown): string | null {
  const known = error instanceof Error && error.cause instanceof AdminOpsError ? error.cause : error
  return known instanceof AdminOpsError ? known.name : null
}

/** RGW's level of a sub-user in the console's terms; null: one that the console does not give. */
function levelOf(permissions: string): Level | null {
  return permissions === '<none>' ? 'none' : (levels[permissions as keyof typeof levels] ?? null)
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

function codeIn(text: string): string {
  return /"Code":\s*"(\w+)"/.exec(text)?.[1] ?? /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'UnknownError'
}

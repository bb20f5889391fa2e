import { randomBytes } from 'node:crypto'
import { storageCall } from '../errors/storage-error.ts'
import type { KeyPair } from '../storage/client.ts'
import { signedFetch } from './signed-fetch.ts'
import type { Held, StorageAdmin } from './storage-admin.ts'

type Query = Record<string, string>
type Keys = { access_key: string; secret_key: string }[]
type Stats = { size?: number; num_objects?: number }
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

/**
 * Ceph RGW through its Admin Ops API. `keys` belong to a user with the capabilities users=* and buckets=read.
 * Sources: Ceph documentation, "Admin Operations"; "Quota Management".
 */
export function rgwAdmin(options: { endpoint: string; region: string; keys: KeyPair }): StorageAdmin {
  async function call(
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

    async putUser({ uid, displayName }) {
      const query = { uid, 'display-name': displayName }
      try {
        await call('PUT', '/admin/user', { ...query, 'generate-key': 'false' })
      } catch (error) {
        if (!(error instanceof AdminOpsError) || error.name !== 'UserAlreadyExists') throw error
        await call('POST', '/admin/user', query)
      }
    },

    async createKey(uid, level) {
      if (level !== 'full') throw new Error('Keys below full access belong to sub-users.')
      const accessKey = randomBytes(10).toString('hex').toUpperCase()
      const query = { uid, 'key-type': 's3', 'access-key': accessKey, 'generate-key': 'true' }
      const keys = (await call('PUT', '/admin/user', { key: '', ...query })) as Keys
      const made = keys.find(each => each.access_key === accessKey)
      if (!made) throw new Error('RGW gave no secret for the key that it made.')
      return { accessKey, secretKey: made.secret_key }
    },

    async deleteKey(uid, accessKey) {
      const query = { uid, 'key-type': 's3', 'access-key': accessKey }
      await call('DELETE', '/admin/user', { key: '', ...query })
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
      const user = (await call('GET', '/admin/user', { uid, stats: 'true', sync: 'true' })) as {
        stats?: Stats
      }
      const quota = (await call('GET', '/admin/user', { quota: '', uid, 'quota-type': 'user' })) as {
        enabled: boolean
        max_size: number
      }
      const limited = quota.enabled && quota.max_size >= 0
      return { ...held(user.stats), quota: limited ? quota.max_size : null }
    },

    async bucketStats(uid) {
      const buckets = (await call('GET', '/admin/bucket', {
        uid,
        stats: 'true',
        sync: 'true',
      })) as BucketInfo[]
      return new Map(buckets.map(each => [each.bucket, held(each.usage?.['rgw.main'])]))
    },
  }
}

function held(stats: Stats | undefined): Held {
  return { bytes: stats?.size ?? 0, objects: stats?.num_objects ?? 0 }
}

function codeIn(text: string): string {
  return /"Code":\s*"(\w+)"/.exec(text)?.[1] ?? /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'UnknownError'
}

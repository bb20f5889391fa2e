import {
  GetObjectCommand,
  ListBucketsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { KeyPair } from '../../../server/s3/keys.ts'
import { signedFetch } from '../../../server/storage/signed-request.ts'
import { levels, type StorageAdmin } from '../../../server/storage-admin/storage-admin.ts'
import type { Database } from '../../../server/store/open.ts'
import type { Vault } from '../../../server/vault/vault.ts'
import { region } from './console.ts'

type Right = { level: string; secret: string }
/** A storage user in short: what counts, by access key. */
type Rights = { suspended: boolean; quota: number | null; keys: Record<string, Right> }

/** What the tables say that each storage user may, by its name. */
export async function tableRights(db: Database, vault: Vault): Promise<Record<string, Rights>> {
  const accounts = await db
    .selectFrom('accounts')
    .innerJoin('storage_users', 'storage_users.account_id', 'accounts.id')
    .selectAll('accounts')
    .where('storage_users.desired_version', '>', 0)
    .execute()
  const own = await db.selectFrom('account_keys').selectAll().execute()
  const keys = await db
    .selectFrom('access_keys')
    .innerJoin('users', 'users.id', 'access_keys.user_id')
    .select(['users.account_id', 'users.is_sub_user', 'users.permission', 'access_keys.user_id'])
    .select(['access_keys.access_key', 'access_keys.secret_key'])
    .where('access_keys.enabled', '=', 1)
    .execute()
  const found: Record<string, Rights> = {}
  for (const account of accounts) {
    const of: Rights = { suspended: account.suspended === 1, quota: account.quota, keys: {} }
    for (const key of own.filter(each => each.account_id === account.id))
      of.keys[key.access_key] = {
        level: 'own',
        secret: vault.open(key.secret_key, 'account_keys.secret_key', account.id),
      }
    for (const key of keys.filter(each => each.account_id === account.id))
      of.keys[key.access_key] = {
        level: key.is_sub_user === 1 ? `${key.user_id} ${levels[key.permission]}` : 'own',
        secret: vault.open(key.secret_key, 'access_keys.secret_key', key.user_id),
      }
    found[account.storage_uid] = of
  }
  return found
}

/** What RGW says that each storage user may. */
export async function rgwRights(
  admin: StorageAdmin,
  rgw: { endpoint: string; keys: KeyPair },
): Promise<Record<string, Rights>> {
  const query = { list: '', 'max-entries': '1000', format: 'json' }
  const answer = await signedFetch({ ...rgw, region, method: 'GET', path: '/admin/user', query })
  const { keys: uids } = (await answer.json()) as { keys: string[] }
  const found: Record<string, Rights> = {}
  for (const uid of uids.filter(each => each.startsWith('kho-'))) {
    const user = await admin.getUser(uid)
    if (!user) continue
    const of: Rights = { suspended: user.suspended, quota: user.quota ?? null, keys: {} }
    for (const key of user.keys) of.keys[key.accessKey] = { level: 'own', secret: key.secretKey }
    for (const { name, level, keys } of user.subUsers) {
      if (keys.length === 0) of.keys[`nothing of ${name}`] = { level: `${name} ${level}`, secret: '' }
      for (const key of keys) of.keys[key.accessKey] = { level: `${name} ${level}`, secret: key.secretKey }
    }
    found[uid] = of
  }
  return found
}

/** In words, what differs; names of keys alone. */
export function differences(wanted: Record<string, Rights>, found: Record<string, Rights>): string[] {
  const said: string[] = []
  for (const uid of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [a, b] = [wanted[uid], found[uid]]
    if (!a || !b) {
      said.push(`${uid} is ${a ? 'not at the storage' : 'known to no table'}`)
      continue
    }
    if (a.suspended !== b.suspended) said.push(`${uid} suspended: ${a.suspended}, found ${b.suspended}`)
    if (a.quota !== b.quota) said.push(`${uid} quota: ${a.quota}, found ${b.quota}`)
    for (const name of new Set([...Object.keys(a.keys), ...Object.keys(b.keys)])) {
      const [key, there] = [a.keys[name], b.keys[name]]
      if (key?.level !== there?.level) said.push(`${uid} ${name}: ${key?.level}, found ${there?.level}`)
      else if (key?.secret !== there?.secret) said.push(`${uid} ${name}: another secret`)
    }
  }
  return said
}

/** What a key does for real: lists, gets and puts, or the one refusal of all. */
export async function tryKey(endpoint: string, pair: KeyPair, bucket: string): Promise<string> {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: pair.accessKey, secretAccessKey: pair.secretKey },
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: 30_000, throwOnRequestTimeout: true },
  })
  const refusal = async (command: object) => {
    try {
      const { Body } = await client.send(command as GetObjectCommand)
      await Body?.transformToByteArray()
      return null
    } catch (error) {
      if (error instanceof S3ServiceException) return error.name
      throw error
    }
  }
  try {
    const all = await refusal(new ListBucketsCommand())
    if (all) return all
    const get = await refusal(new GetObjectCommand({ Bucket: bucket, Key: 'there' }))
    const put = await refusal(new PutObjectCommand({ Bucket: bucket, Key: 'put', Body: 'x' }))
    return `${get ? '' : 'get '}${put ? '' : 'put'}`.trim()
  } finally {
    client.destroy()
  }
}

/** What `tryKey` should say of a key with these rights. */
export function expectedOutcome(of: Rights, right: Right): string {
  if (of.suspended) return 'UserSuspended'
  const level = right.level.split(' ').at(-1)
  if (level === 'read') return 'get'
  return level === 'write' ? 'put' : 'get put'
}

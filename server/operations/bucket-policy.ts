import type { S3Client } from '@aws-sdk/client-s3'
import { grantsOf, reservedSids, withGrants } from '../../domain/policy/grants.ts'
import { MalformedPolicy } from '../../domain/policy/malformed.ts'
import { compilePolicy, type Policy } from '../../domain/policy/policy.ts'
import { principalArn } from '../../domain/policy/principals.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { BucketPolicy } from '../../openapi/schema.ts'
import type { By, Visitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import * as storage from '../storage/bucket-policy.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { BucketGrants } from '../storage-admin/bucket-grants.ts'
import { listKeys } from '../store/access-keys.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import { listSubUsers } from '../store/sub-users.ts'
import type { User } from '../store/users.ts'
import { lockoutOf } from './policy-lockout.ts'

export type PolicyDeps = {
  db: Database
  access: AccountAccess
  locks: Locks
  grants: Pick<BucketGrants, 'inPolicy' | 'besidePolicy'>
  storageKind: StorageKind
  storageEndpoint: string
  /** The URL from which a visitor's browser fetches files (`get`). */
  endpoints(visitor: Visitor): { get: string }
}

type Of = { user: User; visitor: Visitor }

/** BUCKET_NOT_FOUND, ACCESS_DENIED. */
export async function getBucketPolicy(deps: PolicyDeps, of: Of, bucket: string): Promise<BucketPolicy> {
  const { client } = await deps.access.clientForUser(of.user)
  return described(deps, of, bucket, await storage.getBucketPolicy(client, bucket))
}

/**
 * Replaces the policy except for the console's own statements, which it may repeat as stored. SETTING_CHANGED;
 * INVALID_POLICY, with the place in the policy as its field; POLICY_LOCKS_OUT if it denies its author too much, unless
 * that is accepted and can be undone.
 */
export async function putBucketPolicy(
  deps: PolicyDeps,
  by: By & Of,
  wanted: { bucket: string; policy: string; revision: string; allowLockout: boolean },
): Promise<BucketPolicy> {
  const { bucket, policy, revision } = wanted
  const compiled = compiledFor(deps, policy, bucket)
  const lockout = compiled && lockoutOf(deps, by, bucket, compiled)
  if (lockout && (lockout.forGood || !wanted.allowLockout)) {
    const forGood = lockout.forGood ? [{ field: 'allow_lockout', message: 'Nobody could undo it.' }] : []
    throw new Problem('POLICY_LOCKS_OUT', { fields: [...lockout.denied, ...forGood] })
  }
  const { client } = await deps.access.clientForUser(by.user)
  const whole = await changeSetting(deps, bucket, {
    revision,
    read: () => storage.getBucketPolicy(client, bucket),
    async write(before) {
      const beside = await deps.grants.besidePolicy(by.user.accountId, bucket)
      const [reserved] = reservedSids(policy, [...grantsOf(before), ...beside])
      if (reserved) throw invalidPolicy(new MalformedPolicy(reserved))
      const whole = withGrants(policy, await deps.grants.inPolicy(by.user.accountId, bucket))
      if (whole !== null) compiledFor(deps, whole, bucket)
      await writePolicy(client, bucket, whole)
      return whole
    },
  })
  await audit(deps.db, by, 'BUCKET_POLICY_CHANGED', { target: bucket })
  return described(deps, by, bucket, whole)
}

/** Deletes the policy except for the console's own statements. SETTING_CHANGED, BUCKET_NOT_FOUND. */
export async function deleteBucketPolicy(
  deps: PolicyDeps,
  by: By,
  bucket: string,
  revision: string,
): Promise<void> {
  const { client } = await deps.access.clientForUser(by.user)
  await changeSetting(deps, bucket, {
    revision,
    read: () => storage.getBucketPolicy(client, bucket),
    write: async () =>
      writePolicy(client, bucket, withGrants(null, await deps.grants.inPolicy(by.user.accountId, bucket))),
  })
  await audit(deps.db, by, 'BUCKET_POLICY_DELETED', { target: bucket })
}

const writePolicy = (client: S3Client, bucket: string, policy: string | null) =>
  policy === null
    ? storage.deleteBucketPolicy(client, bucket)
    : storage.putBucketPolicy(client, bucket, policy)

/** `stored`: by the storage. */
async function described(
  { db, endpoints, grants }: PolicyDeps,
  { user, visitor }: Of,
  bucket: string,
  stored: string | null,
): Promise<BucketPolicy> {
  const uid = user.storageUid
  const beside = await grants.besidePolicy(user.accountId, bucket)
  const policy = beside.length > 0 ? withGrants(stored, beside) : stored
  const [all, keys] = await Promise.all([listSubUsers(db, user.accountId), listKeys(db, user)])
  return {
    policy,
    public: policy !== null && isPublic(policy, bucket),
    address: `${endpoints(visitor).get}/${bucket}`,
    owner_arn: principalArn({ uid, subUser: null }),
    sub_users: all
      .filter(({ id }) => !user.isSubUser || id === user.id)
      .map(({ id, name, email }) => ({ id, name, email, arn: principalArn({ uid, subUser: id }) })),
    limited_keys: keys
      .filter(({ limit }) => limit !== null)
      .map(({ accessKey, name, email }) => ({
        ...{ access_key: accessKey, name, email },
        arn: principalArn({ uid, subUser: accessKey }),
      })),
    revision: revisionOf(stored),
  }
}

function isPublic(policy: string, bucket: string): boolean {
  try {
    return compilePolicy(policy, bucket).isPublic
  } catch (error) {
    // Another program stored it, in a form that only its storage supports.
    if (error instanceof MalformedPolicy) return false
    throw error
  }
}

/**
 * Compiles the policy if the storage has no rules of its own, or the same; other services support forms that are
 * unknown here, and reject policies themselves: undefined for those. INVALID_POLICY.
 */
export function compiledFor(
  { storageKind }: Pick<PolicyDeps, 'storageKind'>,
  text: string,
  bucket: string,
): Policy | undefined {
  try {
    return compilePolicy(text, bucket)
  } catch (error) {
    if (!(error instanceof MalformedPolicy)) throw error
    if (storageKind === 's3') return undefined
    throw invalidPolicy(error)
  }
}

function invalidPolicy(error: MalformedPolicy): Problem {
  const field = ['policy', ...error.issue.path].map(pointerPart).join('/')
  return new Problem('INVALID_POLICY', {
    fields: [{ field, message: error.message.slice(0, 300) }],
    cause: error,
  })
}

/** Source: RFC 6901, section 3. */
const pointerPart = (part: string | number): string =>
  String(part).replaceAll('~', '~0').replaceAll('/', '~1')

import type { S3Client } from '@aws-sdk/client-s3'
import { grantsOf, reservedSids, withGrants } from '../../domain/policy/grants.ts'
import { MalformedPolicy } from '../../domain/policy/malformed.ts'
import { compilePolicy, type Policy } from '../../domain/policy/policy.ts'
import { principalArn } from '../../domain/policy/principals.ts'
import type { StorageKind } from '../../domain/storage-differences.ts'
import type { BucketPolicy } from '../../openapi/schema.ts'
import type { ByVisitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import * as storage from '../storage/bucket-policy.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import { listKeys } from '../store/access-keys.ts'
import { listSubUsers } from '../store/sub-users.ts'
import { lockoutOf } from './policy-lockout.ts'
import type { Services } from './services.ts'

type Needed = Pick<
  Services,
  'db' | 'access' | 'locks' | 'grants' | 'storageKind' | 'storageEndpoint' | 'endpoints'
>

export function bucketPolicyOperations(services: Needed) {
  const { db, access, grants } = services
  return {
    async getBucketPolicy({ query: { bucket }, by }) {
      const { client } = await access.clientForUser(by.user)
      return described(services, by, bucket, await storage.getBucketPolicy(client, bucket))
    },

    /**
     * Replaces the policy except for the console's own statements, which it may repeat as stored. Refused if it denies
     * its author too much, unless that is accepted and can be undone.
     */
    async putBucketPolicy({ body, by }) {
      const { bucket, policy, revision } = body
      const { accountId } = by.user
      const compiled = compiledFor(services.storageKind, policy, bucket)
      const lockout = compiled && lockoutOf(services, by, bucket, compiled)
      if (lockout && (lockout.forGood || !body.allow_lockout)) {
        const forGood = lockout.forGood ? [{ field: 'allow_lockout', message: 'Nobody could undo it.' }] : []
        throw new Problem('POLICY_LOCKS_OUT', { fields: [...lockout.denied, ...forGood] })
      }
      const { client } = await access.clientForUser(by.user)
      const whole = await changeSetting(services, bucket, {
        revision,
        read: () => storage.getBucketPolicy(client, bucket),
        async write(before) {
          const beside = await grants.besidePolicy(accountId, bucket)
          const [reserved] = reservedSids(policy, [...grantsOf(before), ...beside])
          if (reserved) throw invalidPolicy(new MalformedPolicy(reserved))
          const whole = withGrants(policy, await grants.inPolicy(accountId, bucket))
          if (whole !== null) compiledFor(services.storageKind, whole, bucket)
          await writePolicy(client, bucket, whole)
          return whole
        },
      })
      await audit(db, by, 'BUCKET_POLICY_CHANGED', { target: bucket })
      return described(services, by, bucket, whole)
    },

    /** Deletes the policy except for the console's own statements. */
    async deleteBucketPolicy({ body: { bucket, revision }, by }) {
      const { client } = await access.clientForUser(by.user)
      await changeSetting(services, bucket, {
        revision,
        read: () => storage.getBucketPolicy(client, bucket),
        write: async () =>
          writePolicy(client, bucket, withGrants(null, await grants.inPolicy(by.user.accountId, bucket))),
      })
      await audit(db, by, 'BUCKET_POLICY_DELETED', { target: bucket })
    },
  } satisfies Partial<Handlers>
}

const writePolicy = (client: S3Client, bucket: string, policy: string | null) =>
  policy === null
    ? storage.deleteBucketPolicy(client, bucket)
    : storage.putBucketPolicy(client, bucket, policy)

/** `stored`: by the storage. */
async function described(
  { db, endpoints, grants }: Needed,
  { user, visitor }: ByVisitor,
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
export function compiledFor(storageKind: StorageKind, text: string, bucket: string): Policy | undefined {
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

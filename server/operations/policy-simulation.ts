import type { S3Client } from '@aws-sdk/client-s3'
import { isObjectAction } from '../../domain/policy/actions.ts'
import { isAddress } from '../../domain/policy/addresses.ts'
import { withGrants } from '../../domain/policy/grants.ts'
import { differsFromS3 } from '../../domain/storage-differences.ts'
import type { PolicyDecision } from '../../openapi/schema.ts'
import type { Principal } from '../engine/access/acl.ts'
import { privateAcl } from '../engine/access/acl.ts'
import type { Action } from '../engine/request/actions.ts'
import { decide } from '../engine/request/authorize.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { getBucketPolicy, readSharing, type Sharing } from '../storage/bucket-policy.ts'
import { listBuckets } from '../storage/buckets.ts'
import { levels } from '../storage-admin/storage-admin.ts'
import { findSubUser } from '../store/sub-users.ts'
import type { User } from '../store/users.ts'
import { compiledFor, type PolicyDeps } from './bucket-policy.ts'
import { doubtsOf } from './policy-doubts.ts'
import { factsFor } from './policy-lockout.ts'

/** `policy` undefined: the stored one. `subUser`: its id, for `sub-user`. `sourceIp` undefined: unknown. */
type Simulation = {
  bucket: string
  policy?: string | undefined
  who: 'anyone' | 'owner' | 'sub-user'
  subUser?: string | undefined
  action: string
  key: string
  sourceIp?: string | undefined
  secure: boolean
}

type Deps = Pick<PolicyDeps, 'db' | 'access' | 'storageKind' | 'grants'> & { now(): number }

/**
 * S3's decision, and the reason for it. A key that does not exist counts as a private file. INVALID_POLICY,
 * USER_NOT_FOUND.
 */
export async function simulatePolicy(deps: Deps, user: User, asked: Simulation): Promise<PolicyDecision> {
  const { bucket, key, action } = asked
  if (asked.sourceIp !== undefined && !isAddress(asked.sourceIp)) throw invalid('source_ip', 'invalid')
  const { client } = await deps.access.clientToRead(user, { bucket })
  const uid = user.storageUid
  const principal = await principalOf(deps, user, asked)
  const beside = await deps.grants.besidePolicy(user.accountId, bucket)
  const policy = asked.policy ?? withGrants(await getBucketPolicy(client, bucket), beside)
  const compiled = policy === null ? null : (compiledFor({ storageKind: 'embedded' }, policy, bucket) ?? null)
  const ofKey = isObjectAction(action)
  const sharing = await sharingOf(deps, client, user, { bucket, key: ofKey ? key : '' })
  const facts = factsFor(
    principal,
    { secure: asked.secure, address: asked.sourceIp, now: deps.now() },
    ofKey ? {} : { 's3:prefix': key },
  )
  const keyOf = ofKey ? key : undefined
  const decision = decide(principal, action as Action, {
    // Id -1 belongs to no bucket: the engine caches compiled policies by the bucket's id.
    bucket: { id: -1, name: bucket, uid: sharing.owner || uid, policy, ...sharing },
    key: keyOf,
    object: () => ({ acl: sharing.objectAcl, tags: [] }),
    facts,
  })
  const statement = decision.by === 'statement' ? decision.statement : null
  const question = { principal, byName: principal?.level === 'none', action, bucket, key: keyOf, facts }
  return {
    allowed: decision.allowed,
    by: decision.by,
    statement: statement === null ? null : { index: statement, sid: sidOf(policy!, statement) },
    doubts: doubtsOf(deps.storageKind, { principal, text: policy, policy: compiled, question }, decision),
  }
}

/** A sub-user may only query itself. USER_NOT_FOUND. */
async function principalOf(
  { db }: Deps,
  user: User,
  { who, subUser }: Simulation,
): Promise<Principal | null> {
  const own = { accessKey: '', uid: user.storageUid, subUser: null, level: 'full' } as const
  if (who === 'anyone') return null
  if (who === 'owner') return own
  const hidden = subUser === undefined || (user.isSubUser && subUser !== user.id)
  const found = hidden ? null : await findSubUser(db, user.accountId, subUser)
  if (!found) throw new Problem('USER_NOT_FOUND')
  return { ...own, subUser: found.id, level: found.scope ? 'none' : levels[found.permission] }
}

/** That of a private bucket if the policy denies the account to read its ACL. ACCESS_DENIED for another's bucket. */
async function sharingOf(
  { storageKind }: Deps,
  client: S3Client,
  user: User,
  { bucket, key }: { bucket: string; key: string },
): Promise<Sharing> {
  const controls = !differsFromS3(storageKind, 'ownership-controls')
  const restricts = !differsFromS3(storageKind, 'access-block-restrict')
  try {
    const sharing = await readSharing(client, { bucket, key, controls })
    if (restricts) return sharing
    return {
      ...sharing,
      block: JSON.stringify({ ...JSON.parse(sharing.block), RestrictPublicBuckets: false }),
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'ACCESS_DENIED') throw error
    if (!(await listBuckets(client)).some(({ name }) => name === bucket)) throw error
    const acl = JSON.stringify(privateAcl(user.storageUid))
    return { owner: user.storageUid, acl, objectAcl: null, ownership: null, block: '{}' }
  }
}

function sidOf(policy: string, index: number): string | null {
  const { Statement } = JSON.parse(policy) as { Statement: unknown }
  const statement = [Statement].flat()[index] as { Sid?: string }
  return statement.Sid ?? null
}

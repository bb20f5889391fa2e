import type { S3Client } from '@aws-sdk/client-s3'
import { isObjectAction } from '../../domain/policy/actions.ts'
import { isAddress } from '../../domain/policy/addresses.ts'
import { withGrants } from '../../domain/policy/grants.ts'
import { evaluatePolicy, type Policy, type Question } from '../../domain/policy/policy.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { PolicyDoubt } from '../../openapi/schema.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { type Principal, privateAcl } from '../engine/access/acl.ts'
import type { Action } from '../engine/request/actions.ts'
import { type Decision, decide } from '../engine/request/authorize.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { getBucketPolicy, readSharing, type Sharing } from '../storage/bucket-policy.ts'
import { listBuckets } from '../storage/buckets.ts'
import { levels } from '../storage-admin/storage-admin.ts'
import { findSubUser } from '../store/sub-users.ts'
import type { User } from '../store/users.ts'
import { compiledFor } from './bucket-policy.ts'
import { factsFor } from './policy-lockout.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'db' | 'access' | 'storageKind' | 'grants' | 'now'>

type Simulation = Call<'simulateBucketPolicy'>['body']

export function policySimulationOperation(services: Needed) {
  return {
    /** S3's decision, and the reason for it. A key that does not exist counts as a private file. */
    async simulateBucketPolicy({ body, session: { user } }) {
      const { bucket, key = '', action, secure = true, source_ip: address } = body
      if (address !== undefined && !isAddress(address)) throw invalid('source_ip', 'invalid')
      const { client } = await services.access.clientToRead(user, { bucket })
      const uid = user.storageUid
      const principal = await principalOf(services, user, body)
      const beside = await services.grants.besidePolicy(user.accountId, bucket)
      const policy = body.policy ?? withGrants(await getBucketPolicy(client, bucket), beside)
      const compiled = policy === null ? null : (compiledFor('embedded', policy, bucket) ?? null)
      const ofKey = isObjectAction(action)
      const sharing = await sharingOf(services, client, user, { bucket, key: ofKey ? key : '' })
      const network = { secure, address, now: services.now() }
      const facts = factsFor(principal, network, ofKey ? {} : { 's3:prefix': key })
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
      const evaluated = { principal, text: policy, policy: compiled, question }
      return {
        allowed: decision.allowed,
        by: decision.by,
        statement: statement === null ? null : { index: statement, sid: sidOf(policy!, statement) },
        doubts: doubtsOf(services.storageKind, evaluated, decision),
      }
    },
  } satisfies Partial<Handlers>
}

/** A sub-user may only query itself. USER_NOT_FOUND. */
async function principalOf(
  { db }: Needed,
  user: User,
  { who, sub_user: subUser }: Simulation,
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
  { storageKind }: Needed,
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

const managing = ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']
const tagging = ['s3:PutObjectTagging', 's3:PutObjectVersionTagging']

type Evaluated = {
  principal: Principal | null
  /** The value as written; null: none. */
  text: string | null
  policy: Policy | null
  question: Question
}

/** Why the storage may decide differently from S3, whose decision this is. */
function doubtsOf(
  kind: StorageKind,
  { principal, text, policy, question }: Evaluated,
  decision: Decision,
): PolicyDoubt[] {
  const { action } = question
  const verdict = policy && evaluatePolicy(policy, question)
  const own = principal !== null && principal.subUser === null
  const byLevel = (level: Principal['level']) => !decision.allowed && principal?.level === level
  const concerned: Record<PolicyDoubt, boolean> = {
    'policy-lockout': own && managing.includes(action) && verdict?.allows === false,
    'access-block-policy':
      own && action === 's3:GetBucketPublicAccessBlock' && decision.by === 'statement' && !decision.allowed,
    'policy-delete-many':
      action === 's3:DeleteObject' &&
      decision.by === 'statement' &&
      decision.allowed &&
      evaluatePolicy(policy!, { ...question, key: undefined })?.allows !== true,
    'policy-request-tag': tagging.includes(action) && text !== null && /s3:RequestObjectTag/i.test(text),
    'sub-user-acl': action === 's3:PutObjectAcl' && byLevel('readwrite'),
    'sub-user-bypass': action === 's3:BypassGovernanceRetention' && byLevel('readwrite'),
    'sub-user-levels':
      ['s3:CreateBucket', 's3:PutBucketCORS'].includes(action) &&
      principal !== null &&
      !own &&
      !decision.allowed,
  }
  return (Object.keys(concerned) as PolicyDoubt[]).filter(id => concerned[id] && differsFromS3(kind, id))
}

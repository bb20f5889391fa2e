import { evaluatePolicy, type Policy, type Question } from '../../domain/policy/policy.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { PolicyDoubt } from '../../openapi/schema.ts'
import type { Principal } from '../engine/access/acl.ts'
import type { Decision } from '../engine/request/authorize.ts'

const managing = ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']
const tagging = ['s3:PutObjectTagging', 's3:PutObjectVersionTagging']

type Asked = {
  principal: Principal | null
  /** The value as written; null: none. */
  text: string | null
  policy: Policy | null
  question: Question
}

/** Why the storage may decide differently from S3, whose decision this is. */
export function doubtsOf(
  kind: StorageKind,
  { principal, text, policy, question }: Asked,
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

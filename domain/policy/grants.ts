import type { Permission } from '../../openapi/schema.ts'
import type { Scope } from '../scope.ts'
import type { PolicyIssue } from './malformed.ts'
import { principalArn } from './principals.ts'

/** A statement of a bucket policy in the form that the console writes. */
export type Statement = {
  Sid: string
  Effect: 'Allow'
  Principal: { AWS: string[] }
  Action: string[]
  Resource: string[]
  Condition?: { StringLike: { 's3:prefix': string[] } }
}

/** A sub-user who is limited to a scope. `name`: its name at the storage. */
export type Grantee = { name: string; permission: Permission; scope: NonNullable<Scope> }

/** The prefix of the Sids of the console's own statements. */
const ours = 'KhoAccess'

const onFiles: Record<Permission, string[]> = {
  read: ['s3:GetObject*'],
  write: [
    's3:PutObject',
    's3:PutObject*Tagging',
    's3:DeleteObject*',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
  ],
  get 'read-write'() {
    return [...this.read, ...this.write]
  },
  'full-control': ['s3:*'],
}

const lists = { read: ['s3:ListBucket', 's3:ListBucketVersions'], write: ['s3:ListBucketMultipartUploads'] }
const onBucket: Record<Permission, string[]> = {
  ...lists,
  'read-write': [...lists.read, ...lists.write],
  'full-control': [...lists.read, ...lists.write],
}

/**
 * The statements of a bucket's policy that allow the sub-users of the account `uid` to do with files in their scopes
 * what their levels include. They grant no setting of the bucket, which would lift the limit. Sub-users with the same
 * rights share statements. Source: S3 user guide, "Policies and permissions in Amazon S3".
 */
export function grantsIn(bucket: string, uid: string, grantees: readonly Grantee[]): Statement[] {
  const groups = new Map<string, { permission: Permission; prefixes: string[]; names: string[] }>()
  for (const { name, permission, scope } of grantees) {
    const prefixes = scope.filter(place => place.bucket === bucket).map(place => place.prefix)
    if (prefixes.length === 0) continue
    prefixes.sort()
    const group = JSON.stringify([permission, prefixes])
    const known = groups.get(group)
    if (known) known.names.push(name)
    else groups.set(group, { permission, prefixes, names: [name] })
  }
  const arn = `arn:aws:s3:::${bucket}`
  const principal = (names: string[]) => ({
    AWS: names.toSorted().map(name => principalArn({ uid, subUser: name })),
  })
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
  const statements = sorted.flatMap(({ permission, prefixes, names }, at): Statement[] => {
    const patterns = prefixes.map(prefix => `${prefix}*`)
    const base = { Effect: 'Allow', Principal: principal(names) } as const
    return [
      {
        Sid: `${ours}${at + 1}Files`,
        ...base,
        Action: onFiles[permission],
        Resource: patterns.map(each => `${arn}/${each}`),
      },
      {
        Sid: `${ours}${at + 1}List`,
        ...base,
        Action: onBucket[permission],
        Resource: [arn],
        ...(prefixes[0] !== '' && { Condition: { StringLike: { 's3:prefix': patterns } } }),
      },
    ]
  })
  if (statements.length === 0) return []
  const all = sorted.flatMap(({ names }) => names)
  const location = { Action: ['s3:GetBucketLocation'], Resource: [arn] }
  return [...statements, { Sid: `${ours}Location`, Effect: 'Allow', Principal: principal(all), ...location }]
}

type Policy = { Version?: string; Statement?: unknown }

/**
 * The policy with these statements in place of the console's earlier ones; null: none. A policy without such
 * statements, before and after, is returned unchanged. Compare its bytes with `mostPolicyBytes`.
 */
export function withGrants(policy: string | null, statements: readonly Statement[]): string | null {
  const known = policy === null ? null : parse(policy)
  const given = statementsOf(known)
  const kept = given.filter(statement => !isOurs(statement))
  if (kept.length === given.length && statements.length === 0) return policy
  if (kept.length + statements.length === 0) return null
  // A policy without a version has the older one, in which `${` starts no variable.
  const Version = known === null ? '2012-10-17' : '2008-10-17'
  return JSON.stringify({ Version, ...known, Statement: [...kept, ...statements] })
}

/** The policy as its author wrote it; null if it has only the console's statements. */
export function withoutGrants(policy: string | null): string | null {
  return withGrants(policy, [])
}

/** The console's statements in a policy. */
export function grantsOf(policy: string | null): Statement[] {
  return policy === null ? [] : statementsOf(parse(policy)).filter((each): each is Statement => isOurs(each))
}

/**
 * An issue for each statement of a policy whose Sid is reserved for the console, except statements that equal one of
 * `known`.
 */
export function reservedSids(policy: string, known: readonly Statement[] = []): PolicyIssue[] {
  const document = parse(policy)
  const already = new Set(known.map(statement => JSON.stringify(statement)))
  const isList = Array.isArray(document?.Statement)
  return statementsOf(document).flatMap((statement, index): PolicyIssue[] =>
    isOurs(statement) && !already.has(JSON.stringify(statement))
      ? [{ fault: 'reserved-sid', value: '', path: ['Statement', ...(isList ? [index] : []), 'Sid'] }]
      : [],
  )
}

function parse(policy: string): Policy | null {
  try {
    const value: unknown = JSON.parse(policy)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function statementsOf(policy: Policy | null): unknown[] {
  const given = policy?.Statement
  if (given === undefined) return []
  return Array.isArray(given) ? given : [given]
}

function isOurs(statement: unknown): boolean {
  const sid = (statement as { Sid?: unknown } | null)?.Sid
  return typeof sid === 'string' && sid.startsWith(ours)
}

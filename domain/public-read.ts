import { compilePolicy, evaluatePolicy } from './policy/policy.ts'

/** The Sid of the statement by which the console makes a bucket public. */
const ourSid = 'KhoPublicRead'

/** A statement that grants something to everybody. `name`: its Sid, or `#2` for the second. */
type OpenStatement = { ours: boolean; name: string; conditional: boolean }

type Statement = Record<string, unknown>
type Document = { Version?: string; Statement?: unknown }

function documentOf(policy: string | null): Document {
  return policy === null ? { Version: '2012-10-17', Statement: [] } : JSON.parse(policy)
}

function statementsOf({ Statement: given }: Document): Statement[] {
  if (given === undefined) return []
  return (Array.isArray(given) ? given : [given]) as Statement[]
}

const isOurs = (statement: Statement) => statement.Sid === ourSid

function isForEverybody({ Principal, NotPrincipal }: Statement): boolean {
  if (NotPrincipal !== undefined || Principal === '*') return true
  const named = (Principal as { AWS?: unknown } | undefined)?.AWS
  return (Array.isArray(named) ? named : [named]).includes('*')
}

/**
 * The policy with the statement that allows everybody to list the bucket and download its files. A policy rather than
 * ACLs: it also applies to future files. `policy`: JSON, null if there is none.
 */
export function withPublicRead(policy: string | null, bucket: string): string {
  const document = documentOf(policy)
  const statement = {
    Sid: ourSid,
    Effect: 'Allow',
    Principal: '*',
    Action: ['s3:ListBucket', 's3:GetObject'],
    Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
  }
  const others = statementsOf(document).filter(each => !isOurs(each))
  return JSON.stringify({ ...document, Statement: [...others, statement] })
}

/** The policy without that statement; null if no other statement is left. */
export function withoutPublicRead(policy: string | null): string | null {
  const document = documentOf(policy)
  const statements = statementsOf(document)
  const others = statements.filter(each => !isOurs(each))
  if (others.length === 0) return null
  return others.length === statements.length ? policy : JSON.stringify({ ...document, Statement: others })
}

/**
 * Whether its conditions limit a statement to some requests, such as a range of addresses. Conditions that cannot be
 * parsed do not.
 */
function isBound(statement: Statement, bucket: string): boolean {
  if (statement.Condition === undefined) return false
  try {
    return !compilePolicy(JSON.stringify({ Statement: [statement] }), bucket).isPublic
  } catch {
    return false
  }
}

/**
 * Whether a statement allows everybody to download `key`, its conditions aside. Statements that cannot be parsed do.
 */
function opensFile(statement: Statement, bucket: string, key: string): boolean {
  const { Condition: _, ...bare } = statement
  return everybodyMay({ Statement: [bare] }, bucket, key) === true
}

/** Whether a policy allows everybody to download `key`, or denies it; undefined: neither. Unreadable: allows. */
function everybodyMay(policy: Document, bucket: string, key: string): boolean | undefined {
  const question = { principal: null, byName: false, action: 's3:GetObject', bucket, key }
  try {
    const compiled = compilePolicy(JSON.stringify(policy), bucket)
    return evaluatePolicy(compiled, { ...question, facts: () => undefined })?.allows ?? undefined
  } catch {
    return true
  }
}

/** The statements of a policy that grant something to everybody; with `key`, to download that file. */
export function openStatements(policy: string | null, bucket: string, key?: string): OpenStatement[] {
  const document = documentOf(policy)
  if (key !== undefined && everybodyMay(document, bucket, key) === false) return []
  return statementsOf(document).flatMap((statement, index) => {
    if (statement.Effect !== 'Allow' || !isForEverybody(statement) || isBound(statement, bucket)) return []
    if (key !== undefined && !opensFile(statement, bucket, key)) return []
    const name = typeof statement.Sid === 'string' && statement.Sid !== '' ? statement.Sid : `#${index + 1}`
    return [{ ours: isOurs(statement), name, conditional: statement.Condition !== undefined }]
  })
}

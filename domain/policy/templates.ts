import { addressSet } from './addresses.ts'

type Statement = Record<string, unknown>

type Template = {
  /** What it is filled with; its label is `policy.template.<name>`, a text's help `policy.template.<name>Help`. */
  field: TextField | { type: 'sub-user'; name: string } | null
  /** `arn`: of the bucket. `value`: of the field; for a sub-user, its ARN. */
  statement: (arn: string, value: string) => Statement
}

/** `faultOf`: the message of what is wrong with its value. */
type TextField = {
  type: 'text'
  name: string
  maxLength: number
  faultOf: (value: string) => string | null
}

/** Actions that manage the policy stay allowed: on Ceph RGW denying them cannot be undone. */
const keepsPolicy = ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']
const download = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject' }
const all = (arn: string) => [arn, `${arn}/*`]
const deny = (arn: string) => ({ Effect: 'Deny', Principal: '*', NotAction: keepsPolicy, Resource: all(arn) })

export const templates = {
  'public-read': {
    field: null,
    statement: arn => ({ Sid: 'PublicRead', ...download, Resource: `${arn}/*` }),
  },
  'public-prefix': {
    field: {
      type: 'text',
      name: 'prefix',
      maxLength: 512,
      faultOf: prefix => (prefix === '' ? 'issue.required' : null),
    },
    statement: (arn, prefix) => ({ Sid: 'PublicFolder', ...download, Resource: `${arn}/${prefix}*` }),
  },
  'sub-user': {
    field: { type: 'sub-user', name: 'who' },
    statement: (arn, subUser) => ({
      ...{ Sid: 'SubUser', Effect: 'Allow', Principal: { AWS: subUser } },
      ...{ Action: ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'], Resource: all(arn) },
    }),
  },
  addresses: {
    field: {
      type: 'text',
      name: 'range',
      maxLength: 64,
      faultOf: range => (addressSet([range]) ? null : 'policy.fault.address'),
    },
    statement: (arn, range) => ({
      ...{ Sid: 'OnlyTheseAddresses', ...deny(arn) },
      Condition: { NotIpAddress: { 'aws:SourceIp': [range] } },
    }),
  },
  https: {
    field: null,
    statement: arn => ({
      ...{ Sid: 'OnlyHttps', ...deny(arn) },
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    }),
  },
} as const satisfies Record<string, Template>

export type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]

/** The statement of a template. `value`: of its field, if it has one. */
export function statementOf(template: TemplateName, bucket: string, value = ''): Statement {
  return (templates[template] as Template).statement(`arn:aws:s3:::${bucket}`, value)
}

/** The policy with one statement more, written over several lines; a text that is no policy is replaced. */
export function withStatement(policy: string, statement: Statement): string {
  const known = documentOf(policy)
  const given = known.Statement === undefined ? [] : [known.Statement].flat()
  return JSON.stringify({ Version: '2012-10-17', ...known, Statement: [...given, statement] }, null, 2)
}

function documentOf(policy: string): { Statement?: unknown } {
  try {
    const value: unknown = JSON.parse(policy)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

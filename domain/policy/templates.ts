export const templates = ['public-read', 'public-prefix', 'sub-user', 'addresses', 'https'] as const
export type Template = (typeof templates)[number]

/** What a template is filled with. `subUser`: an ARN. */
type TemplateValues = { prefix: string; subUser: string; addresses: string }

/** What manages the policy stays possible: on Ceph RGW a deny of it cannot be undone. */
const keepsPolicy = ['s3:GetBucketPolicy', 's3:PutBucketPolicy', 's3:DeleteBucketPolicy']

/** The statement of a template. */
export function statementOf(
  template: Template,
  bucket: string,
  values: TemplateValues,
): Record<string, unknown> {
  const arn = `arn:aws:s3:::${bucket}`
  const all = [arn, `${arn}/*`]
  const download = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject' }
  const deny = { Effect: 'Deny', Principal: '*', NotAction: keepsPolicy, Resource: all }
  switch (template) {
    case 'public-read':
      return { Sid: 'PublicRead', ...download, Resource: `${arn}/*` }
    case 'public-prefix':
      return { Sid: 'PublicFolder', ...download, Resource: `${arn}/${values.prefix}*` }
    case 'sub-user':
      return {
        ...{ Sid: 'SubUser', Effect: 'Allow', Principal: { AWS: values.subUser } },
        ...{ Action: ['s3:ListBucket', 's3:GetObject', 's3:PutObject', 's3:DeleteObject'], Resource: all },
      }
    case 'addresses':
      return {
        ...{ Sid: 'OnlyTheseAddresses', ...deny },
        Condition: { NotIpAddress: { 'aws:SourceIp': [values.addresses] } },
      }
    case 'https':
      return { Sid: 'OnlyHttps', ...deny, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }
  }
}

/** The policy with one statement more, written over several lines; a text that is no policy is replaced. */
export function withStatement(policy: string, statement: Record<string, unknown>): string {
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

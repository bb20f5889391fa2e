import { bucketActions, objectActions, policyActions } from './actions.ts'
import { compilePattern } from './pattern.ts'
import { policyIssues } from './policy.ts'

export type Person =
  | { kind: 'account'; uid: string }
  | { kind: 'sub-user'; uid: string; name: string }
  | { kind: 'service'; name: string }

/** `but`: everybody but these. */
export type Who = { everybody: true } | { everybody: false; these: Person[]; but: boolean }

const verbs = ['download', 'upload', 'delete', 'list', 'tags', 'acl', 'lock', 'settings', 'policy'] as const
type Verb = (typeof verbs)[number]

/** `others`: actions without a verb of their own, as written. `but`: everything but these. */
export type What = { everything: boolean; verbs: Verb[]; others: string[]; but: boolean }

/** A part of the bucket. `pattern`: contains wildcards or variables other than a final `*`. */
export type Where =
  | { kind: 'all' }
  | { kind: 'bucket' }
  | { kind: 'files' }
  | { kind: 'prefix' | 'key' | 'pattern'; text: string }

/** `met`: true: as stated; false: negated. `other`: a term without a sentence. */
export type Term = { met: boolean } & (
  | { kind: 'https' }
  | { kind: 'addresses' | 'prefixes' | 'pages'; texts: string[] }
  | { kind: 'before' | 'after'; text: string }
  | { kind: 'other'; operator: string; key: string; texts: string[] }
)

/**
 * A statement as data for a sentence. `how`: an allow applies `only` if the terms hold; a deny applies `when` they
 * hold, or always `except` if its one term holds. `idle`: it can never apply, because its actions do not fit its
 * resources.
 */
export type Reading = {
  index: number
  sid: string | null
  allows: boolean
  who: Who
  what: What
  where: { places: Where[]; but: boolean }
  how: 'only' | 'when' | 'except'
  terms: Term[]
  idle: boolean
}

/** A statement that is not valid has no reading. */
export type Read = Reading | { index: number; invalid: true }

type Source = Record<string, unknown>
const list = (value: unknown): string[] => [value].flat().map(String)

/** The reading of each statement of a policy; null if the text is not a policy document. */
export function readPolicy(text: string, bucket: string): Read[] | null {
  const issues = policyIssues(text, bucket)
  if (issues.some(({ path }) => path[0] !== 'Statement')) return null
  const { Statement } = JSON.parse(text) as { Statement: unknown }
  const wrong = new Set(issues.map(({ path }) => (typeof path[1] === 'number' ? path[1] : 0)))
  return [Statement]
    .flat()
    .map((each, index) =>
      wrong.has(index) ? { index, invalid: true } : readStatement(each as Source, index, bucket),
    )
}

function readStatement(source: Source, index: number, bucket: string): Reading {
  const allows = source.Effect === 'Allow'
  const what = whatOf(list(source.Action ?? source.NotAction), 'NotAction' in source)
  const where = whereOf(list(source.Resource ?? source.NotResource), 'NotResource' in source, bucket)
  const terms = termsOf((source.Condition ?? {}) as Record<string, Record<string, unknown>>)
  const [only] = terms
  const except = !allows && terms.length === 1 && only!.kind !== 'other'
  return {
    ...{ index, allows, what, where },
    sid: typeof source.Sid === 'string' ? source.Sid : null,
    who: whoOf(source.Principal ?? source.NotPrincipal, 'NotPrincipal' in source),
    how: allows ? 'only' : except ? 'except' : 'when',
    terms: except ? [{ ...only!, met: !only!.met }] : terms,
    idle: isIdle(list(source.Action ?? source.NotAction), what, where),
  }
}

function whoOf(principal: unknown, but: boolean): Who {
  const named = principal === '*' ? { AWS: '*' } : (principal as Record<string, unknown>)
  const these = Object.entries(named).flatMap(([kind, names]) =>
    list(names).map((name): Person | '*' => {
      if (kind === 'Service' || kind === 'Federated') return { kind: 'service', name }
      if (kind === 'CanonicalUser') return { kind: 'account', uid: name }
      return name === '*' ? '*' : personOf(name)
    }),
  )
  const persons = these.filter(each => each !== '*')
  return persons.length < these.length && !but
    ? { everybody: true }
    : { everybody: false, these: persons, but }
}

/** The forms of `parsePrincipals`. */
function personOf(arn: string): Person {
  const rgw = /^arn:aws:iam:::user\/([^:]+)(?::(.+))?$/.exec(arn)
  const aws = /^arn:aws:iam::([^:]+):(?:root|user\/(.+))$/.exec(arn)
  const [, uid = arn, name] = rgw ?? aws ?? []
  return name === undefined ? { kind: 'account', uid } : { kind: 'sub-user', uid, name }
}

/** The first action of each verb is required for a statement to be read as that verb. */
const meant: Record<Verb, readonly string[]> = {
  download: [
    's3:GetObject',
    's3:GetObjectVersion',
    's3:GetObjectAttributes',
    's3:GetObjectVersionAttributes',
  ],
  upload: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
  delete: ['s3:DeleteObject', 's3:DeleteObjectVersion'],
  list: ['s3:ListBucket', 's3:ListBucketVersions', 's3:ListBucketMultipartUploads', 's3:GetBucketLocation'],
  tags: ['s3:PutObjectTagging', ...objectActions.filter(action => action.endsWith('Tagging'))],
  acl: ['s3:PutObjectAcl', ...policyActions.filter(action => action.endsWith('Acl'))],
  lock: ['s3:PutObjectRetention', ...objectActions.filter(action => /Retention|LegalHold/.test(action))],
  settings: [
    's3:PutBucketVersioning',
    ...bucketActions.filter(action => !/Policy|Acl|:List|Location/.test(action)),
  ],
  policy: ['s3:PutBucketPolicy', 's3:DeleteBucketPolicy', 's3:GetBucketPolicy', 's3:GetBucketPolicyStatus'],
}

function named(pattern: string, actions: readonly string[] = policyActions): string[] {
  const { matches } = compilePattern(pattern, { fold: true, variables: false })
  return actions.filter(action => matches(action, () => undefined))
}

function whatOf(patterns: string[], but: boolean): What {
  const actions = new Set(patterns.flatMap(pattern => named(pattern)))
  if (actions.size === policyActions.length) return { everything: true, verbs: [], others: [], but }
  const found = verbs.filter(verb => actions.has(meant[verb][0]!))
  const covered = new Set(found.flatMap(verb => meant[verb]))
  const others = patterns.filter(pattern => {
    const these = named(pattern)
    return these.length === 0 || these.some(action => !covered.has(action))
  })
  return { everything: false, verbs: found, others, but }
}

function whereOf(resources: string[], but: boolean, bucket: string): Reading['where'] {
  const places = resources.map((resource): Where => {
    const name = resource === '*' ? '*' : resource.replace(/^arn:aws:s3:[^:/]*:[^:/]*:/, '')
    if (name === '*' || name === `${bucket}*`) return { kind: 'all' }
    if (name === bucket) return { kind: 'bucket' }
    if (name === `${bucket}/*`) return { kind: 'files' }
    if (!name.startsWith(`${bucket}/`)) return { kind: 'pattern', text: name }
    const key = name.slice(bucket.length + 1)
    if (!/[*?]|\$\{/.test(key)) return { kind: 'key', text: key }
    const prefix = /^((?:[^*?$]|\$(?!\{))+)\*$/.exec(key)?.[1]
    return prefix === undefined ? { kind: 'pattern', text: key } : { kind: 'prefix', text: prefix }
  })
  const has = (kind: Where['kind']) => places.some(place => place.kind === kind)
  return { places: has('all') || (has('bucket') && has('files')) ? [{ kind: 'all' }] : places, but }
}

function termsOf(condition: Record<string, Record<string, unknown>>): Term[] {
  return Object.entries(condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, wanted]) => termOf(operator, key, list(wanted))),
  )
}

function termOf(operator: string, key: string, texts: string[]): Term {
  const name = `${operator} ${key.toLowerCase()}`
  const met = !/^(StringNot|NotIp)/.test(operator)
  if (name === 'Bool aws:securetransport' && texts.length === 1)
    return { kind: 'https', met: texts[0]!.toLowerCase() === 'true' }
  if (/^(Not)?IpAddress aws:sourceip$/.test(name)) return { kind: 'addresses', texts, met }
  if (/^String(Not)?(Like|Equals) s3:prefix$/.test(name)) return { kind: 'prefixes', texts, met }
  if (/^String(Not)?Like aws:referer$/.test(name)) return { kind: 'pages', texts, met }
  if (/^DateLessThan(Equals)? aws:currenttime$/.test(name) && texts.length === 1)
    return { kind: 'before', text: texts[0]!, met }
  if (/^DateGreaterThan(Equals)? aws:currenttime$/.test(name) && texts.length === 1)
    return { kind: 'after', text: texts[0]!, met }
  return { kind: 'other', operator, key, texts, met: true }
}

/** Actions on objects need an object resource, and those on the bucket the bucket itself. */
function isIdle(patterns: string[], what: What, { places, but }: Reading['where']): boolean {
  if (but || what.but || what.everything) return false
  const any = (actions: readonly string[]) => patterns.some(pattern => named(pattern, actions).length > 0)
  if (places.every(({ kind }) => kind === 'bucket')) return !any(bucketActions) && any(objectActions)
  const onFiles = places.every(({ kind }) => kind === 'files' || kind === 'prefix' || kind === 'key')
  return onFiles && !any(objectActions) && any(bucketActions)
}

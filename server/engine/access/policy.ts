import { type Condition, compileCondition, type Facts } from './condition.ts'
import { malformed } from './malformed.ts'
import { compilePattern, type Pattern } from './pattern.ts'
import { includesPrincipal, type Principals, parsePrincipals } from './policy-principal.ts'
import type { Principal } from './principal.ts'

/** Bytes of a bucket's policy. */
export const MOST_POLICY_BYTES = 20 * 1024

type Statement = {
  allows: boolean
  principals: Principals
  notPrincipal: boolean
  actions: Pattern[]
  notAction: boolean
  /** Of the text `bucket` or `bucket/key`. */
  resources: Pattern[]
  notResource: boolean
  conditions: Condition[]
}

/** A compiled bucket policy. */
export type Policy = { statements: Statement[]; isPublic: boolean }

/** What a policy is asked. `key` undefined: the bucket. */
export type Question = {
  principal: Principal | null
  action: string
  bucket: string
  key: string | undefined
  facts: Facts
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textsOf = (value: unknown, what: string): string[] => {
  const values = Array.isArray(value) ? value : [value]
  if (values.length === 0 || !values.every(each => typeof each === 'string'))
    return malformed(`${what} must be text or a list of texts`)
  return values
}

/** The one of two elements that a statement has, such as Action and NotAction. */
const oneOf = (statement: Record<string, unknown>, name: string): { value: unknown; not: boolean } => {
  const not = Object.hasOwn(statement, `Not${name}`)
  if (not === Object.hasOwn(statement, name))
    return malformed(`a statement needs either ${name} or Not${name}`)
  return { value: not ? statement[`Not${name}`] : statement[name], not }
}

const actionOf = (text: string): Pattern => {
  if (text !== '*' && !/^s3:[a-z*?]+$/i.test(text)) malformed(`invalid action ${text}`)
  return compilePattern(text, { fold: true, variables: false })
}

const nobody = (): undefined => undefined

const resourceOf = (text: string, bucket: string, variables: boolean): Pattern => {
  const name = text === '*' ? text : /^arn:aws:s3:[^:/]*:[^:/]*:(.+)$/s.exec(text)?.[1]
  if (name === undefined) return malformed(`invalid resource ${text}`)
  const ofBucket = compilePattern(name.split('/', 1)[0] ?? '', { variables })
  if (ofBucket.isFixed && !ofBucket.matches(bucket, nobody))
    malformed(`the resource ${text} is of another bucket`)
  return compilePattern(name, { variables })
}

const conditionsOf = (value: unknown, variables: boolean): Condition[] => {
  if (value === undefined) return []
  if (!isObject(value)) return malformed('Condition must be an object')
  return Object.entries(value).flatMap(([operator, keys]) => {
    if (!isObject(keys)) return malformed(`the condition ${operator} must be an object`)
    return Object.entries(keys).map(([key, wanted]) => {
      const values = (Array.isArray(wanted) ? wanted : [wanted]).map(each =>
        typeof each === 'number' || typeof each === 'boolean' ? String(each) : each,
      )
      return compileCondition(operator, key, textsOf(values, `the values of ${key}`), variables)
    })
  })
}

const elements = /^(Sid|Effect|(Not)?(Principal|Action|Resource)|Condition)$/

const statementOf = (value: unknown, bucket: string, variables: boolean): Statement => {
  if (!isObject(value)) return malformed('a statement must be an object')
  for (const name of Object.keys(value)) if (!elements.test(name)) malformed(`unknown element ${name}`)
  const { Effect, Sid } = value
  if (Sid !== undefined && typeof Sid !== 'string') malformed('Sid must be text')
  if (Effect !== 'Allow' && Effect !== 'Deny') malformed('Effect must be Allow or Deny')
  const principal = oneOf(value, 'Principal')
  const action = oneOf(value, 'Action')
  const resource = oneOf(value, 'Resource')
  if (principal.not && Effect === 'Allow') malformed('NotPrincipal cannot be used with Allow')
  return {
    allows: Effect === 'Allow',
    principals: parsePrincipals(principal.value),
    notPrincipal: principal.not,
    actions: textsOf(action.value, 'Action').map(actionOf),
    notAction: action.not,
    resources: textsOf(resource.value, 'Resource').map(text => resourceOf(text, bucket, variables)),
    notResource: resource.not,
    conditions: conditionsOf(value.Condition, variables),
  }
}

const isPublic = ({ allows, principals, conditions }: Statement): boolean =>
  allows && principals.everybody && !conditions.some(condition => condition.restricts)

/**
 * Parses and compiles a bucket's policy.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html
 * @throws S3Error MalformedPolicy
 */
export const compilePolicy = (text: string, bucket: string): Policy => {
  if (Buffer.byteLength(text) > MOST_POLICY_BYTES) malformed(`it is longer than ${MOST_POLICY_BYTES} bytes`)
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    malformed('it is not JSON')
  }
  if (!isObject(document)) return malformed('it is not a JSON object')
  for (const name of Object.keys(document)) {
    if (!['Version', 'Id', 'Statement'].includes(name)) malformed(`unknown element ${name}`)
  }
  const { Version = '2008-10-17', Id, Statement: given } = document
  if (Version !== '2012-10-17' && Version !== '2008-10-17') malformed('Version must be 2012-10-17')
  if (Id !== undefined && typeof Id !== 'string') malformed('Id must be text')
  const list: unknown[] = Array.isArray(given) ? given : [given]
  if (given === undefined || list.length === 0) malformed('it has no Statement')
  const statements = list.map(each => statementOf(each, bucket, Version === '2012-10-17'))
  return { statements, isPublic: statements.some(isPublic) }
}

const applies = (statement: Statement, question: Question): boolean => {
  const { principal, action, bucket, key, facts } = question
  const variables = (name: string): string | undefined => facts(name)?.[0]
  const resource = key === undefined ? bucket : `${bucket}/${key}`
  return (
    includesPrincipal(statement.principals, principal) !== statement.notPrincipal &&
    statement.actions.some(each => each.matches(action, nobody)) !== statement.notAction &&
    statement.resources.some(each => each.matches(resource, variables)) !== statement.notResource &&
    statement.conditions.every(condition => condition.holds(facts))
  )
}

/** What the policy says: an explicit deny wins over an allow; undefined where it says nothing. */
export const evaluatePolicy = ({ statements }: Policy, question: Question): 'allow' | 'deny' | undefined => {
  let verdict: 'allow' | undefined
  for (const statement of statements) {
    if ((!statement.allows || !verdict) && applies(statement, question)) {
      if (!statement.allows) return 'deny'
      verdict = 'allow'
    }
  }
  return verdict
}

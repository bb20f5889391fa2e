import { type Condition, compileCondition, type Facts } from './condition.ts'
import { at, MalformedPolicy, malformed, type PolicyIssue, type PolicyPath } from './malformed.ts'
import { compilePattern, type Pattern } from './pattern.ts'
import {
  type Identity,
  includesPrincipal,
  namesPrincipal,
  type Principals,
  parsePrincipals,
} from './principals.ts'

/** Maximum size of a bucket policy, in bytes. */
export const mostPolicyBytes = 20 * 1024

type Statement = {
  allows: boolean
  principals: Principals
  notPrincipal: boolean
  actions: Pattern[]
  notAction: boolean
  /** Matched against `bucket` or `bucket/key`. */
  resources: Pattern[]
  notResource: boolean
  conditions: Condition[]
}

export type Policy = { statements: Statement[]; isPublic: boolean }

/** A request to evaluate. `byName`: an allow for its account does not count. `key` undefined: the bucket. */
export type Question = {
  principal: Identity | null
  byName: boolean
  action: string
  bucket: string
  key: string | undefined
  facts: Facts
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the texts of an element, which may be one text or a list of them. */
const eachText = <T>(value: unknown, name: string, read: (text: string) => T): T[] => {
  if (typeof value === 'string') return [read(value)]
  if (!Array.isArray(value) || value.length === 0) return malformed('texts', name)
  return value.map((each, index) =>
    at([index], () => (typeof each === 'string' ? read(each) : malformed('texts', name))),
  )
}

/** The one of two elements that a statement contains, such as Action or NotAction. */
const oneOf = (statement: Record<string, unknown>, name: string): { value: unknown; not: boolean } => {
  const not = Object.hasOwn(statement, `Not${name}`)
  if (not === Object.hasOwn(statement, name)) return malformed('either', name)
  return { value: not ? statement[`Not${name}`] : statement[name], not }
}

const actionOf = (text: string): Pattern => {
  if (text !== '*' && !/^s3:[a-z*?]+$/i.test(text)) malformed('action', text)
  return compilePattern(text, { fold: true, variables: false })
}

const nobody = (): undefined => undefined

const resourceOf = (text: string, bucket: string, variables: boolean): Pattern => {
  const name = text === '*' ? text : /^arn:aws:s3:[^:/]*:[^:/]*:(.+)$/s.exec(text)?.[1]
  if (name === undefined) return malformed('resource', text)
  const ofBucket = compilePattern(name.split('/', 1)[0] ?? '', { variables })
  if (ofBucket.isFixed && !ofBucket.matches(bucket, nobody)) malformed('other-bucket', text)
  return compilePattern(name, { variables })
}

const conditionsOf = (value: unknown, variables: boolean): Condition[] => {
  if (value === undefined) return []
  if (!isObject(value)) return malformed('condition')
  return Object.entries(value).flatMap(([operator, keys]) => {
    if (!isObject(keys)) return at([operator], () => malformed('condition-object', operator))
    return Object.entries(keys).map(([key, wanted]) =>
      at([operator, key], () => {
        const values = (Array.isArray(wanted) ? wanted : [wanted]).map(each =>
          typeof each === 'number' || typeof each === 'boolean' ? String(each) : each,
        )
        if (!values.every(each => typeof each === 'string')) return malformed('texts', key)
        return compileCondition(operator, key, values, variables)
      }),
    )
  })
}

const elements = /^(Sid|Effect|(Not)?(Principal|Action|Resource)|Condition)$/

const statementOf = (value: unknown, bucket: string, variables: boolean): Statement => {
  if (!isObject(value)) return malformed('statement')
  for (const name of Object.keys(value)) {
    if (!elements.test(name)) at([name], () => malformed('unknown-element', name))
  }
  const { Effect, Sid } = value
  if (Sid !== undefined && typeof Sid !== 'string') at(['Sid'], () => malformed('sid'))
  if (Effect !== 'Allow' && Effect !== 'Deny') at(['Effect'], () => malformed('effect'))
  const principal = oneOf(value, 'Principal')
  const action = oneOf(value, 'Action')
  const resource = oneOf(value, 'Resource')
  if (principal.not && Effect === 'Allow') at(['NotPrincipal'], () => malformed('not-principal'))
  const named = ({ not }: { not: boolean }, name: string) => (not ? `Not${name}` : name)
  return {
    allows: Effect === 'Allow',
    principals: at([named(principal, 'Principal')], () => parsePrincipals(principal.value)),
    notPrincipal: principal.not,
    actions: at([named(action, 'Action')], () => eachText(action.value, 'Action', actionOf)),
    notAction: action.not,
    resources: at([named(resource, 'Resource')], () =>
      eachText(resource.value, 'Resource', text => resourceOf(text, bucket, variables)),
    ),
    notResource: resource.not,
    conditions: at(['Condition'], () => conditionsOf(value.Condition, variables)),
  }
}

const isPublic = ({ allows, principals, conditions }: Statement): boolean =>
  allows && principals.everybody && !conditions.some(condition => condition.restricts)

/** The document's statements, unchecked, and whether its version supports policy variables. */
const documentOf = (
  text: string,
): { statements: [path: PolicyPath, value: unknown][]; variables: boolean } => {
  if (new TextEncoder().encode(text).length > mostPolicyBytes) malformed('too-long')
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    malformed('json')
  }
  if (!isObject(document)) return malformed('object')
  for (const name of Object.keys(document)) {
    if (!['Version', 'Id', 'Statement'].includes(name)) at([name], () => malformed('unknown-element', name))
  }
  const { Version = '2008-10-17', Id, Statement: given } = document
  if (Version !== '2012-10-17' && Version !== '2008-10-17') at(['Version'], () => malformed('version'))
  if (Id !== undefined && typeof Id !== 'string') at(['Id'], () => malformed('id'))
  const statements: [PolicyPath, unknown][] = Array.isArray(given)
    ? given.map((each, index) => [['Statement', index], each])
    : [[['Statement'], given]]
  if (given === undefined || statements.length === 0) malformed('no-statement')
  return { statements, variables: Version === '2012-10-17' }
}

/**
 * Parses and compiles a bucket's policy.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html
 * @throws MalformedPolicy
 */
export const compilePolicy = (text: string, bucket: string): Policy => {
  const { statements: given, variables } = documentOf(text)
  const statements = given.map(([path, each]) => at(path, () => statementOf(each, bucket, variables)))
  return { statements, isPublic: statements.some(isPublic) }
}

const issueOf = (work: () => void): PolicyIssue | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof MalformedPolicy) return error.issue
    throw error
  }
}

/** The issues of a policy: the first of each statement, or of the document. Empty if it compiles. */
export const policyIssues = (text: string, bucket: string): PolicyIssue[] => {
  const issues: (PolicyIssue | undefined)[] = []
  issues.push(
    issueOf(() => {
      const { statements, variables } = documentOf(text)
      for (const [path, each] of statements)
        issues.push(issueOf(() => at(path, () => statementOf(each, bucket, variables))))
    }),
  )
  return issues.filter(issue => issue !== undefined)
}

const applies = (statement: Statement, question: Question): boolean => {
  const { principal, action, bucket, key, facts } = question
  const variables = (name: string): string | undefined => facts(name)?.[0]
  const resource = key === undefined ? bucket : `${bucket}/${key}`
  const isMeant = statement.allows && question.byName ? namesPrincipal : includesPrincipal
  return (
    isMeant(statement.principals, principal) !== statement.notPrincipal &&
    statement.actions.some(each => each.matches(action, nobody)) !== statement.notAction &&
    statement.resources.some(each => each.matches(resource, variables)) !== statement.notResource &&
    statement.conditions.every(condition => condition.holds(facts))
  )
}

/** The policy's decision, and the index of the statement behind it. */
type Verdict = { allows: boolean; statement: number }

/** The policy's decision: an explicit deny wins over an allow; undefined if no statement applies. */
export const evaluatePolicy = ({ statements }: Policy, question: Question): Verdict | undefined => {
  let verdict: Verdict | undefined
  for (const [statement, each] of statements.entries()) {
    const { allows } = each
    if ((!allows || !verdict) && applies(each, question)) {
      if (!allows) return { allows, statement }
      verdict = { allows, statement }
    }
  }
  return verdict
}

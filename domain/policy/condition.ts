import { addressSet } from './addresses.ts'
import { isConditionKey } from './condition-keys.ts'
import { malformed } from './malformed.ts'
import { compilePattern, type Pattern, type Variables } from './pattern.ts'

/** The values of a condition key (lower-case) in a request; undefined if the request has none. */
export type Facts = (key: string) => readonly string[] | undefined

/**
 * A condition of a statement, all of whose operators must hold. `restricts`: it limits requests to certain addresses or
 * principals.
 */
export type Condition = { holds(facts: Facts): boolean; restricts: boolean }

/** Whether a request's value matches one of a policy's values. */
type Test = (value: string, variables: Variables) => boolean
type Compile = (wanted: readonly string[], variables: boolean) => Test

const anyPattern = (patterns: Pattern[]): Test => {
  return (value, variables) => patterns.some(pattern => pattern.matches(value, variables))
}

const texts =
  (options: { fold?: boolean; wildcards?: boolean }): Compile =>
  (wanted, variables) =>
    anyPattern(wanted.map(text => compilePattern(text, { ...options, variables })))

/** An ARN's six parts match one by one, so that `*` does not reach over a colon. */
const arns: Compile = (wanted, variables) => {
  const parts = (arn: string): string[] => {
    const [head, ...tail] = arn.split(/:(?![^$]*\})/)
    const list = [head ?? '', ...tail]
    return [...list.slice(0, 5), list.slice(5).join(':')]
  }
  const patterns = wanted.map(arn => parts(arn).map(part => compilePattern(part, { variables })))
  return (value, values) => {
    const found = parts(value)
    return patterns.some(
      list =>
        list.length === found.length &&
        list.every((pattern, index) => pattern.matches(found[index] ?? '', values)),
    )
  }
}

const compared = (
  parse: (text: string) => number,
  what: 'number' | 'date',
  holds: (value: number, wanted: number) => boolean,
): Compile => {
  return wanted => {
    const numbers = wanted.map(text => {
      const number = parse(text)
      return Number.isNaN(number) ? malformed(what, text) : number
    })
    return value => {
      const number = parse(value)
      return !Number.isNaN(number) && numbers.some(each => holds(number, each))
    }
  }
}
const parseNumber = (text: string): number =>
  /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
/** Unix seconds, or an ISO 8601 time. */
const parseDate = (text: string): number =>
  /^\d{1,12}$/.test(text) && text.length > 4
    ? Number(text) * 1000
    : /^\d{4}(-\d\d(-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?)?$/.test(text)
      ? Date.parse(text)
      : Number.NaN

const comparisons: Record<string, (value: number, wanted: number) => boolean> = {
  Equals: (value, wanted) => value === wanted,
  LessThan: (value, wanted) => value < wanted,
  LessThanEquals: (value, wanted) => value <= wanted,
  GreaterThan: (value, wanted) => value > wanted,
  GreaterThanEquals: (value, wanted) => value >= wanted,
}

const booleans: Compile = wanted => {
  for (const text of wanted) if (!/^(true|false)$/i.test(text)) malformed('boolean', text)
  return value => wanted.some(text => text.toLowerCase() === value.toLowerCase())
}

const addresses: Compile = wanted => {
  const set = addressSet(wanted)
  return set ?? malformed('address', wanted.join(', '))
}

const operators: Record<string, Compile> = {
  StringEquals: texts({ wildcards: false }),
  StringEqualsIgnoreCase: texts({ wildcards: false, fold: true }),
  StringLike: texts({}),
  BinaryEquals: texts({ wildcards: false }),
  ArnEquals: arns,
  ArnLike: arns,
  Bool: booleans,
  IpAddress: addresses,
}
for (const [name, holds] of Object.entries(comparisons)) {
  operators[`Numeric${name}`] = compared(parseNumber, 'number', holds)
  operators[`Date${name}`] = compared(parseDate, 'date', holds)
}
const negated: Record<string, string> = {
  StringNotEquals: 'StringEquals',
  StringNotEqualsIgnoreCase: 'StringEqualsIgnoreCase',
  StringNotLike: 'StringLike',
  NumericNotEquals: 'NumericEquals',
  DateNotEquals: 'DateEquals',
  ArnNotEquals: 'ArnEquals',
  ArnNotLike: 'ArnLike',
  NotIpAddress: 'IpAddress',
}

const fixing = /^(StringEquals|StringEqualsIgnoreCase|StringLike|ArnEquals|ArnLike|IpAddress)$/
/** Keys that limit requests to an address or a principal, so that a policy for everybody is not public. */
const identifying =
  /^aws:(sourceip|sourcearn|sourceaccount|sourcevpc|sourcevpce|vpcsourceip|userid|username|principalarn|principalaccount|principalorgid)$/

/** The operators that a policy may use, without `ForAllValues:`, `ForAnyValue:` and `IfExists`. */
export const conditionOperators: readonly string[] = [
  ...Object.keys(operators),
  ...Object.keys(negated),
  'Null',
].toSorted()

/** Ranges wider than a /8 (IPv4) or a /32 (IPv6) count as everybody. */
const isBroad = (range: string): boolean => {
  const [address = '', bits] = range.split('/')
  return bits !== undefined && Number(bits) < (address.includes(':') ? 32 : 8)
}

type Prefix = 'ForAllValues' | 'ForAnyValue' | undefined

const judge = (
  values: readonly string[],
  prefix: Prefix,
  one: (value: string) => boolean,
  not: boolean,
): boolean => {
  if (prefix === 'ForAllValues') return values.every(value => one(value) !== not)
  if (prefix === 'ForAnyValue') return values.some(value => one(value) !== not)
  return values.some(one) !== not
}

/**
 * One line of a condition: `{ operator: { key: wanted } }`.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 * @throws MalformedPolicy
 */
export const compileCondition = (
  operator: string,
  key: string,
  wanted: readonly string[],
  variables: boolean,
): Condition => {
  const name = key.toLowerCase()
  if (!isConditionKey(name)) malformed('key', key)
  if (wanted.length === 0) malformed('no-values', key)
  const [, prefix, base = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? []
  if (base === 'Null' && ifExists === undefined && prefix === undefined) {
    const isNull = booleans(wanted, variables)
    return {
      holds: facts => isNull(String((facts(name)?.length ?? 0) === 0), () => undefined),
      restricts: false,
    }
  }
  const not = Object.hasOwn(negated, base)
  const positive = not ? negated[base]! : base
  if (!Object.hasOwn(operators, positive)) malformed('operator', operator)
  const test = operators[positive]!(wanted, variables)
  return {
    holds: facts => {
      const values = facts(name)
      if (!values || values.length === 0) {
        if (prefix === 'ForAnyValue') return false
        return not || ifExists !== undefined || prefix === 'ForAllValues'
      }
      const one = (value: string): boolean => test(value, key => facts(key)?.[0])
      return judge(values, prefix as Prefix, one, not)
    },
    restricts:
      !not &&
      ifExists === undefined &&
      prefix !== 'ForAllValues' &&
      fixing.test(base) &&
      identifying.test(name) &&
      wanted.every(text => (base === 'IpAddress' ? !isBroad(text) : !/[*?$]/.test(text))),
  }
}

import type { Permission } from '../openapi/schema.ts'
import { bucketNameRules } from './bucket-name.ts'
import { permissions } from './permissions.ts'
import { foldersPerScope, type Scope, type ScopeFolder, scopeFolderIssue, tidied } from './scope.ts'

// Rules of single sign-on: which claims of an OpenID provider let whom in, and with which rights.

export type Claims = { readonly [name: string]: unknown }

type Scalar = string | number | boolean

/** `claim`: the name of a claim, then those of members of its object. */
export type SsoCondition = { claim: readonly string[] } & (
  | { kind: 'equals' | 'contains'; value: Scalar }
  | { kind: 'in'; values: readonly Scalar[] }
)

/** `account`: a contract code, or an account's id. */
export type SsoTerms =
  | { role: 'super-admin' }
  | { role: 'owner'; account: string }
  | { role: 'sub-user'; account: string; permission: Permission; scope: Scope; expiry: SsoExpiry | null }

/** Days from the last sign-in on, or the last day (`yyyy-MM-dd`); both end at midnight UTC. */
export type SsoExpiry = { days: number } | { day: string }

export type SsoRule = { when: readonly SsoCondition[]; terms: SsoTerms }

/** Why a rule does not apply: its first condition that does not hold. */
export type PassedRule = {
  rule: number
  condition: SsoCondition
  why: 'missing' | 'by reference' | 'other value'
}

/**
 * `undecided`: the provider sends a claim by reference (`_claim_names`, as Entra ID does with many groups), on which a
 * rule depends that no earlier one precedes.
 */
export type SsoDecision = { passed: readonly PassedRule[] } & (
  | { kind: 'admitted'; rule: number; terms: SsoTerms }
  | { kind: 'undecided'; rule: number; claim: readonly string[] }
  | { kind: 'refused' }
)

export const ssoLimits = { rules: 500, conditions: 20, values: 200, text: 512, path: 8, days: 3650 } as const

const hasOwn = (value: unknown, name: string): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The values of a claim: a list's own, or the only one; undefined: the claim is missing. */
function valuesOf(claims: Claims, path: readonly string[]): Scalar[] | undefined {
  let value: unknown = claims
  for (const name of path) {
    if (!hasOwn(value, name)) return undefined
    value = value[name]
  }
  if (value === null || value === undefined) return undefined
  return (Array.isArray(value) ? value : [value]).filter(isScalar)
}

function holds(condition: SsoCondition, values: readonly Scalar[]): boolean {
  if (condition.kind === 'in') return values.some(value => condition.values.includes(value))
  if (condition.kind === 'contains') return values.includes(condition.value)
  return values.length === 1 && values[0] === condition.value
}

/** Null if the condition holds. Source: OpenID Connect Core 1.0, 5.6.2 (distributed claims). */
function failureOf(condition: SsoCondition, claims: Claims): PassedRule['why'] | null {
  const values = valuesOf(claims, condition.claim)
  if (values !== undefined) return holds(condition, values) ? null : 'other value'
  return hasOwn(claims._claim_names, condition.claim[0]!) ? 'by reference' : 'missing'
}

/** The first rule whose conditions all hold decides. Rules are numbered from 1. */
export function decideSso(rules: readonly SsoRule[], claims: Claims): SsoDecision {
  const passed: PassedRule[] = []
  for (const [at, { when, terms }] of rules.entries()) {
    const rule = at + 1
    const failures = when.flatMap(condition => {
      const why = failureOf(condition, claims)
      return why === null ? [] : [{ rule, condition, why }]
    })
    if (failures.length === 0) return { kind: 'admitted', rule, terms, passed }
    const definite = failures.find(({ why }) => why !== 'by reference')
    // A later rule might give more than this one.
    if (!definite) return { kind: 'undecided', rule, claim: failures[0]!.condition.claim, passed }
    passed.push(definite)
  }
  return { kind: 'refused', passed }
}

const daySeconds = 86_400

/** Unix seconds at which a sign-in at `now` (unix seconds) lets the rights end; 0: never. */
export function ssoExpireDate(expiry: SsoExpiry | null, now: number): number {
  if (expiry === null) return 0
  if ('day' in expiry) return Date.parse(`${expiry.day}T00:00:00Z`) / 1000 + daySeconds
  return (Math.floor(now / daySeconds) + expiry.days + 1) * daySeconds
}

/** Reads a file of rules, a JSON array; `problem`: a phrase about the first thing that is wrong. */
export function readSsoRules(text: string): { rules: SsoRule[] } | { problem: string } {
  try {
    const given: unknown = JSON.parse(text)
    if (!Array.isArray(given) || given.length === 0) return { problem: 'must be a JSON array of rules' }
    if (given.length > ssoLimits.rules) return { problem: `must have at most ${ssoLimits.rules} rules` }
    return { rules: given.map((rule, at) => readRule(rule, `rule ${at + 1}`)) }
  } catch (error) {
    if (error instanceof RuleProblem) return { problem: error.message }
    if (error instanceof SyntaxError) return { problem: `is not JSON: ${error.message}` }
    throw error
  }
}

class RuleProblem extends Error {}

function fail(place: string, what: string): never {
  throw new RuleProblem(`${place}: ${what}`)
}

function objectOf(given: unknown, place: string, known: readonly string[]): { [name: string]: unknown } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) fail(place, 'must be an object')
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown !== undefined) fail(place, `"${unknown.slice(0, 40)}" is not one of ${known.join(', ')}`)
  return given as { [name: string]: unknown }
}

function textOf(given: unknown, place: string): string {
  if (typeof given !== 'string' || given.length === 0 || given.length > ssoLimits.text)
    fail(place, `must be a text of 1 to ${ssoLimits.text} characters`)
  return given
}

function scalarOf(given: unknown, place: string): Scalar {
  if (!isScalar(given)) fail(place, 'must be a text, a number, true or false')
  return typeof given === 'string' ? textOf(given, place) : given
}

function listOf(given: unknown, place: string, most: number): unknown[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > most)
    fail(place, `must be a list of 1 to ${most}`)
  return given
}

const kinds = ['equals', 'contains', 'in'] as const

function readCondition(given: unknown, place: string): SsoCondition {
  const { claim: named, ...tests } = objectOf(given, place, ['claim', ...kinds])
  const path = Array.isArray(named) ? listOf(named, `${place}, claim`, ssoLimits.path) : [named]
  const claim = path.map(name => textOf(name, `${place}, claim`))
  const [kind, ...more] = kinds.filter(each => each in tests)
  if (kind === undefined || more.length > 0) fail(place, `must have one of ${kinds.join(', ')}`)
  const value = tests[kind]
  if (kind !== 'in') return { claim, kind, value: scalarOf(value, `${place}, ${kind}`) }
  const values = listOf(value, `${place}, in`, ssoLimits.values)
  return { claim, kind, values: values.map(each => scalarOf(each, `${place}, in`)) }
}

const roles = ['sub-user', 'owner', 'super-admin'] as const
const fields = {
  'super-admin': ['when', 'role'],
  owner: ['when', 'role', 'account'],
  'sub-user': ['when', 'role', 'account', 'permission', 'folders', 'expire_days', 'expire_date'],
}

function readRule(given: unknown, place: string): SsoRule {
  const { role: named = 'sub-user' } = objectOf(given, place, fields['sub-user'])
  const role = roles.find(each => each === named)
  if (role === undefined) fail(`${place}, role`, `must be one of ${roles.join(', ')}`)
  const rule = objectOf(given, `${place} (${role})`, fields[role])
  const conditions = listOf(rule.when, `${place}, when`, ssoLimits.conditions)
  const when = conditions.map((each, at) => readCondition(each, `${place}, condition ${at + 1}`))
  if (role === 'super-admin') return { when, terms: { role } }
  const account = textOf(rule.account, `${place}, account`)
  if (role === 'owner') return { when, terms: { role, account } }
  const permission = permissions.find(each => each === rule.permission)
  if (permission === undefined) fail(`${place}, permission`, `must be one of ${permissions.join(', ')}`)
  const scope = rule.folders === undefined ? null : readFolders(rule.folders, `${place}, folders`)
  return { when, terms: { role, account, permission, scope, expiry: readExpiry(rule, place) } }
}

function readFolders(given: unknown, place: string): ScopeFolder[] {
  const folders = listOf(given, place, foldersPerScope).map(each => {
    const { bucket: named, prefix = '' } = objectOf(each, place, ['bucket', 'prefix'])
    const bucket = textOf(named, `${place}, bucket`)
    const isName = bucketNameRules(bucket).every(({ kept }) => kept)
    if (!isName) fail(`${place}, bucket`, `"${bucket}" is not a name of a bucket`)
    if (typeof prefix !== 'string' || scopeFolderIssue(prefix) !== null)
      fail(`${place}, prefix`, 'must be a folder that ends in a slash (2026/invoices/), or be left out')
    return { bucket, prefix }
  })
  return tidied(folders)
}

function readExpiry(rule: { [name: string]: unknown }, place: string): SsoExpiry | null {
  const { expire_days: days, expire_date: day } = rule
  if (days !== undefined && day !== undefined) fail(place, 'must not have both expire_days and expire_date')
  if (days !== undefined) {
    const isCount = typeof days === 'number' && Number.isInteger(days) && days >= 0 && days <= ssoLimits.days
    if (!isCount) fail(`${place}, expire_days`, `must be a number of days from 0 to ${ssoLimits.days}`)
    return { days }
  }
  if (day === undefined) return null
  if (typeof day !== 'string' || !isCalendarDay(day))
    fail(`${place}, expire_date`, 'must be a day (2027-03-31)')
  return { day }
}

function isCalendarDay(day: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

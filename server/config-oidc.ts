import * as v from 'valibot'
import { readSsoRules } from '../domain/sso-rules.ts'
import { bareUrl, brandName, content, must, oneOf, text, whole } from './config-rules.ts'

/** Reads one variable by its rule; `normal`: its text where it is not set. */
type Read = {
  <T>(name: string, rule: v.GenericSchema<string, T>): T | null
  <T>(name: string, rule: v.GenericSchema<string, T>, normal: string): T
}

const mostProviders = 10

const providerIds = v.pipe(
  text,
  v.transform(given => given.split(',').map(id => id.trim())),
  v.check(
    ids =>
      ids.length <= mostProviders &&
      new Set(ids).size === ids.length &&
      ids.every(id => /^[a-z][a-z0-9]{0,30}$/.test(id)),
    `must list up to ${mostProviders} different names of lowercase letters and digits, separated by commas (corp,google).`,
  ),
)

const words = v.pipe(
  text,
  v.transform(given => given.split(/[\s,]+/).filter(word => word !== '')),
)

const scopes = v.pipe(
  text,
  v.check(
    given => given.split(' ').includes('openid'),
    must('list scopes with spaces between them, one of them openid'),
  ),
)

const minutes = whole(1, 1440, must('be a number of minutes from 1 to 1440'))

// A slash at its end is part of an issuer's name.
const issuer = v.pipe(
  bareUrl,
  v.transform(given => new URL(given)),
)

const rulesFile = v.pipe(
  content,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readSsoRules(dataset.value)
    if ('rules' in read) return read.rules
    addIssue({ message: `${read.problem}.` })
    return NEVER
  }),
)

/** Variables of a provider begin with it. */
export const providerPrefix = (id: string): string => `KHO_OIDC_${id.toUpperCase()}_`

/** The OpenID providers that people may sign in by. Pushes a sentence to `problems` for each setting that is missing. */
export function readProviders(read: Read, problems: string[]) {
  const ids = read('KHO_OIDC_PROVIDERS', providerIds) ?? []
  return ids.flatMap(id => {
    const prefix = providerPrefix(id)
    const before = problems.length
    const required = <T>(name: string, rule: v.GenericSchema<string, T>) => {
      const known = problems.length
      const value = read(prefix + name, rule)
      if (value === null && problems.length === known)
        problems.push(`${prefix}${name} must be set when KHO_OIDC_PROVIDERS lists ${id}.`)
      return value!
    }
    const provider = {
      id,
      issuer: required('ISSUER', issuer),
      clientId: required('CLIENT_ID', text),
      /** Null: a public client. */
      clientSecret: read(`${prefix}CLIENT_SECRET`, text),
      /** The label of its button. */
      name: read(`${prefix}NAME`, brandName) ?? id,
      scopes: read(`${prefix}SCOPES`, scopes, 'openid email profile'),
      rules: required('RULES_FILE', rulesFile),
      /** Which addresses count as verified: those with `email_verified`, or all. */
      verifiedEmail: read(`${prefix}VERIFIED_EMAIL`, oneOf('claimed', 'always'), 'claimed'),
      /** What confirms people without a PIN whose session began here: a new sign-in here, or the PIN that they must set. */
      confirm: read(`${prefix}CONFIRM`, oneOf('provider', 'pin'), 'provider'),
      /** Minutes between checks whether the provider still lets in who has a session. */
      checkMinutes: read(`${prefix}CHECK_MINUTES`, minutes, '10'),
      /** Values of `acr` and `amr` that stand for a second factor. */
      twoStepAcr: read(`${prefix}TWO_STEP_ACR`, words) ?? [],
      twoStepAmr: read(`${prefix}TWO_STEP_AMR`, words) ?? [],
    }
    return problems.length > before ? [] : [provider]
  })
}

export type ProviderSettings = ReturnType<typeof readProviders>[number]

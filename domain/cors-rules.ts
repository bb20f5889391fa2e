import { corsListMaximum, corsPartMaximum, corsRulesMaximum, corsSizeMaximum } from './limits.ts'
import { headerName } from './object-details.ts'
import * as v from './valibot.ts'

/** The ID of the console's own rule, by which its pages send and fetch files. */
export const consoleRuleId = 'kho-console'

export const corsMethods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const
export type CorsMethod = (typeof corsMethods)[number]

/** What the console's own rule allows the console's origins to do. */
export const consoleRule = {
  methods: ['GET', 'HEAD', 'PUT'],
  allowed_headers: ['*'],
  expose_headers: ['ETag', 'x-amz-checksum-crc32'],
  max_age_seconds: 3600,
} as const

/** A rule that allows pages of other origins to read or change a bucket. Source: S3 API reference, CORSRule. */
export type CorsRule = {
  /** A name; may be empty. */
  id: string
  origins: string[]
  methods: CorsMethod[]
  allowed_headers: string[]
  expose_headers: string[]
  /** How long a browser may cache the answer to a preflight; null: the browser's default. */
  max_age_seconds: number | null
}

/** The largest number that S3 accepts. */
export const corsAgeMaximum = 2 ** 31 - 1

const wildcards = (text: string) => text.split('*').length - 1

const origin = v.pipe(
  v.string(),
  v.issueOf(text => {
    if (text === '') return 'required'
    if (text.length > corsPartMaximum) return 'cors-too-long'
    if (wildcards(text) > 1) return 'cors-one-wildcard'
    if (text === '*' || text === 'null') return null
    // Browsers send scheme, host and port alone: with a path or a slash at its end an origin matches nothing.
    return /^([a-z*][a-z0-9+.*-]*:\/\/)?[^\s/]+$/i.test(text) && /:\/\/|\*/.test(text) ? null : 'cors-origin'
  }),
)

const header = (wildcardsAllowed: 0 | 1) =>
  v.pipe(
    v.string(),
    v.issueOf(text => {
      if (text === '') return 'required'
      if (text.length > corsPartMaximum) return 'cors-too-long'
      if (!headerName.test(text)) return 'cors-header'
      if (wildcards(text) <= wildcardsAllowed) return null
      return wildcardsAllowed === 0 ? 'cors-exposed-wildcard' : 'cors-one-wildcard'
    }),
  )

const list = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item), v.maxLength(corsListMaximum, 'cors-list-too-long'))

/** The form of one rule. */
export const corsRule = v.object({
  id: v.pipe(
    v.string(),
    v.trim(),
    v.issueOf(text => {
      if (text.length > corsPartMaximum) return 'cors-too-long'
      return text === consoleRuleId ? 'cors-id-taken' : null
    }),
  ),
  origins: v.pipe(list(origin), v.minLength(1, 'required')),
  methods: v.pipe(v.array(v.picklist(corsMethods, 'required')), v.minLength(1, 'required')),
  allowed_headers: list(header(1)),
  expose_headers: list(header(0)),
})

/** The rules of a bucket besides the console's own, for which S3's 100 rules and 64 KB leave room. */
export const corsRules = v.pipe(
  v.array(corsRule),
  v.maxLength(corsRulesMaximum, 'cors-too-many'),
  v.check(rules => corsSize(rules) <= corsSizeMaximum, 'cors-too-large'),
)

/** An upper bound for the size of the rules as S3's XML, in bytes. */
export function corsSize(
  rules: readonly Pick<CorsRule, 'id' | 'origins' | 'allowed_headers' | 'expose_headers'>[],
) {
  // The longest pair of tags has 33 characters; an escaped character takes 6 bytes at most.
  const item = (text: string) => 33 + new TextEncoder().encode(text.replace(/[&<>"']/g, '&quot;')).length
  const items = (list: readonly string[]) => list.reduce((sum, text) => sum + item(text), 0)
  return rules.reduce(
    (sum, rule) =>
      sum + 300 + item(rule.id) + items([...rule.origins, ...rule.allowed_headers, ...rule.expose_headers]),
    0,
  )
}

/** Whether a rule's origin, which may have a wildcard, covers this origin. */
export function coversOrigin(pattern: string, origin: string): boolean {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === origin
  return origin.length >= before.length + after.length && origin.startsWith(before) && origin.endsWith(after)
}

/**
 * The console's own origins that a rule names, directly or by a pattern: the console's rule precedes it, and decides
 * for them about the methods of both. `*` counts as none.
 */
export function consoleOriginsIn(
  rule: Pick<CorsRule, 'origins' | 'methods'>,
  own: readonly string[],
): string[] {
  if (!rule.methods.some(method => consoleRule.methods.some(each => each === method))) return []
  const named = rule.origins.filter(pattern => pattern !== '*')
  return own.filter(each => named.some(pattern => coversOrigin(pattern, each)))
}

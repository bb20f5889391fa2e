/** The value of a policy variable: that of a condition key; undefined where the request has none. */
export type Variables = (name: string) => string | undefined

/** `matches` is false where a variable of the pattern has no value. `isFixed`: without wildcards and variables. */
export type Pattern = { matches(subject: string, variables: Variables): boolean; isFixed: boolean }

/** Text between two `*`. `any`: the positions that a `?` leaves open, or null. */
type Segment = { text: string; any: Set<number> | null }

type Token = '*' | '?' | { text: string } | { variable: string; otherwise: string | undefined }

const tokens = (
  source: string,
  { variables, wildcards }: { variables: boolean; wildcards: boolean },
): Token[] => {
  const found: Token[] = []
  const parts = /([*?])|\$\{([^}]*)\}|([^*?$]+|\$)/g
  for (const [whole, wild, name, text] of source.matchAll(parts)) {
    if (wild === '*' || wild === '?') found.push(wildcards ? wild : { text: wild })
    else if (name === undefined || !variables) found.push({ text: text ?? whole })
    else if (name === '*' || name === '?' || name === '$') found.push({ text: name })
    else {
      const [, variable = '', otherwise] = /^\s*([^,\s]+)\s*(?:,\s*'([^']*)'\s*)?$/.exec(name) ?? []
      found.push({ variable: variable.toLowerCase(), otherwise })
    }
  }
  return found
}

const segmentsOf = (list: Token[], variables: Variables): Segment[] | undefined => {
  let current: Segment = { text: '', any: null }
  const segments = [current]
  for (const token of list) {
    if (token === '*') {
      current = { text: '', any: null }
      segments.push(current)
    } else if (token === '?') {
      current.any ??= new Set()
      current.any.add(current.text.length)
      current.text += '?'
    } else {
      const text = 'text' in token ? token.text : (variables(token.variable) ?? token.otherwise)
      if (text === undefined) return undefined
      current.text += text
    }
  }
  return segments
}

const matchesAt = ({ text, any }: Segment, subject: string, at: number): boolean => {
  if (!any) return subject.startsWith(text, at)
  if (at + text.length > subject.length) return false
  for (let index = 0; index < text.length; index += 1) {
    if (!any.has(index) && text[index] !== subject[at + index]) return false
  }
  return true
}

const find = (segment: Segment, subject: string, from: number): number => {
  if (!segment.any) return subject.indexOf(segment.text, from)
  for (let at = from; at + segment.text.length <= subject.length; at += 1) {
    if (matchesAt(segment, subject, at)) return at
  }
  return -1
}

const matchSegments = (segments: Segment[], subject: string): boolean => {
  const first = segments[0]!
  const last = segments.at(-1)!
  if (!matchesAt(first, subject, 0)) return false
  if (segments.length === 1) return subject.length === first.text.length
  let at = first.text.length
  for (const segment of segments.slice(1, -1)) {
    at = find(segment, subject, at)
    if (at < 0) return false
    at += segment.text.length
  }
  const end = subject.length - last.text.length
  return end >= at && matchesAt(last, subject, end)
}

/**
 * A policy's pattern: `*` matches any text, `?` one character, `${…}` is a policy variable, whose value is taken
 * literally. `fold`: ignores case. `variables` false: `${` is text, as in version 2008-10-17. `wildcards` false: `*` and
 * `?` are text.
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 */
export const compilePattern = (
  source: string,
  options: { fold?: boolean; variables?: boolean; wildcards?: boolean } = {},
): Pattern => {
  const { fold = false, variables = true, wildcards = true } = options
  const list = tokens(fold ? source.toLowerCase() : source, { variables, wildcards })
  const hasVariables = list.some(token => typeof token === 'object' && 'variable' in token)
  const fixed = hasVariables ? undefined : segmentsOf(list, () => undefined)
  return {
    isFixed: list.every(token => typeof token === 'object' && 'text' in token),
    matches: (subject, values) => {
      const read: Variables = fold ? name => values(name)?.toLowerCase() : values
      const segments = fixed ?? segmentsOf(list, read)
      return segments !== undefined && matchSegments(segments, fold ? subject.toLowerCase() : subject)
    },
  }
}

/** The value of a policy variable, which is a condition key's; undefined if the request has none. */
export type Variables = (name: string) => string | undefined

/** `matches` is false if a variable of the pattern has no value. `isFixed`: without wildcards and variables. */
export type Pattern = { matches(subject: string, variables: Variables): boolean; isFixed: boolean }

/** Text between two `*`. `single`: regular expressions (sticky, and not) if the text contains `?`, else null. */
type Segment = { text: string; single: { here: RegExp; ahead: RegExp } | null }

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

const literal = (text: string): string =>
  text.replace(/[^A-Za-z0-9]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const segmentOf = (parts: (string | null)[]): Segment => {
  const text = parts.map(part => part ?? '?').join('')
  if (!parts.includes(null)) return { text, single: null }
  const source = parts.map(part => (part === null ? '[^]' : literal(part))).join('')
  return { text, single: { here: new RegExp(source, 'y'), ahead: new RegExp(source, 'g') } }
}

const segmentsOf = (list: Token[], variables: Variables): Segment[] | undefined => {
  let current: (string | null)[] = []
  const segments = [current]
  for (const token of list) {
    if (token === '*') {
      current = []
      segments.push(current)
    } else if (token === '?') current.push(null)
    else {
      const text = 'text' in token ? token.text : (variables(token.variable) ?? token.otherwise)
      if (text === undefined) return undefined
      current.push(text)
    }
  }
  return segments.map(segmentOf)
}

const search = (expression: RegExp, subject: string, from: number): number => {
  expression.lastIndex = from
  return expression.exec(subject)?.index ?? -1
}

const matchesAt = ({ text, single }: Segment, subject: string, at: number): boolean =>
  single ? search(single.here, subject, at) === at : subject.startsWith(text, at)

const find = ({ text, single }: Segment, subject: string, from: number): number =>
  single ? search(single.ahead, subject, from) : subject.indexOf(text, from)

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

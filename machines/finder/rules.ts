import { unaccented } from '../../domain/folded.ts'
import type { FinderContext, Found, Lookup } from './types.ts'

/** Whether the text is a path: it is completed, instead of being searched for. */
export function isPath(text: string): boolean {
  return /\/|^\s*arn:/i.test(text)
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

const wordsOf = (text: string): string[] => unaccented(text).split(/\s+/).filter(Boolean)

/** Whether a line has every word of the text, in any order, ignoring case and diacritics. */
function matches({ name, detail, path }: Found, words: readonly string[]): boolean {
  const whole = unaccented(`${name} ${detail} ${path}`)
  return words.every(word => whole.includes(word))
}

/** Whether a word of its name begins with the first word of the text. */
function begins({ name }: Found, [first = '']: readonly string[]): boolean {
  return unaccented(name)
    .split(/[\s/:_.-]+/)
    .some(word => word.startsWith(first))
}

/**
 * The lines for the text. What is known is there at once, and what of it begins like the text stays before the answer. Of the
 * newest answer only what matches is kept until that of this text comes. Of a path the answer is first, as its first line may
 * be what the text names.
 */
export function rowsOf({
  text,
  known,
  answer,
}: Pick<FinderContext, 'text' | 'known' | 'answer'>): readonly Found[] {
  if (isBlank(text)) return withoutSearch(known)
  const words = wordsOf(text)
  const matching = (found: readonly Found[]) => withoutSearch(found).filter(each => matches(each, words))
  const own = matching(known)
  const answered = answer?.text === text ? answer.found : matching(answer?.found ?? [])
  const first = isPath(text) ? [] : own.filter(each => begins(each, words))
  const rows = [...first, ...answered, ...own, ...searchFor(text, known)]
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}

export function withoutSearch(rows: readonly Found[]): readonly Found[] {
  return rows.filter(({ kind }) => kind !== 'search')
}

/** The line that leads to all results, the last one; a path has none. */
function searchFor(text: string, known: readonly Found[]): Found[] {
  const line = known.find(({ kind }) => kind === 'search')
  const name = text.trim()
  return line && !isPath(text) && name.isWellFormed()
    ? [{ ...line, name, address: line.address + encodeURIComponent(name) }]
    : []
}

/** Whether the text names what was found, and Enter waits for it. */
export function leadsThere({ entered }: FinderContext, outcome: Lookup['output']): boolean {
  return entered && outcome.ok && outcome.exact
}

import { unaccented } from './folded.ts'

/**
 * A word of a search. `pieces`: its text as `unaccented` returns it, split at each `*`; one piece occurs anywhere in the
 * key, several are the whole name, or the whole key if the word has a slash.
 */
export type NameWord = { pieces: string[]; hasSlash: boolean }

/** The words of a query; none if it is blank, and then every name matches. */
export function nameWords(query: string): NameWord[] {
  const words = new Set(unaccented(query).split(/\s+/))
  words.delete('')
  return [...words].map(word => ({ pieces: word.split('*'), hasSlash: word.includes('/') }))
}

/** The part of a key after its folder; a folder's own object has the name of the folder. */
export const nameOfKey = (key: string): string => key.slice(key.lastIndexOf('/', key.length - 2) + 1)

/** Whether every word occurs. `folded`: the key as `unaccented` returns it. */
export function matchesName(words: readonly NameWord[], folded: string): boolean {
  const name = nameOfKey(folded)
  return words.every(({ pieces, hasSlash }) =>
    pieces.length === 1 ? folded.includes(pieces[0]!) : matchesPieces(pieces, hasSlash ? folded : name),
  )
}

/** Whether the text is these pieces in their order, with anything between them. */
function matchesPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0]!
  const last = pieces.at(-1)!
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/**
 * How well a matching key answers the words: 0 if its name is one of them (with or without its extension), 1 if it
 * begins with the first, 2 if it has all of them, 3 if some are in its folders only.
 */
export function rankOfName(words: readonly NameWord[], folded: string): number {
  const name = nameOfKey(folded)
  if (!words.every(({ pieces }) => pieces.every(piece => name.includes(piece)))) return 3
  const first = words[0]?.pieces[0] ?? ''
  if (first === '') return 2
  const [only, ...others] = words
  const text = only?.pieces.join('*')
  if (others.length === 0 && (name === text || name.slice(0, Math.max(name.lastIndexOf('.'), 0)) === text))
    return 0
  return name.startsWith(first) ? 1 : 2
}

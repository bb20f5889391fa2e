import { unaccented } from '../../../domain/folded.ts'
import type { NameWord } from '../../../domain/name-search.ts'

/** The most trigrams that a search looks up: each has a list of rows to read, and the names are compared anyway. */
const MOST_TRIGRAMS = 16

/** A key as the index of names has it. FTS5 stops reading at U+0000. */
export const indexedName = (key: string): string => withoutNul(unaccented(key))

const withoutNul = (text: string): string => text.replaceAll('\0', '\u0001')

/** Trigrams that every matching name has: those of each piece, without overlap except at its end. */
export const trigramsOf = (words: readonly NameWord[]): string[] => {
  const found = new Set<string>()
  for (const piece of words.flatMap(({ pieces }) => pieces)) {
    const points = Array.from(withoutNul(piece))
    for (let at = 0; at + 3 <= points.length; at += 3) found.add(points.slice(at, at + 3).join(''))
    if (points.length > 3) found.add(points.slice(-3).join(''))
  }
  return [...found].slice(0, MOST_TRIGRAMS)
}

const DIGIT = 0x8000

/** A number as one trigram of private letters. */
const numberTerm = (kind: number, number: number): string =>
  String.fromCodePoint(0xf8000 + kind, 0xf0000 + (number % DIGIT), 0xf0000 + Math.floor(number / DIGIT))

/** The trigram of all names of a bucket, by its id. */
export const bucketTerm = (bucket: number): string => numberTerm(0, bucket)

/** The trigram of all names of a user's buckets. `owner`: the user's number in the index of names. */
export const ownerTerm = (owner: number): string => numberTerm(1, owner)

/** The expression of FTS5 for rows that have all of these. */
export const allOf = (terms: readonly string[]): string =>
  terms.map(term => `"${term.replaceAll('"', '""')}"`).join(' AND ')

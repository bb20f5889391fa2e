import { unaccented } from '../../../domain/folded.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'

/** ms without a key press after which a new search starts. */
const timeout = 1000

/** The typed letters; `at`: time of the last one, in ms. */
export type TypeAhead = { letters: string; at: number }

/** Appends a letter typed at `at` ms. */
export function appendLetter(previous: TypeAhead | null, letter: string, at: number): TypeAhead {
  return { letters: previous && at - previous.at <= timeout ? previous.letters + letter : letter, at }
}

/**
 * Index of the row whose name starts with the letters, ignoring case and diacritics; -1: none. Searches from `active` on
 * and wraps around; repeating one letter goes to the next match (WAI-ARIA, grid pattern).
 */
export function findRow(rows: readonly ObjectItem[], active: number, letters: string): number {
  const search = unaccented(letters)
  const repeated = [...search].every(letter => letter === search[0])
  const start = repeated ? search.slice(0, 1) : search
  const from = repeated ? active + 1 : Math.max(0, active)
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length
    if (unaccented(rows[at]!.name).startsWith(start)) return at
  }
  return -1
}

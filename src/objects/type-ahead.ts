import { unaccented } from '../../domain/folded.ts'
import type { ObjectItem } from '../../openapi/schema.ts'

/** ms after which a letter begins a new name */
const pause = 1000

/** Letters that are typed in a list; `at`: ms of the last one. */
export type Typed = { letters: string; at: number }

/** What is typed with one more letter at `at` ms. */
export function withLetter(typed: Typed | null, letter: string, at: number): Typed {
  return { letters: typed && at - typed.at <= pause ? typed.letters + letter : letter, at }
}

/**
 * The place of the row whose name begins with the letters, in any case, with or without diacritics; -1: none. It is looked
 * for from `active` on and then from the start; the same letter again goes on to the next one (WAI-ARIA, grid pattern).
 */
export function rowTyped(rows: readonly ObjectItem[], active: number, letters: string): number {
  const wanted = unaccented(letters)
  const same = [...wanted].every(letter => letter === wanted[0])
  const begins = same ? wanted.slice(0, 1) : wanted
  const from = same ? active + 1 : Math.max(0, active)
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length
    if (unaccented(rows[at]!.name).startsWith(begins)) return at
  }
  return -1
}

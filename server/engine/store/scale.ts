import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Bound, Sequence } from './sequences.ts'

/** Rows between two marks: what one step looks at, and at most what a jump steps over. */
const STEP = 512

/** A sequence with marks every so many rows, by which a row is found by its number and the number of a row. */
export type Scale<B = Bound> = {
  total: number
  /** The bound before the row of this number, from 0; of the end for one beyond. */
  boundAt(position: number): B | null
  /** The number of rows before the bound; null: of all. */
  positionOf(bound: B | null): number
}

const isBefore = (a: Bound, b: Bound): boolean => {
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b as string)) < 0
  const other = b as Exclude<Bound, string>
  return a.value < other.value || (a.value === other.value && a.seq < other.seq)
}

/**
 * Steps over a sequence, and lets other work run after each step. What is added and removed later moves rows from their
 * numbers. `hidden`: the bound of an object that is no row.
 */
export const makeScale = async <B extends Bound>(
  sequence: Sequence<B>,
  hidden: B | null,
  step = STEP,
): Promise<Scale<B>> => {
  const marks: B[] = [sequence.start]
  let all = 0
  for (;;) {
    const { count, next } = sequence.skip(marks.at(-1)!, null, step)
    all += count
    if (next === null) break
    marks.push(next)
    await nextTurn()
  }
  const rank = (bound: B): number => {
    let low = 0
    for (let high = marks.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if (isBefore(bound, marks[middle]!)) high = middle
      else low = middle
    }
    return low * step + sequence.skip(marks[low]!, bound, step * 2).count
  }
  const hiddenAt = hidden === null ? Number.POSITIVE_INFINITY : rank(hidden)
  const total = hidden === null ? all : all - 1
  return {
    total,
    boundAt(position) {
      const at = position >= hiddenAt ? position + 1 : position
      const mark = marks[Math.min(Math.floor(at / step), marks.length - 1)]!
      const left = at - Math.min(Math.floor(at / step), marks.length - 1) * step
      return left === 0 ? mark : sequence.skip(mark, null, Math.min(left, step * 2)).next
    },
    positionOf(bound) {
      if (bound === null) return total
      const at = isBefore(bound, sequence.start) ? 0 : rank(bound)
      return at > hiddenAt ? at - 1 : at
    },
  }
}

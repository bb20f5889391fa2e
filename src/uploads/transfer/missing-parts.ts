import type { Part } from '../../../domain/parts.ts'
import { type ByteRange, missingRanges } from '../../../machines/upload/parts.ts'
import type { SentPart } from '../../../machines/upload/types.ts'

/** The bytes of a file that are still to be sent, taken part by part from the start. All sizes in bytes. */
export class MissingParts {
  readonly #unit: number
  readonly #ranges: ByteRange[]

  constructor(size: number, unit: number, held: readonly SentPart[]) {
    this.#unit = unit
    this.#ranges = missingRanges(size, unit, held)
  }

  get bytes(): number {
    return this.#ranges.reduce((sum, { start, end }) => sum + end - start, 0)
  }

  /** The next part: as many whole units as fit into `length`, at least one, or the rest of the range. */
  take(length: number): Part | undefined {
    const range = this.#ranges[0]
    if (!range) return undefined
    const part = this.#partFrom(range, length)
    if (part.end < range.end) range.start = part.end
    else this.#ranges.shift()
    return part
  }

  /** The numbers that the next parts can have, whatever their lengths are: those of the next `count` units. */
  following(count: number): number[] {
    const numbers: number[] = []
    for (const { start, end } of this.#ranges) {
      for (let at = start; at < end && numbers.length < count; at += this.#unit)
        numbers.push(at / this.#unit + 1)
    }
    return numbers
  }

  #partFrom({ start, end }: ByteRange, length: number): Part {
    const units = Math.max(1, Math.floor(length / this.#unit))
    return { number: start / this.#unit + 1, start, end: Math.min(start + units * this.#unit, end) }
  }
}

import type { Part } from '../../../domain/parts.ts'
import { rangeOf } from '../../../machines/upload/parts.ts'
import type { SentPart } from '../../../machines/upload/types.ts'
import type { Comparison, Stored } from './comparison.ts'

type Options = {
  comparison: Comparison
  bucket: string
  uploadId: string
  file: Blob
  /** Bytes of a unit; see `Multipart`. */
  partSize: number
  /** Once it aborts, nothing more is compared. */
  signal: AbortSignal
  onUnreadable: () => void
  /** Called with a bug. */
  onError: (error: unknown) => void
}

/** Held parts that are compared at once: those of other files wait for no more of them. */
const heldAtOnce = 32

/** `times`: how often it has differed. */
type Different = { part: Part; stored: Stored; times: number }

/** Compares the parts of one file with what the storage has of them, while others are being sent. */
export class PartComparisons {
  readonly #options: Options
  /** Parts that were the same: their ETags, by number. */
  readonly #same: Map<number, string>
  /** The numbers of parts that are not known to be the same. */
  readonly #open = new Set<number>()
  #different: Different[] = []
  /** How often parts have differed, by number. */
  readonly #times = new Map<number, number>()
  #running: Promise<void>[] = []

  constructor(options: Options) {
    this.#options = options
    this.#same = options.comparison.samePartsOf(options.uploadId)
  }

  /** Whether every part is the same. */
  get isComplete(): boolean {
    return this.#open.size === 0
  }

  /** Compares the parts that the storage held before. */
  beginHeld(parts: readonly SentPart[]): void {
    const open = parts.filter(({ number, etag }) => this.#same.get(number) !== etag)
    for (const { number } of open) this.#open.add(number)
    this.#run(async () => {
      for (let at = 0; at < open.length; at += heldAtOnce) {
        await Promise.all(open.slice(at, at + heldAtOnce).map(part => this.#compareHeld(part)))
      }
    })
  }

  begin(part: Part, stored: Stored, onSame?: () => void): void {
    this.#open.add(part.number)
    this.#run(() => this.#compare(part, stored, onSame))
  }

  /** Waits for all comparisons. Returns a part that differs, each once; undefined if none is left. */
  async nextDifferent(): Promise<Different | undefined> {
    await Promise.all(this.#running)
    this.#running = []
    const { comparison, bucket } = this.#options
    for (let next = this.#different.shift(); next; next = this.#different.shift()) {
      // What was found since: the first part that was sent again differs as well.
      if (comparison.canCompare(bucket, next.stored)) return next
      this.#keepSame(next.part, next.stored)
    }
    return undefined
  }

  #keepSame({ number }: Part, { etag }: Stored): void {
    this.#same.set(number, etag)
    this.#open.delete(number)
  }

  #run(work: () => Promise<void>): void {
    const { signal, onError } = this.#options
    this.#running.push(
      work().catch(error => {
        if (!signal.aborted) onError(error)
      }),
    )
  }

  #compareHeld(part: SentPart): Promise<void> {
    const { number, etag, checked = false } = part
    return this.#compare({ number, ...rangeOf(part, this.#options.partSize) }, { etag, crc32: null, checked })
  }

  async #compare(part: Part, stored: Stored, onSame?: () => void): Promise<void> {
    const { comparison, bucket, file, signal, onUnreadable } = this.#options
    const { number, start, end } = part
    const times = this.#times.get(number) ?? 0
    const isResent = times > 0
    const verdict = await comparison.compare(bucket, file.slice(start, end), stored, { isResent, signal })
    if (verdict === 'unreadable') return onUnreadable()
    if (verdict === 'different') {
      this.#times.set(number, times + 1)
      this.#different.push({ part, stored, times: times + 1 })
      return
    }
    this.#keepSame(part, stored)
    onSame?.()
  }
}

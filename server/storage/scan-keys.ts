import { keyLimit } from '../../domain/limits.ts'
import { keyBytes } from '../../domain/object-key.ts'
import type { ListedObject } from './read-listing.ts'

/** A page of the files after a key, in the order of their UTF-8. `more`: whether others follow. */
export type ListAfter = (after: string) => Promise<{ files: ListedObject[]; more: boolean }>

/** Keys after `after`, up to `before` (included; null: to the end). */
export type Span = { after: string; before: string | null }

/**
 * A span that is being listed. `first`: of the last page, of which no other range was split off yet; null: wait for the
 * next page. `reach`: how many such pages ahead another range begins.
 */
type Range = Span & { first: string | null; reach: number }

/**
 * Lists spans of the keys with a prefix: up to `width` ranges at once, with `mostCalls` requests. `take` gets the pages as
 * they come, in no order. Where a range that is split begins is learned from the keys seen: ahead, by how far apart the first
 * and the last key of a page are, or in the middle of what is left. A wrong guess costs a request, never a key. Returns what
 * is left, in order. Throws the first failure of `list`.
 */
export async function scanKeys(
  list: ListAfter,
  how: { prefix: string; width: number; spans: readonly Span[]; mostCalls: number },
  take: (files: ListedObject[]) => void,
): Promise<{ left: Span[]; calls: number }> {
  const { prefix, width, mostCalls } = how
  const waiting = [...how.spans]
  const ranges = new Set<Range>()
  const letters = new Letters()
  const ended = Promise.withResolvers<void>()
  let running = 0
  let calls = 0
  let failed = false
  const goesOn = () => !failed && calls < mostCalls

  async function run(range: Range): Promise<void> {
    while (goesOn()) {
      calls += 1
      const page = await list(range.after)
      range.first = null
      const { before } = range
      const files = before === null ? page.files : page.files.filter(({ Key }) => order(Key, before) <= 0)
      if (files.length > 0) take(files)
      if (!page.more || files.length < page.files.length || files.length === 0) {
        ranges.delete(range)
        return
      }
      range.first = files[0]!.Key
      range.after = files.at(-1)!.Key
      letters.learn(range.first, range.after)
      spread()
    }
  }

  function begin(span: Span, reach: number): void {
    const range = { ...span, first: null, reach }
    ranges.add(range)
    running += 1
    run(range)
      .catch(error => {
        failed = true
        ended.reject(error)
      })
      .finally(() => {
        running -= 1
        spread()
        if (running === 0) ended.resolve()
      })
  }

  /** Has `width` ranges listed. One guess for each page: of several most would be wrong. */
  function spread(): void {
    while (running < width && waiting.length > 0 && goesOn()) begin(waiting.shift()!, width)
    for (const range of ranges) {
      const { after, before, first, reach } = range
      if (running >= width || first === null || !goesOn()) continue
      range.first = null
      const at =
        before === null
          ? letters.ahead(first, after, { from: prefix.length, pages: reach })
          : letters.between(after, before)
      if (at === null || keyBytes(at) > keyLimit || order(at, after) <= 0) continue
      if (before !== null && order(at, before) >= 0) continue
      if (before === null) range.reach *= 2
      range.before = at
      begin({ after: at, before }, range.reach)
    }
  }

  spread()
  if (running > 0) await ended.promise
  const left = [...ranges, ...waiting].map(({ after, before }) => ({ after, before }))
  return { left: left.sort((one, other) => order(one.after, other.after)), calls }
}

/** Of `spans` what is not in `left`, which are parts of them; both in order. */
export function withoutSpans(spans: readonly Span[], left: readonly Span[]): Span[] {
  return spans.flatMap(({ after, before }) => {
    const parts: Span[] = []
    let from: string | null = after
    for (const gap of left) {
      if (from === null || order(gap.after, from) < 0) continue
      if (before !== null && order(gap.after, before) >= 0) break
      parts.push({ after: from, before: gap.after })
      from = gap.before
    }
    if (from !== null) parts.push({ after: from, before })
    return parts.filter(part => part.after !== part.before)
  })
}

/** As S3 sorts keys: by their UTF-8, which is the order of code points. */
const order = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Digits of what two keys do not share; more would tell apart what no page does. */
const precision = 12

/** The characters of keys that were seen, as the digits of a number: keys are places on a line. */
class Letters {
  #known: string[] = []

  learn(...keys: string[]): void {
    const all = new Set(this.#known)
    const { size } = all
    for (const key of keys) for (const letter of key) all.add(letter)
    if (all.size > size) this.#known = [...all].sort(order)
  }

  /** A key in the middle; null: none that these letters write. */
  between(low: string, high: string): string | null {
    const [one, other] = [[...low], [...high]]
    const shared = sharedBy(one, other)
    const digits = precision
    const [from, to] = [this.#number(one, shared, digits), this.#number(other, shared, digits)]
    return this.#key(one.slice(0, shared), (from + to) / 2n, digits)
  }

  /** A key that is `pages` times as far after `last` as `first` is before it; keys share the first `from` UTF-16 units. */
  ahead(first: string, last: string, { from, pages }: { from: number; pages: number }): string | null {
    const head = [...last.slice(0, from)]
    const [one, other] = [[...first], [...last]]
    const digits = sharedBy(one, other) - head.length + precision
    if (digits < precision) return null
    const [low, high] = [this.#number(one, head.length, digits), this.#number(other, head.length, digits)]
    const end = this.#base ** BigInt(digits) - 1n
    const wanted = high + (high - low) * BigInt(pages)
    return this.#key(head, wanted < end ? wanted : (high + end) / 2n, digits)
  }

  get #base(): bigint {
    return BigInt(this.#known.length + 1)
  }

  /** 0 stands for the end of a key, and an unknown letter for the known one before it. */
  #number(key: string[], from: number, digits: number): bigint {
    let number = 0n
    for (let at = from; at < from + digits; at += 1) {
      const letter = key[at]
      const digit = letter === undefined ? 0 : this.#known.filter(known => order(known, letter) <= 0).length
      number = number * this.#base + BigInt(digit)
    }
    return number
  }

  #key(head: string[], number: bigint, digits: number): string | null {
    const key: string[] = []
    for (let rest = number, at = 0; at < digits; at += 1, rest /= this.#base)
      key.unshift(this.#known[Number(rest % this.#base) - 1] ?? '')
    const end = key.indexOf('')
    const written = end < 0 ? key : key.slice(0, end)
    return written.length === 0 ? null : [...head, ...written].join('')
  }
}

function sharedBy(one: string[], other: string[]): number {
  const at = one.findIndex((letter, index) => letter !== other[index])
  return at < 0 ? one.length : at
}

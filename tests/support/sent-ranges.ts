import type { Seen } from './fault-proxy.ts'

/** `end` is excluded. */
type Range = { start: number; end: number }

/**
 * For each request with bytes of one file how many of them an earlier request had brought. The part of number n begins at
 * n - 1 units (bytes).
 */
export function sentAgain(sends: readonly Seen[], unit: number): number[] {
  let sent: Range[] = []
  return sends.map(send => {
    const range = rangeOf(send, unit)
    const again = sent.reduce((sum, each) => sum + overlap(each, range), 0)
    sent = withRange(sent, range)
    return again
  })
}

/** How many bytes of the file the requests have brought. */
export function sentOnce(sends: readonly Seen[], unit: number): number {
  return sends
    .reduce((sent, send) => withRange(sent, rangeOf(send, unit)), [] as Range[])
    .reduce((sum, { start, end }) => sum + end - start, 0)
}

function rangeOf({ path, bytes }: Seen, unit: number): Range {
  const number = Number(new URL(path, 'http://localhost').searchParams.get('partNumber') ?? 1)
  const start = (number - 1) * unit
  return { start, end: start + bytes }
}

const overlap = (a: Range, b: Range) => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))

/** `ranges`, which do not touch, and the new one. */
function withRange(ranges: readonly Range[], range: Range): Range[] {
  const joined = { ...range }
  const apart = ranges.filter(each => {
    if (each.end < joined.start || joined.end < each.start) return true
    joined.start = Math.min(joined.start, each.start)
    joined.end = Math.max(joined.end, each.end)
    return false
  })
  return [...apart, joined]
}

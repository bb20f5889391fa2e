import type { Multipart, SentPart, UploadFile } from './types.ts'

/** Bytes from `start` (included) to `end` (excluded). */
export type ByteRange = { start: number; end: number }

/** The bytes of a part: it begins where the unit of its number does (`unit` in bytes). */
export function rangeOf({ number, size }: SentPart, unit: number): ByteRange {
  const start = (number - 1) * unit
  return { start, end: start + size }
}

/**
 * The `listed` parts that can stay, by number: whole units or the end of the file, before the next listed part. A part
 * that reaches into the next one is sent again, shorter: Ceph RGW completes an upload only with every part it holds.
 */
export function heldParts(
  file: UploadFile,
  multipart: Multipart | null,
  listed: readonly SentPart[],
): SentPart[] {
  if (!multipart) return []
  const unit = multipart.partSize
  const sorted = listed.toSorted((a, b) => a.number - b.number)
  return sorted.filter((part, index) => {
    const { start, end } = rangeOf(part, unit)
    const next = sorted[index + 1]
    const limit = next ? Math.min(rangeOf(next, unit).start, file.size) : file.size
    return start < end && end <= limit && (part.size % unit === 0 || end === file.size)
  })
}

/** The bytes of a file that no part of `parts` (as of `heldParts`) has, in order. */
export function missingRanges(size: number, unit: number, parts: readonly SentPart[]): ByteRange[] {
  const ranges: ByteRange[] = []
  let covered = 0
  for (const { start, end } of parts.map(part => rangeOf(part, unit))) {
    if (start > covered) ranges.push({ start: covered, end: start })
    covered = end
  }
  if (covered < size) ranges.push({ start: covered, end: size })
  return ranges
}

/** `parts` with `part`, by number; it replaces one with its number. */
export function withPart(parts: readonly SentPart[], part: SentPart): SentPart[] {
  return [...parts.filter(({ number }) => number !== part.number), part].sort((a, b) => a.number - b.number)
}

export function bytesOf(parts: readonly SentPart[]): number {
  return parts.reduce((sum, part) => sum + part.size, 0)
}

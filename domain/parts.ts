import { basePartSize, MiB, partLimit } from './limits.ts'

/** One part of a file: its number from 1, and its bytes from `start` (included) to `end` (excluded). */
export type Part = { number: number; start: number; end: number }

/**
 * The part size for a file of `size` bytes: `base`, or the next whole MiB with which S3's 10,000 parts suffice.
 */
export function partSizeFor(size: number, base: number = basePartSize): number {
  const least = Math.ceil(size / partLimit)
  return least <= base ? base : Math.ceil(least / MiB) * MiB
}

/** All in bytes. An empty file is one empty part. */
export function planParts(size: number, partSize: number): Part[] {
  const parts: Part[] = []
  for (let start = 0, number = 1; start < size || number === 1; start += partSize, number++) {
    parts.push({ number, start, end: Math.min(start + partSize, size) })
  }
  return parts
}

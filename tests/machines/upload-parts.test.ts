import { expect, test } from 'vitest'
import { heldParts, missingRanges, withPart } from '../../machines/upload/parts.ts'
import { backoff } from '../../machines/upload/retry.ts'
import type { SentPart } from '../../machines/upload/types.ts'

const unit = 10
const multipart = { uploadId: 'upload-1', partSize: unit }
const part = (number: number, size: number): SentPart => ({ number, etag: `"${number}"`, size })
const held = (listed: SentPart[], size = 95) =>
  heldParts({ name: 'a', size, lastModified: 0, type: '' }, multipart, listed).map(({ number }) => number)

test('parts of several units are held at the place of their number, whatever the order of the list', () => {
  expect(held([part(7, 35), part(1, 10), part(2, 30)])).toEqual([1, 2, 7])
})

test('a part of half a unit, one beyond the end of the file, and an empty one are sent again', () => {
  expect(held([part(1, 15), part(4, 10), part(9, 20), part(10, 5)])).toEqual([4, 10])
  expect(held([part(1, 0), part(10, 10)])).toEqual([])
})

test('of a part that reaches into the next one only the next one is held', () => {
  expect(held([part(2, 30), part(3, 10), part(4, 20)])).toEqual([3, 4])
})

test('the gaps before, between and after the held parts are missing', () => {
  expect(missingRanges(95, unit, [part(2, 20), part(4, 10), part(7, 10)])).toEqual([
    { start: 0, end: 10 },
    { start: 40, end: 60 },
    { start: 70, end: 95 },
  ])
  expect(missingRanges(95, unit, [part(1, 90), part(10, 5)])).toEqual([])
  expect(missingRanges(95, unit, [])).toEqual([{ start: 0, end: 95 }])
})

test('a part replaces the one with its number', () => {
  expect(withPart([part(1, 20), part(3, 10)], part(1, 10))).toEqual([part(1, 10), part(3, 10)])
})

test('the wait doubles from 1 s to 30 s, and its upper half is up to chance', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(attempt => backoff(attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
  expect([1, 2, 6].map(attempt => backoff(attempt, 0))).toEqual([500, 1000, 15_000])
})

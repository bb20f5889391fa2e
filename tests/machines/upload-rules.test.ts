import { expect, test } from 'vitest'
import { backoff } from '../../machines/upload/retry.ts'

test('the wait doubles from 1 s to 30 s, and its upper half is up to chance', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(attempt => backoff(attempt, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
  expect([1, 2, 6].map(attempt => backoff(attempt, 0))).toEqual([500, 1000, 15_000])
})

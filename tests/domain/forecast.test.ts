import { expect, test } from 'vitest'
import { dayWhenFull } from '../../domain/forecast.ts'

const days = (bytes: (index: number) => number, count = 30) =>
  Array.from({ length: count }, (_, index) => ({ day: 20_000 + index, bytes: bytes(index) }))

test('an account that grows steadily fills its quota on the day that its trend says', () => {
  expect(
    dayWhenFull(
      days(index => 100 * index),
      1000,
    ),
  ).toBe(20_029 + 10)
  expect(
    dayWhenFull(
      days(index => 100 * index + (index % 2) * 40),
      950,
    ),
  ).toBe(20_029 + 10)
})

test('nothing is said of a quota without a trend', () => {
  const none = [
    days(index => 100 * index, 6),
    days(() => 500),
    days(index => 5000 - 100 * index),
    days(index => (index % 5) * 1000 + index),
    [],
  ]
  expect(none.map(samples => dayWhenFull(samples, 1000))).toEqual(none.map(() => null))
  expect(
    dayWhenFull(
      days(index => index),
      1e6,
    ),
  ).toBe(null)
  expect(
    dayWhenFull(
      days(index => 100 * index),
      0,
    ),
  ).toBe(null)
})

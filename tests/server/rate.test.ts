import { expect, test } from 'vitest'
import { makeRate } from '../../server/limits/rate.ts'

/** How many of `count` requests are allowed. */
const allowed = (rate: (caller: string) => number | null, caller: string, count: number) =>
  Array.from({ length: count }, () => rate(caller)).filter(wait => wait === null).length

test('ten seconds’ worth of requests come at once, then as many a second as the rate says', () => {
  let time = 5_000
  const rate = makeRate({ perSecond: 3, now: () => time })
  expect(allowed(rate, 'an', 100)).toBe(30)
  expect(rate('an')).toBe(1)
  time += 1000
  expect(allowed(rate, 'an', 100)).toBe(3)
  time += 3_600_000
  expect(allowed(rate, 'an', 100)).toBe(30)
})

test('each caller has its own, and the wait that a refused one is told is enough', () => {
  let time = 0
  const rate = makeRate({ perSecond: 1, now: () => time })
  expect([allowed(rate, 'an', 20), allowed(rate, 'binh', 5)]).toEqual([10, 5])
  const wait = rate('an')!
  time += wait * 1000
  expect([rate('an'), rate('an')]).toEqual([null, 1])
})

test('a clock that is set back refuses nobody for longer', () => {
  let time = 10_000_000
  const rate = makeRate({ perSecond: 1, now: () => time })
  allowed(rate, 'an', 10)
  time = 0
  expect(rate('an')).toBe(1)
  time += 1000
  expect(rate('an')).toBe(null)
})

test('of too many callers the one that called the longest ago is forgotten, and the others are not', () => {
  const rate = makeRate({ perSecond: 1, now: () => 0, most: 3 })
  for (const caller of ['an', 'binh', 'chi']) allowed(rate, caller, 10)
  expect(rate('an')).toBe(1)
  expect(rate('dung')).toBe(null)
  expect([rate('an'), rate('chi'), rate('binh')]).toEqual([1, 1, null])
})

import { expect, test } from 'vitest'
import { expiryThreshold, isWorse, quotaThreshold } from '../../domain/alerts.ts'

const day = 86_400

test('the use of a quota reaches 80, 95 and 100 %, and leaves each a point below', () => {
  const at = (percent: number, before = 0) =>
    quotaThreshold({ counted: percent, quota: 100, full: false }, before)
  expect([79.9, 80, 94.9, 95, 99.9, 100, 250].map(percent => at(percent))).toEqual([
    0, 80, 80, 95, 95, 100, 100,
  ])
  expect([at(79.5, 80), at(79, 80), at(94.5, 95), at(94, 95), at(99.5, 100), at(70, 100)]).toEqual([
    80, 0, 95, 80, 100, 0,
  ])
  expect([
    quotaThreshold({ counted: 5, quota: null, full: false }, 95),
    quotaThreshold({ counted: 0, quota: 0, full: false }, 0),
  ]).toEqual([0, 100])
})

test('a quota without room for anything is full, however little is missing', () => {
  expect(quotaThreshold({ counted: 99.9, quota: 100, full: true }, 95)).toBe(100)
})

test('an expiry reaches 30, 7 and 1 days; none, and one that is over, reach nothing', () => {
  const in_ = (days: number) => expiryThreshold(1e9 + days * day, 1e9)
  expect([30.01, 30, 7.01, 7, 1.01, 1, 0.01, 0, -5].map(in_)).toEqual([0, 30, 30, 7, 7, 1, 1, 0, 0])
  expect(expiryThreshold(0, 1e9)).toBe(0)
})

test('a threshold is worse than the one before, not better', () => {
  expect([isWorse('quota', 80, 0), isWorse('quota', 95, 100), isWorse('quota', 0, 80)]).toEqual([
    true,
    false,
    false,
  ])
  expect([isWorse('expiry', 7, 30), isWorse('expiry', 1, 0), isWorse('expiry', 30, 7)]).toEqual([
    true,
    true,
    false,
  ])
})

import { expect, test } from 'vitest'
import { Pace } from '../../src/uploads/transfer/pace.ts'

const KiB = 1024
const MiB = 1024 ** 2

/** How many long requests of 5 MiB may be under way after some have ended, on a line of so many bytes per second. */
function atOnce(bytesPerSecond: number, requests: number): number[] {
  const pace = new Pace()
  return Array.from({ length: requests }, () => {
    const before = pace.longAtOnce
    pace.record(5 * MiB, true, (5 * MiB * before * 1000) / bytesPerSecond)
    return before
  })
}

test('the first part has the line for itself, and more share it only as far as they stay quick', () => {
  expect(atOnce(0.5 * MiB, 5)).toEqual([1, 2, 2, 2, 2])
  expect(atOnce(3 * MiB, 5)).toEqual([1, 2, 2, 2, 2])
  expect(atOnce(5 * MiB, 5)).toEqual([1, 2, 3, 3, 3])
  expect(atOnce(100 * MiB, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('a line that becomes slow is shared by fewer, and after a failure it is tried anew', () => {
  const pace = new Pace()
  for (let request = 0; request < 4; request++) pace.record(5 * MiB, true, 100)
  expect(pace.longAtOnce).toBe(5)
  for (let request = 0; request < 9; request++) pace.record(5 * MiB, true, 9000)
  expect(pace.longAtOnce).toBe(2)
  pace.recordFailure()
  expect(pace.longAtOnce).toBe(1)
})

test('larger parts of the same line change nothing about how many are sent at once', () => {
  const atOnceBySize = (size: number) => {
    const pace = new Pace()
    return Array.from({ length: 8 }, () => {
      const before = pace.longAtOnce
      pace.record(size, true, (size * before * 1000) / (20 * MiB))
      return before
    })
  }
  expect(atOnceBySize(80 * MiB)).toEqual(atOnceBySize(5 * MiB))
})

test('what a part can send in some seconds follows the line, whatever its share of it', () => {
  const pace = new Pace()
  expect(pace.bytesIn(4000)).toBe(0)
  pace.record(5 * MiB, true, 2500)
  expect([pace.longAtOnce, pace.bytesIn(4000)]).toEqual([2, 4 * MiB])
  pace.record(5 * MiB, true, 5000)
  expect(pace.bytesIn(4000)).toBe(4 * MiB)
  pace.record(5 * MiB, true, 7000)
  expect(pace.bytesIn(7000)).toBeCloseTo(6 * MiB, -5)
  pace.recordFailure()
  expect(pace.bytesIn(4000)).toBe(0)
})

test('what is handed over gets the time that the line needs for it, before a request counts as hung', () => {
  const pace = new Pace()
  expect(pace.patience(0)).toBe(30_000)
  // At 1 Mbit/s a part that a proxy has taken at once arrives after 42 s, two beside each other after 84 s.
  expect(pace.patience(5 * MiB)).toBeGreaterThan(2 * 84_000)
  for (let request = 0; request < 3; request++) pace.record(5 * MiB, true, 500)
  expect(pace.patience(5 * MiB)).toBeLessThan(40_000)
  pace.recordFailure()
  expect(pace.patience(5 * MiB)).toBeGreaterThan(2 * 84_000)
})

test('a request is short where this line takes it in a quarter of a second', () => {
  const pace = new Pace()
  expect([pace.isShort(16 * KiB), pace.isShort(17 * KiB)]).toEqual([true, false])
  pace.record(100 * KiB, true, 100)
  expect([pace.isShort(250 * KiB), pace.isShort(251 * KiB)]).toEqual([true, false])
  pace.record(4 * KiB, false, 5)
  expect([pace.isShort(250 * KiB), pace.isShort(251 * KiB)]).toEqual([true, false])
  pace.record(MiB, true, 1)
  expect([pace.isShort(MiB), pace.isShort(MiB + 1)]).toEqual([true, false])
  pace.record(200 * KiB, false, 2000)
  expect([pace.isShort(100 * KiB), pace.isShort(101 * KiB)]).toEqual([true, false])
})

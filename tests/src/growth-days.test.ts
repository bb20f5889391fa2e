import { expect, test } from 'vitest'
import { growthDays, topOf } from '../../src/bucket/overview/growth-days.ts'

const sample = (day: string, size = 1) => ({ day, size, objects: 1 })

test('days that were not measured are gaps, also across the end of a month', () => {
  const measured = [sample('2026-10-30', 5), sample('2026-11-02', 7)]
  expect(growthDays(measured)).toEqual([
    { day: '2026-10-30', sample: measured[0] },
    { day: '2026-10-31', sample: null },
    { day: '2026-11-01', sample: null },
    { day: '2026-11-02', sample: measured[1] },
  ])
})

test('the chart is scaled to its largest day, and has a height where all are empty', () => {
  expect(topOf(growthDays([sample('2026-11-01', 5), sample('2026-11-02', 3)]))).toBe(5)
  expect(topOf(growthDays([sample('2026-11-01', 0)]))).toBe(1)
  expect(growthDays([])).toEqual([])
})

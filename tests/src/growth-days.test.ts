import { expect, test } from 'vitest'
import { growthDays } from '../../src/buckets/page/overview/growth-chart.tsx'

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

test('nothing measured is no day', () => expect(growthDays([])).toEqual([]))

import { expect, test } from 'vitest'
import { dayFrom } from '../../src/i18n/day-text.ts'

test.each([
  ['vi', '05/11/2026', '2026-11-05'],
  ['en', '11/5/2026', '2026-11-05'],
  ['vi', '5-11-26', '2026-11-05'],
  ['en', ' 11. 5. 2026 ', '2026-11-05'],
  ['vi', '05112026', '2026-11-05'],
  ['vi', '2026-11-5', '2026-11-05'],
  // The other order, where only that one is a day.
  ['vi', '11/21/2026', '2026-11-21'],
  ['en', '21/11/2026', '2026-11-21'],
  ['en', '2/29/2028', '2028-02-29'],
] as const)('in %s, %s is the day %s', (locale, typed, day) => {
  expect(dayFrom(typed, locale)).toBe(day)
})

test.each(['', '2/29/2026', '2026-02-30', '31/31/2026', '1/1', '1/1/202', '0/1/2026', 'tomorrow'])(
  '%s is no day',
  typed => {
    expect([dayFrom(typed, 'vi'), dayFrom(typed, 'en')]).toEqual(['', ''])
  },
)

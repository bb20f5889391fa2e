import { describe, expect, it } from 'vitest'
import { expiryOf } from '../../domain/expiry.ts'
import { initialsOf } from '../../domain/initials.ts'
import { passwordRules } from '../../domain/password.ts'

describe('how long an account lasts', () => {
  it('is for ever with the date 0, else counted in days of the calendar, the last one as 0, and over from its second on', () => {
    const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime() / 1000
    const now = at(28, 17)
    const left = (days: number) => ({ kind: 'left', days })
    expect([
      expiryOf(0, now),
      expiryOf(at(37, 23), now),
      expiryOf(at(37, 9), now),
      expiryOf(at(29, 1), now),
      expiryOf(at(28, 18), now),
      expiryOf(now, now),
    ]).toEqual([{ kind: 'forever' }, left(9), left(9), left(1), left(0), { kind: 'over' }])
  })
})

it.each([
  ['Nguyễn Thị Lan', 'NL'],
  ['  đức   ', 'Đ'],
  ['Ada Lovelace', 'AL'],
  ['😀 Bình', '😀B'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it('each rule of a new password is told for itself, in any script', () => {
  const kept = (password: string) =>
    Object.entries(passwordRules).flatMap(([rule, holds]) => (holds(password) ? [rule] : []))
  expect([kept(''), kept('ĐÊM'), kept('đêm khuya 9'), kept('Đêm#2026')]).toEqual([
    [],
    ['upper'],
    ['length', 'lower', 'digit', 'special'],
    ['length', 'upper', 'lower', 'digit', 'special'],
  ])
})

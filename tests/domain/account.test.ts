import { describe, expect, it } from 'vitest'
import { expiryOf } from '../../domain/expiry.ts'
import { initialsOf } from '../../domain/initials.ts'
import { passwordRules } from '../../domain/password.ts'

describe('how long an account lasts', () => {
  const now = 1_800_000_000
  it('is for ever with the date 0, whole days before it ends, the last day as 0, and over from its second on', () => {
    expect([
      expiryOf(0, now),
      expiryOf(now + 41 * 86_400 + 5, now),
      expiryOf(now + 86_399, now),
      expiryOf(now, now),
    ]).toEqual([{ kind: 'forever' }, { kind: 'left', days: 41 }, { kind: 'left', days: 0 }, { kind: 'over' }])
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

import { beforeAll, expect, it } from 'vitest'
import { dayOf, whenOf } from '../../src/audit/when.ts'

beforeAll(() => {
  process.env.TZ = 'Asia/Ho_Chi_Minh'
})

const seconds = (text: string) => Date.parse(text) / 1000
const now = seconds('2026-11-21T14:30:00+07:00')
const plain = (text: string) => text.replace(/\s/g, ' ')

it('says how long ago something was within a day, and the time of day', () => {
  const at = (text: string) => {
    const { ago, fresh, clock } = whenOf(seconds(text), now, 'en')
    return [ago, fresh, plain(clock)]
  }
  expect([
    at('2026-11-21T14:29:30+07:00'),
    at('2026-11-21T14:30:20+07:00'),
    at('2026-11-21T14:25:00+07:00'),
    at('2026-11-21T09:00:00+07:00'),
    at('2026-11-19T09:05:00+07:00'),
  ]).toEqual([
    [null, true, '2:29 PM'],
    [null, true, '2:30 PM'],
    ['5 minutes ago', false, '2:25 PM'],
    ['5 hours ago', false, '9:00 AM'],
    [null, false, '9:05 AM'],
  ])
  expect(whenOf(seconds('2026-11-21T14:25:00+07:00'), now, 'vi').ago).toBe('5 phút trước')
})

it('says the exact time with seconds and zone', () => {
  expect(plain(whenOf(seconds('2026-11-19T09:05:07+07:00'), now, 'en').exact)).toBe(
    '11/19/2026, 09:05:07 AM GMT+7',
  )
})

it('names the day as the visitor’s calendar has it', () => {
  expect(dayOf(seconds('2026-11-21T00:00:00+07:00'), now, 'en')).toBe('Today')
  expect(dayOf(seconds('2026-11-20T23:59:59+07:00'), now, 'vi')).toBe('Hôm qua')
  expect(dayOf(seconds('2026-11-19T12:00:00+07:00'), now, 'en')).toBe('Thursday, November 19, 2026')
})

import { beforeAll, describe, expect, it } from 'vitest'
import { actGroups, acts, actsOf } from '../../src/audit/acts.ts'
import { addressOf, csvAddress, filterOf, isNarrowed, noFilter, queryOf } from '../../src/audit/filter.ts'
import { dayOf, whenOf } from '../../src/audit/when.ts'

beforeAll(() => {
  process.env.TZ = 'Asia/Ho_Chi_Minh'
})
const of = (address: string) => filterOf(new URLSearchParams(address))

describe('the filter of the audit log', () => {
  it('is read from an address, and what is not valid there counts as not there', () => {
    expect(of('?action=SIGN_IN&search=%20lan%40&from=2026-11-01&to=2026-11-20')).toEqual({
      action: 'SIGN_IN',
      search: 'lan@',
      from: '2026-11-01',
      to: '2026-11-20',
    })
    expect(of('?action=constructor&from=yesterday&to=2026-13-40&page=3')).toEqual(noFilter)
    expect(of('')).toEqual(noFilter)
  })

  it('is the same again after it was written into an address', () => {
    const filter = { action: 'PIN_SET', search: 'Nguyễn & co', from: '', to: '2026-02-28' } as const
    expect(filterOf(addressOf(filter))).toEqual(filter)
    expect(addressOf(noFilter).toString()).toBe('')
  })

  it('asks for whole days in local time, the last one included', () => {
    expect(queryOf({ ...noFilter, from: '2026-11-01', to: '2026-11-01' })).toEqual({
      from: Date.parse('2026-11-01T00:00:00+07:00') / 1000,
      to: Date.parse('2026-11-02T00:00:00+07:00') / 1000,
    })
    expect(queryOf({ ...noFilter, to: '2026-12-31' })).toEqual({
      to: Date.parse('2027-01-01T00:00:00+07:00') / 1000,
    })
  })

  it('goes into the address of the file', () => {
    expect(csvAddress(noFilter)).toBe('/api/audit/csv')
    expect(csvAddress({ ...noFilter, action: 'SIGN_IN', search: 'a&b' })).toBe(
      '/api/audit/csv?action=SIGN_IN&search=a%26b',
    )
  })

  it('offers each act once, below its group', () => {
    expect(actGroups.flatMap(actsOf).sort()).toEqual(Object.keys(acts).sort())
    expect(actsOf('files')).toContain('JOB_ENDED')
  })

  it('narrows where anything is set', () => {
    expect([isNarrowed(noFilter), isNarrowed({ ...noFilter, search: 'x' })]).toEqual([false, true])
  })
})

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

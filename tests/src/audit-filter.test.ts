import { beforeAll, describe, expect, it } from 'vitest'
import { addressOf, csvAddress, filterOf, isNarrowed, noFilter, queryOf } from '../../src/audit/filter.ts'

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

  it('narrows where anything is set', () => {
    expect([isNarrowed(noFilter), isNarrowed({ ...noFilter, search: 'x' })]).toEqual([false, true])
  })
})

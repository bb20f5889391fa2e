import { expect, test } from 'vitest'
import { addressPlaces, divisionsOf, shownPlaces } from '../../domain/divisions.ts'

test.each([
  [{ city: '01', ward: '00070' }, null],
  [{ city: '01', district: null, ward: '00070' }, null],
  [{ city: '01', district: '', ward: '00070' }, null],
  [{ city: '15', ward: '' }, null],
  [{ city: '15', district: null, ward: '' }, null],
  [{ city: '15', district: '', ward: '' }, ''],
  [{ city: '01', district: '002', ward: '' }, '002'],
  [{ city: '01', district: '002', ward: '00070' }, '002'],
  [{ city: '', ward: '' }, ''],
  [{ city: '', district: null, ward: '' }, ''],
  [{ city: '', district: '', ward: '' }, ''],
])('the district of %o is stored as %o', (sent, district) => {
  expect(addressPlaces(sent)).toEqual({ city: sent.city, district, ward: sent.ward })
})

test('an address without places is shown in the divisions since July 2025, any other in its own', () => {
  const shown = (city: string, district: string | null, ward: string) =>
    divisionsOf(shownPlaces({ city, district, ward }))
  expect(shown('', '', '')).toBe('since-2025')
  expect(shown('01', null, '')).toBe('since-2025')
  expect(shown('15', '', '')).toBe('until-2025')
  expect(shown('01', '002', '00070')).toBe('until-2025')
})

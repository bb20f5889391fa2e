import { describe, expect, it } from 'vitest'
import { unaccented } from '../../domain/folded.ts'
import { matching } from '../../src/forms/option-match.ts'

const places = [
  'Thành phố Hà Nội',
  'Tỉnh Hà Giang',
  'Tỉnh Hạ Long',
  'Thành phố Hải Phòng',
  'Thành phố Đà Nẵng',
  'Thành phố Hồ Chí Minh',
  'Tỉnh Bà Rịa - Vũng Tàu',
  'Đặc khu Côn Đảo',
].map((name, index) => ({ id: String(index), name }))
const found = (query: string) => matching(places, query).map(place => place.name)

describe('the options that a typed text means', () => {
  it('are found without diacritics', () => {
    expect(found('ha noi')).toEqual(['Thành phố Hà Nội'])
    expect(found('da nang')).toEqual(['Thành phố Đà Nẵng'])
    expect(found('DA')).toEqual(['Thành phố Đà Nẵng', 'Đặc khu Côn Đảo'])
    expect(found('con')).toEqual(['Đặc khu Côn Đảo'])
  })

  it('are found with them, composed or decomposed, those with the same ones first', () => {
    expect(found('hà nội')).toEqual(['Thành phố Hà Nội'])
    expect(found('hà nội'.normalize('NFD'))).toEqual(['Thành phố Hà Nội'])
    expect(found('hạ')).toEqual(['Tỉnh Hạ Long', 'Thành phố Hà Nội', 'Tỉnh Hà Giang', 'Thành phố Hải Phòng'])
  })

  it('are found by whole names, later words and initials', () => {
    expect(found('thanh pho h')).toEqual(['Thành phố Hà Nội', 'Thành phố Hải Phòng', 'Thành phố Hồ Chí Minh'])
    expect(found('vung tau')).toEqual(['Tỉnh Bà Rịa - Vũng Tàu'])
    expect(found('hcm')).toEqual(['Thành phố Hồ Chí Minh'])
  })

  it('are all of them where nothing is typed, and none where nothing fits', () => {
    expect(found('  ')).toEqual(places.map(place => place.name))
    expect(found('paris')).toEqual([])
  })
})

it('folds every Vietnamese letter', () => {
  expect(unaccented('ĂÂĐÊÔƠƯ ắậđễộợứ')).toBe('aadeoou aadeoou')
})

import { describe, expect, test } from 'vitest'
import { cutName } from '../../src/ui/cut-name.ts'

const upTo = (length: number) => (text: string) => text.length <= length

describe('a name in a small place', () => {
  test.each([
    [30, 'Báo cáo quý 3 năm 2026.xlsx', 'Báo cáo quý 3 năm 2026.xlsx'],
    [20, 'Báo cáo quý 3 năm 2026.xlsx', 'Báo cáo q… 2026.xlsx'],
    [15, 'anh-gia-dinh-2026', 'anh-…-dinh-2026'],
    [14, 'anh-gia-dinh-2026', 'anh-gia-dinh-…'],
    [11, 'anh-gia-dinh', 'anh-gia-di…'],
    [3, 'anh-gia-dinh', 'an…'],
    [1, 'anh-gia-dinh', '…'],
    [0, 'anh-gia-dinh', '…'],
  ])('of %i characters shows %s as %s', (room, name, shown) => {
    expect(cutName(name, upTo(room))).toBe(shown)
  })

  test('keeps a letter and its diacritics together', () => {
    const decomposed = 'Tệp'.normalize('NFD')
    expect(cutName(decomposed, upTo(3))).toBe('T…')
  })
})

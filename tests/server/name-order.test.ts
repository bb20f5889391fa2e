import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchName, sortName } from '../../server/store/name-order.ts'

const letters = [
  ...'aàảãáạăằẳẵắặâầẩẫấậbcdđeèẻẽéẹêềểễếệghiìỉĩíịklmnoòỏõóọôồổỗốộơờởỡớợpqrstuùủũúụưừửữứựvxyỳỷỹýỵ',
]
const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

test('the bytes of keys sort names as Vietnamese does, whatever their case and composition', () => {
  const collator = new Intl.Collator('vi', { sensitivity: 'accent' })
  const character = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...letters) },
    fc.constantFrom(...' 0129'),
  )
  // Few letters, so that many names begin alike.
  const name = fc
    .array(character, { minLength: 1, maxLength: 6 })
    .map(parts => parts.join('').trim())
    .filter(text => text !== '')
  const written = fc.tuple(name, fc.boolean(), fc.constantFrom('NFC', 'NFD')).map(([text, upper, form]) => ({
    text,
    key: sortName((upper ? text.toUpperCase() : text).normalize(form)),
  }))
  fc.assert(
    fc.property(written, written, (a, b) => {
      expect(bytes(a.key, b.key)).toBe(Math.sign(collator.compare(a.text, b.text)))
    }),
    { numRuns: 3000 },
  )
})

test('a search ignores case, diacritics and composition', () => {
  expect([searchName('ĐẶNG Thị Ổi'.normalize('NFD')), searchName('Kho', 'HĐ-1')]).toEqual([
    'dang thi oi',
    'kho\nhd-1',
  ])
})

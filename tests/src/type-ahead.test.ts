import { expect, test } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import { rowTyped, withLetter } from '../../src/objects/type-ahead.ts'

const rows = ['ảnh/', 'Áo.txt', 'bàn.txt', 'bánh.txt', 'bút.txt'].map(
  name => ({ type: name.endsWith('/') ? 'folder' : 'file', key: name, name }) as ObjectItem,
)

test('letters go to a name that begins so, in any case, with or without diacritics', () => {
  expect([
    rowTyped(rows, -1, 'b'),
    rowTyped(rows, 2, 'ban'),
    rowTyped(rows, 2, 'BANH'),
    rowTyped(rows, 4, 'ảnh'),
    rowTyped(rows, 0, 'x'),
    rowTyped([], -1, 'a'),
  ]).toEqual([2, 2, 3, 0, -1, -1])
})

test('the same letter again goes on to the next name that begins with it, and round to the first', () => {
  expect([rowTyped(rows, 2, 'b'), rowTyped(rows, 3, 'bb'), rowTyped(rows, 4, 'bbb')]).toEqual([3, 4, 2])
})

test('letters belong together while they come within a second', () => {
  const b = withLetter(null, 'b', 5000)
  const bu = withLetter(b, 'u', 6000)
  expect([b, bu, withLetter(bu, 'a', 7001)]).toEqual([
    { letters: 'b', at: 5000 },
    { letters: 'bu', at: 6000 },
    { letters: 'a', at: 7001 },
  ])
})

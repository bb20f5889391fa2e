import { expect, test } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import { appendLetter, findRow } from '../../src/files/list/key-strokes.ts'

const rows = ['ảnh/', 'Áo.txt', 'bàn.txt', 'bánh.txt', 'bút.txt'].map(
  name => ({ type: name.endsWith('/') ? 'folder' : 'file', key: name, name }) as ObjectItem,
)

test('letters go to a name that begins so, in any case, with or without diacritics', () => {
  expect([
    findRow(rows, -1, 'b'),
    findRow(rows, 2, 'ban'),
    findRow(rows, 2, 'BANH'),
    findRow(rows, 4, 'ảnh'),
    findRow(rows, 0, 'x'),
    findRow([], -1, 'a'),
  ]).toEqual([2, 2, 3, 0, -1, -1])
})

test('the same letter again goes on to the next name that begins with it, and round to the first', () => {
  expect([findRow(rows, 2, 'b'), findRow(rows, 3, 'bb'), findRow(rows, 4, 'bbb')]).toEqual([3, 4, 2])
})

test('letters belong together while they come within a second', () => {
  const b = appendLetter(null, 'b', 5000)
  const bu = appendLetter(b, 'u', 6000)
  expect([b, bu, appendLetter(bu, 'a', 7001)]).toEqual([
    { letters: 'b', at: 5000 },
    { letters: 'bu', at: 6000 },
    { letters: 'a', at: 7001 },
  ])
})

import { expect, test } from 'vitest'
import { isSame } from '../../domain/is-same.ts'

test.each([
  [{ a: 1, b: [{ c: 'x' }, { c: 'y' }] }, { b: [{ c: 'y' }, { c: 'x' }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [null, null, true],
  [null, undefined, false],
  ['1', 1, false],
  [['a,b'], ['a', 'b'], false],
  [[], {}, false],
  [{ a: null }, {}, false],
])('%j and %j are the same: %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})

import { expect, test } from 'vitest'
import { worthAsking } from '../../src/forms/worth-asking.ts'

test.each([
  [{}, false],
  [{ bucket: true }, false],
  [{ name: true, email: false }, false],
  [{ name: true, email: true }, true],
  [{ emails: [true] }, false],
  [{ emails: [true, true] }, true],
])('of %j it is asked before it is thrown away: %s', (dirtyFields, asks) => {
  expect(worthAsking(dirtyFields)).toBe(asks)
})

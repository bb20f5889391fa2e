import { expect, test } from 'vitest'
import { worthAsking } from '../../src/forms/worth-asking.ts'

test.each([
  [{}, false],
  [{ bucket: true }, true],
  [{ name: false, email: false }, false],
  [{ emails: [] }, false],
  [{ emails: [{ address: true }] }, true],
])('of %j it is asked before it is thrown away: %s', (dirtyFields, asks) => {
  expect(worthAsking(dirtyFields)).toBe(asks)
})

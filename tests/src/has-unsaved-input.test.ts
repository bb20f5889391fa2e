import { expect, test } from 'vitest'
import { hasUnsavedInput } from '../../src/forms/has-unsaved-input.ts'

test.each([
  [{}, false],
  [{ bucket: true }, true],
  [{ name: false, email: false }, false],
  [{ emails: [] }, false],
  [{ emails: [{ address: true }] }, true],
])('of %j it is asked before it is thrown away: %s', (dirtyFields, asks) => {
  expect(hasUnsavedInput(dirtyFields)).toBe(asks)
})

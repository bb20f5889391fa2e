// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

test('the console’s path of one with the base path, and of one without, which the server answers too', async () => {
  document.documentElement.dataset.base = '/kho'
  vi.resetModules()
  const { addressOf, pathOf } = await import('../../src/site/base-path.ts')
  expect(
    ['/kho/dashboard', '/kho', '/dashboard', '/', '/khos', '//kho//dashboard', '//reset-password'].map(
      pathOf,
    ),
  ).toEqual(['/dashboard', '/', '/dashboard', '/', '/khos', '/dashboard', '/reset-password'])
  expect(addressOf('/dashboard')).toBe('/kho/dashboard')
})

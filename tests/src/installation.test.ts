// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
})

async function pageOf(installation: string) {
  document.documentElement.dataset.installation = installation
  return await import('../../src/site/installation.ts')
}

const kept = () => Object.fromEntries(Object.keys(localStorage).map(key => [key, localStorage.getItem(key)]))

test('each installation of an origin names what it keeps by itself', async () => {
  const one = await pageOf('a1')
  vi.resetModules()
  const other = await pageOf('b2')
  expect([one.storageName('refresh'), other.storageName('refresh')]).toEqual([
    'kho.a1.refresh',
    'kho.b2.refresh',
  ])
})

test('what earlier versions have kept is taken over once', async () => {
  const before = {
    kho_refresh: 'token',
    'kho-jobs u1': '["1"]',
    'kho-files-view': 'tiles',
    another: 'program',
  }
  for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value)
  localStorage.setItem('kho.a1.files-view', 'list')
  await pageOf('a1')
  const after = { 'kho.a1.refresh': 'token', 'kho.a1.jobs u1': '["1"]', 'kho.a1.files-view': 'list' }
  expect(kept()).toEqual({ ...after, another: 'program' })
  vi.resetModules()
  await pageOf('b2')
  expect(kept()).toEqual({ ...after, another: 'program' })
})

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

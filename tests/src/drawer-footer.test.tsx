// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { DrawerFooter } from '../../src/frame/drawer-footer.tsx'
import { formatsOf } from '../../src/i18n/formats.ts'
import { serve, show } from './support/screen.tsx'

const expire_date = vi.hoisted(() => Math.floor(new Date(2126, 11, 25, 12).getTime() / 1000))
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => ({ ...owner, expire_date }))
})

test('the drawer writes the expiry date as the tables beside it do', async () => {
  serve({
    'GET /dashboard/quota-user': () => ({ usage: 1, total: null, percentUse: 0, full_since: null }),
  })
  await show(<DrawerFooter />, 'vi')
  expect(formatsOf('vi').date(expire_date)).toBe('25/12/2126')
  await expect.poll(() => document.body.textContent).toContain('25/12/2126')
})

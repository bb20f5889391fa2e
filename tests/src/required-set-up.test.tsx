// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import RequiredSetUp from '../../src/security/two-step/required-set-up.tsx'
import { button, buttonThere, show, textThere } from './support/screen.tsx'

const here = vi.hoisted(() => ({ ssoRequired: false }))
vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => ({ ...owner, sso_required: here.ssoRequired }))
})
vi.mock(import('../../src/api/passkey-support.ts'), () => ({ mayHavePasskeys: () => true }))
beforeEach(() => {
  here.ssoRequired = false
})

test('a required second step is a passkey or an app', async () => {
  const t = await show(<RequiredSetUp />)
  await buttonThere(t('passkeys.add'))
  await buttonThere(t('security.requiredSetUp'))
})

test('where the organization’s sign-in is required, no passkey is offered as the second step', async () => {
  here.ssoRequired = true
  const t = await show(<RequiredSetUp />)
  await textThere(t('passkeys.notWithSso'))
  await buttonThere(t('security.requiredSetUp'))
  expect(button(t('passkeys.add'))).toBeUndefined()
})

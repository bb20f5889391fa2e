// @vitest-environment happy-dom

import { beforeAll, expect, test, vi } from 'vitest'
import { passkeyTexts } from '../../languages/languages.ts'
import { ssoTexts } from '../../languages/screen-texts.ts'
import { language, showLocale } from '../../src/i18n/text.ts'
import { signIn } from '../../src/session/authenticate/flow.ts'

const { code } = vi.hoisted(() => ({ code: { now: '' } }))
vi.mock(import('../../src/api/client.ts'), () => {
  const POST = async () => ({
    error: { code: code.now, request_id: 'r' },
    response: new Response(null, { status: 403 }),
  })
  return { api: {}, apiFailingFast: { POST } } as never
})
beforeAll(() => showLocale('vi'))

test.each([
  ['PASSKEY_REQUIRED', passkeyTexts],
  ['SSO_REQUIRED', ssoTexts],
] as const)('a right password that is answered with %s comes with its sentence', async (refusal, texts) => {
  code.now = refusal
  const outcome = await signIn({ username: 'an@example.com', password: 'p' }, new AbortController().signal)
  expect(outcome).toMatchObject({ ok: false, code: refusal })
  const { messages } = await texts.vi()
  expect(language().text(`error.${refusal}`)).toBe((messages as Record<string, string>)[`error.${refusal}`])
})

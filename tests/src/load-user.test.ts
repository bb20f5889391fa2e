// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { loadUser } from '../../src/session/flow.ts'

const user = vi.hoisted(() => ({ username: '' }))
vi.mock(import('../../src/api/client.ts'), () => {
  const GET = async () => ({ data: user, response: new Response() })
  return {
    apiFailingFast: { GET },
    transport: {},
    tokens: { read: () => ({ token: 'r', user: '1' }), write: () => undefined },
  } as never
})

test('a user without a username is not signed in', async () => {
  expect(await loadUser()).toEqual({ ok: false, code: 'UNAUTHORIZED' })
  user.username = 'an'
  expect(await loadUser()).toEqual({ ok: true, user })
})

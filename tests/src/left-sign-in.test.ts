import { beforeEach, expect, test, vi } from 'vitest'
import { signIn, verifyCode } from '../../src/session/authenticate/flow.ts'

const { write, answer } = vi.hoisted(() => ({ write: vi.fn(), answer: { late: (): unknown => undefined } }))
vi.mock(import('../../src/api/client.ts'), () => {
  const POST = async () => {
    answer.late()
    return { data: { refresh_token: 'r', user: { id: 'user-1' } }, response: new Response() }
  }
  return { api: {}, apiFailingFast: { POST }, tokens: { write } } as never
})
beforeEach(() => write.mockClear())

const calls = {
  signIn: (signal: AbortSignal) => signIn({ username: 'an@example.com', password: 'p' }, signal),
  verifyCode: (signal: AbortSignal) => verifyCode({ challenge: 'c', code: '123456' }, signal),
}

test.each(Object.entries(calls))(
  '%s: an answer that comes after the form was left opens no session',
  async (_, call) => {
    const left = new AbortController()
    answer.late = () => left.abort()
    await expect(call(left.signal)).rejects.toThrow('abort')
    expect(write).not.toHaveBeenCalled()
    answer.late = () => undefined
    await call(new AbortController().signal)
    expect(write).toHaveBeenCalledOnce()
  },
)

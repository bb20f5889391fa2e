import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithLimit } from '../../src/api/client.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an answer that stalls in its middle is given up as one that does not come', async () => {
  vi.stubGlobal('fetch', async (_: Request, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"jobs":'))
        signal.addEventListener('abort', () => controller.error(signal.reason))
      },
    })
    return new Response(body)
  })
  const answer = expect(fetchWithLimit(new Request('http://localhost/api/jobs'))).rejects.toThrow('No answer')
  await vi.advanceTimersByTimeAsync(200_000)
  await answer
})

test('an answer comes whole, with its status and headers; one without a body too', async () => {
  const sent = new Response('{}', { status: 409, headers: { date: 'now' } })
  vi.stubGlobal('fetch', async () => sent)
  const answer = await fetchWithLimit(new Request('http://localhost/api/jobs'))
  expect([answer.status, answer.headers.get('date'), await answer.text()]).toEqual([409, 'now', '{}'])
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  expect((await fetchWithLimit(new Request('http://localhost/api/jobs'))).status).toBe(204)
})

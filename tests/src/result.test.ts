import { describe, expect, it } from 'vitest'
import { dataOf, result } from '../../src/api/result.ts'

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  code: 'BUCKET_EXISTS',
  detail: 'Bucket exists.',
  request_id: 'req-7',
}

describe('what a call came to', () => {
  it('is its data', async () => {
    const call = Promise.resolve({ data: [1], response: new Response() })
    expect(await result(call)).toEqual({ ok: true, data: [1] })
  })

  it('is the code of the problem that the server named', async () => {
    const call = Promise.resolve({ error: problem, response: new Response(null, { status: 409 }) })
    expect(await result(call)).toEqual({ ok: false, code: 'BUCKET_EXISTS', requestId: 'req-7' })
  })

  it.each([
    [{ code: 'TOO_MANY_REQUESTS', retry_after: 12 }, { retryAfterMs: 12_000 }],
    [{ code: 'TOO_MANY_REQUESTS' }, { retryAfterMs: 30_000 }],
    [{ code: 'OTP_LIMIT' }, { retryAfterMs: 60_000 }],
    [
      { code: 'INVALID_REQUEST', fields: [{ field: 'name', message: 'required' }] },
      { fields: [{ field: 'name', message: 'required' }] },
    ],
  ])('of %j says how long to wait and which fields are wrong', async (told, more) => {
    const call = Promise.resolve({
      error: { ...problem, ...told },
      response: new Response(null, { status: 400 }),
    })
    expect(await result(call)).toEqual({ ok: false, code: told.code, requestId: 'req-7', ...more })
  })

  it('is unknown where the answer is not one of the contract', async () => {
    const call = Promise.resolve({
      error: '<h1>Bad gateway</h1>',
      response: new Response(null, { status: 502 }),
    })
    expect(await result(call)).toEqual({ ok: false, code: 'UNKNOWN_ERROR' })
    const nonsense = Promise.reject(new SyntaxError('Unexpected token'))
    expect(await result(nonsense)).toEqual({ ok: false, code: 'UNKNOWN_ERROR' })
  })

  it('is NETWORK where no answer came', async () => {
    const call = Promise.reject(new TypeError('Failed to fetch'))
    expect(await result(call)).toEqual({ ok: false, code: 'NETWORK' })
  })

  it('is nothing where the call was aborted: it rejects', async () => {
    const call = Promise.reject(new DOMException('Aborted', 'AbortError'))
    await expect(result(call)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('rejects with the code where a rejection is asked for', async () => {
    const call = Promise.resolve({ error: problem, response: new Response(null, { status: 409 }) })
    await expect(dataOf(call)).rejects.toMatchObject({
      name: 'ApiError',
      failure: { ok: false, code: 'BUCKET_EXISTS', requestId: 'req-7' },
    })
  })
})

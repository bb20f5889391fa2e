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
    expect(await result(call)).toEqual({ ok: false, code: 'BUCKET_EXISTS', problem })
  })

  it('is unknown where the answer is not one of the contract', async () => {
    const call = Promise.resolve({
      error: '<h1>Bad gateway</h1>',
      response: new Response(null, { status: 502 }),
    })
    expect(await result(call)).toEqual({ ok: false, code: 'UNKNOWN_ERROR', problem: null })
    const nonsense = Promise.reject(new SyntaxError('Unexpected token'))
    expect(await result(nonsense)).toEqual({ ok: false, code: 'UNKNOWN_ERROR', problem: null })
  })

  it('is NETWORK where no answer came', async () => {
    const call = Promise.reject(new TypeError('Failed to fetch'))
    expect(await result(call)).toEqual({ ok: false, code: 'NETWORK', problem: null })
  })

  it('is nothing where the call was aborted: it rejects', async () => {
    const call = Promise.reject(new DOMException('Aborted', 'AbortError'))
    await expect(result(call)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('rejects with the code where a rejection is asked for', async () => {
    const call = Promise.resolve({ error: problem, response: new Response(null, { status: 409 }) })
    await expect(dataOf(call)).rejects.toMatchObject({ name: 'ApiError', code: 'BUCKET_EXISTS', problem })
  })
})

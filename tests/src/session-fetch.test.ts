import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Lock, type SessionFetch, sessionFetch } from '../../src/api/client.ts'
import { parseStoredToken, tokenStore } from '../../src/api/tokens.ts'

type Seen = { method: string; path: string; authorization: string | null; body: string }

/** A server with one session: `valid` says whether its cookie is taken, `refresh` which token renews it. */
const state = { valid: false, refresh: 'first', calls: [] as Seen[], cutRenewals: false }
const server = createServer(answer)

function problem(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify({ code, request_id: 'req-1' }))
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const path = request.url ?? ''
  const authorization = request.headers.authorization ?? null
  state.calls.push({ method: request.method ?? '', path, authorization, body: await text(request) })
  if (path === '/api/auth/refresh-token') {
    if (state.cutRenewals) return void request.socket.destroy()
    if (authorization !== `Bearer ${state.refresh}`) return problem(response, 401, 'UNAUTHORIZED')
    state.valid = true
    state.refresh = `${state.refresh}+`
    response.end(JSON.stringify({ refresh_token: state.refresh, expires_in: 60 }))
    return
  }
  if (path === '/api/auth/login') return problem(response, 401, 'INVALID_CREDENTIALS')
  if (!state.valid) return problem(response, 401, 'UNAUTHORIZED')
  response.end('"done"')
}

let base = ''
let expired = 0
let lock: Lock
let tokens: ReturnType<typeof tokenStore>
let session: SessionFetch
let whenExpired: () => void
let user: string | null

beforeEach(async () => {
  Object.assign(state, { valid: false, refresh: 'first', calls: [], cutRenewals: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  expired = 0
  user = 'an'
  whenExpired = () => undefined
  lock = (_, work) => work()
  tokens = tokenStore(null)
  tokens.write({ token: 'first', user: 'an' })
  session = sessionFetch({
    baseUrl: base,
    tokens,
    currentUser: () => user,
    lock: (name, work) => lock(name, work),
    onExpired() {
      expired++
      whenExpired()
    },
  })
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const put = (signal?: AbortSignal) =>
  new Request(`${base}/bucket`, { method: 'PUT', body: 'what was typed', signal: signal ?? null })
const paths = () => state.calls.map(call => call.path)
const nextExpiry = () =>
  new Promise<void>(resolve => {
    whenExpired = resolve
  })

describe('a call whose session has run out', () => {
  it('renews the session with the refresh token and sends the call again, body and all', async () => {
    const response = await session.fetch(put())
    expect([response.status, await response.json()]).toEqual([200, 'done'])
    expect(state.calls).toEqual([
      { method: 'PUT', path: '/api/bucket', authorization: null, body: 'what was typed' },
      { method: 'POST', path: '/api/auth/refresh-token', authorization: 'Bearer first', body: '' },
      { method: 'PUT', path: '/api/bucket', authorization: null, body: 'what was typed' },
    ])
    expect(tokens.read()).toEqual({ token: 'first+', user: 'an' })
  })

  it('renews once for calls that run at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => session.fetch(put())))
    expect(responses.map(response => response.status)).toEqual(Array(10).fill(200))
    expect(paths().filter(path => path === '/api/auth/refresh-token')).toHaveLength(1)
  })

  it('uses what another tab has renewed meanwhile, and does not spend its token a second time', async () => {
    lock = async (_, work) => {
      Object.assign(state, { valid: true, refresh: 'of the other tab' })
      tokens.write({ token: 'of the other tab', user: 'an' })
      return work()
    }
    expect((await session.fetch(put())).status).toBe(200)
    expect(paths()).toEqual(['/api/bucket', '/api/bucket'])
  })

  it('is sent with the token of an earlier version, which kept an address', () => {
    const kept = ['t an@example.com', 't', 't user-1'].map(parseStoredToken)
    expect(kept.map(each => each?.user)).toEqual(['', '', 'user-1'])
  })

  it('is not sent again once another user has signed in in another tab, nor is the next one', async () => {
    lock = async (_, work) => {
      Object.assign(state, { valid: true, refresh: 'of the other tab' })
      tokens.write({ token: 'of the other tab', user: 'bình' })
      return work()
    }
    await expect(session.fetch(put())).rejects.toBeInstanceOf(TypeError)
    await expect(session.fetch(put())).rejects.toBeInstanceOf(TypeError)
    expect(paths()).toEqual(['/api/bucket'])
  })

  it('is never sent for another user who signs in in its place, be it resumed', async () => {
    state.refresh = 'revoked'
    const asked = nextExpiry()
    const call = session.fetch(put())
    await asked
    state.valid = true
    tokens.write({ token: 'second', user: 'bình' })
    user = 'bình'
    session.resume()
    await expect(call).rejects.toBeInstanceOf(TypeError)
    expect(paths()).toEqual(['/api/bucket', '/api/auth/refresh-token'])
    expect((await session.fetch(put())).status).toBe(200)
  })

  it('waits when the session cannot be renewed, and goes on after signing in again', async () => {
    state.refresh = 'revoked'
    const asked = nextExpiry()
    const call = session.fetch(put())
    await asked
    expect(tokens.read()).toBeNull()
    state.valid = true
    session.resume()
    expect((await call).status).toBe(200)
    expect([expired, state.calls.at(-1)?.body]).toEqual([1, 'what was typed'])
  })

  it('gets its 401 where nobody is signed in, as nobody will sign in for it', async () => {
    tokens.clear()
    user = null
    expect([(await session.fetch(put())).status, expired]).toEqual([401, 0])
  })

  it('gets its 401 when the user signs out instead', async () => {
    tokens.clear()
    const asked = nextExpiry()
    const call = session.fetch(put())
    await asked
    session.reject()
    expect((await call).status).toBe(401)
    expect(paths()).toEqual(['/api/bucket'])
  })

  it('stops waiting when it is aborted', async () => {
    tokens.clear()
    const abort = new AbortController()
    const asked = nextExpiry()
    const call = session.fetch(put(abort.signal))
    await asked
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('fails, and throws nobody out, when the renewal does not get through', async () => {
    state.cutRenewals = true
    await expect(session.fetch(put())).rejects.toBeInstanceOf(TypeError)
    expect([expired, tokens.read()?.token]).toEqual([0, 'first'])
  })

  it('gets its 401 without waiting where it only asks who is signed in', async () => {
    tokens.clear()
    const response = await session.fetchOnce(new Request(`${base}/user`))
    expect([response.status, expired]).toEqual([401, 0])
  })
})

it('a refused password is not a session that has run out', async () => {
  const response = await session.fetch(new Request(`${base}/auth/login`, { method: 'POST' }))
  expect([response.status, await response.json()]).toEqual([
    401,
    { code: 'INVALID_CREDENTIALS', request_id: 'req-1' },
  ])
  expect(paths()).toEqual(['/api/auth/login'])
})

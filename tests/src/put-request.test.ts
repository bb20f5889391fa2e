// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { putRequest } from '../../src/uploads/transfer/put-request.ts'

/** A request that sends as the test says. */
class Request {
  static last: Request
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  status = 200
  responseText = ''
  onload = () => undefined
  onabort = () => undefined
  open = () => undefined
  send = () => {
    Request.last = this
  }
  abort = vi.fn(() => this.onabort())
  getAllResponseHeaders = () => ''
  getResponseHeader = () => '"e"'
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Ms per byte that is handed over, and 1000 before any is. */
const patience = (handedOver: number) => 1000 + handedOver

function put(size: number) {
  const { signal } = new AbortController()
  const outcome = putRequest('https://s3.example/b/a', new Blob([new Uint8Array(size)]), {
    signal,
    crc32: null,
    patience,
  })
  return { outcome, request: Request.last }
}

test('a request is given up once it brings no progress for longer than what is handed over may need', async () => {
  const { outcome, request } = put(100_000)
  vi.advanceTimersByTime(999)
  request.upload.onprogress?.({ loaded: 40_000 })
  vi.advanceTimersByTime(40_999)
  request.upload.onprogress?.({ loaded: 100_000 })
  vi.advanceTimersByTime(100_999)
  expect(request.abort).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(await outcome).toEqual({ ok: false, code: 'NETWORK' })
})

test('a request that tells no progress has handed over its body', async () => {
  const { outcome, request } = put(5000)
  vi.advanceTimersByTime(5999)
  request.onload()
  expect(await outcome).toEqual({ ok: true, etag: '"e"', crc32: null, checked: false })
})

import type { SendFile } from '../../../machines/upload/types.ts'
import { failureOf } from './storage-answer.ts'

type Failure = Extract<SendFile['output'], { ok: false }>
export type PutResult = { ok: true; etag: string } | Failure

type Options = {
  signal: AbortSignal
  /** Bytes that have left, whenever the browser tells. */
  onProgress?: (sent: number) => void
  /** Without any progress for this long, in ms, the request counts as hung. */
  idleMs: number
}

/** Below this, in bytes, a request is too short to tell its progress. */
const silentBelow = 64 * 1024

/**
 * Sends `body` to a pre-signed address with one PUT. The browser reads the file as it sends. Resolves with the ETag or
 * what went wrong; rejects with the signal's reason when it aborts.
 */
export function putRequest(url: string, body: Blob, options: Options): Promise<PutResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let idle: ReturnType<typeof setTimeout>
    const watch = () => {
      clearTimeout(idle)
      idle = setTimeout(() => request.abort(), options.idleMs)
    }
    // A request that keeps its handlers keeps all that they see until the next full garbage collection.
    const letGo = () => {
      clearTimeout(idle)
      options.signal.removeEventListener('abort', stop)
      request.onload = request.onerror = request.onabort = null
      if (body.size > silentBelow) request.upload.onprogress = null
    }
    const end = (result: PutResult | Promise<PutResult>) => {
      letGo()
      resolve(result)
    }
    const stop = () => {
      letGo()
      request.abort()
      reject(options.signal.reason)
    }
    request.open('PUT', url)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        end({ ok: true, etag: request.getResponseHeader('ETag') ?? '' })
      } else end({ ok: false, code: failureOf(request.status, request.responseText) })
    }
    request.onerror = () => end(whyCut(body))
    request.onabort = () => end({ ok: false, code: 'NETWORK' })
    if (body.size > silentBelow) {
      request.upload.onprogress = event => {
        watch()
        options.onProgress?.(event.loaded)
      }
    }
    options.signal.addEventListener('abort', stop, { once: true })
    watch()
    request.send(body)
  })
}

/** The browser says the same of a file that it could no longer read and of a connection that was cut. */
async function whyCut(body: Blob): Promise<Failure> {
  if (!(await isReadable(body))) return { ok: false, code: 'FILE_CHANGED' }
  return { ok: false, code: navigator.onLine ? 'NETWORK' : 'OFFLINE' }
}

async function isReadable(body: Blob): Promise<boolean> {
  try {
    await body.slice(0, 1).arrayBuffer()
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}

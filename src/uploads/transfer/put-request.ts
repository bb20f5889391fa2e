import type { SendFailureCode, StepFailure } from '../../../machines/upload/types.ts'
import type { Stored } from '../compare/comparison.ts'
import { failureOf, stepFailure } from './storage-answer.ts'

type Failure = StepFailure<SendFailureCode>
export type PutResult = ({ ok: true } & Stored) | Failure

type Options = {
  signal: AbortSignal
  /** The checksum of `body`, as in `x-amz-checksum-crc32`, with which the storage compares it; null: none. */
  crc32: string | null
  /** Called with the bytes sent so far. */
  onProgress?: (sent: number) => void
  /** Ms without progress after which a request counts as hung, once so many bytes of it are handed over. */
  patience: (handedOver: number) => number
}

/** Requests with fewer bytes report no progress. */
const progressThreshold = 64 * 1024

/**
 * Sends `body` to a pre-signed URL with one PUT; the browser streams the file. Resolves with what the storage reports
 * of it, or the failure; rejects with the signal's reason when it aborts.
 */
export function putRequest(url: string, body: Blob, options: Options): Promise<PutResult> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const resetTimer = (handedOver: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), options.patience(handedOver))
    }
    // Remaining handlers would keep their closures in memory until the next full garbage collection.
    const cleanUp = () => {
      clearTimeout(timer)
      options.signal.removeEventListener('abort', onAbort)
      request.onload = request.onerror = request.onabort = null
      if (body.size > progressThreshold) request.upload.onprogress = null
    }
    const finish = (result: PutResult | Promise<PutResult>) => {
      cleanUp()
      resolve(result)
    }
    const onAbort = () => {
      cleanUp()
      request.abort()
      reject(options.signal.reason)
    }
    request.open('PUT', url)
    if (options.crc32 !== null) request.setRequestHeader('x-amz-checksum-crc32', options.crc32)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        finish({ ok: true, ...storedOf(request, options.crc32) })
      } else finish(stepFailure(failureOf(request.status, request.responseText)))
    }
    request.onerror = () => finish(connectionFailure(body))
    request.onabort = () => finish({ ok: false, code: 'NETWORK' })
    if (body.size > progressThreshold) {
      request.upload.onprogress = event => {
        resetTimer(event.loaded)
        options.onProgress?.(event.loaded)
      }
    }
    options.signal.addEventListener('abort', onAbort, { once: true })
    resetTimer(body.size > progressThreshold ? 0 : body.size)
    request.send(body)
  })
}

/** Browsers report an error on the page where a header that CORS hides is asked for by its name. */
function storedOf(answer: XMLHttpRequest, sent: string | null): Stored {
  const [, crc32 = null] = /^x-amz-checksum-crc32: *(\S+)/im.exec(answer.getAllResponseHeaders()) ?? []
  return { etag: answer.getResponseHeader('ETag') ?? '', crc32, checked: sent !== null && crc32 === sent }
}

/** The browser reports the same error for an unreadable file and for a lost connection. */
async function connectionFailure(body: Blob): Promise<Failure> {
  if (!(await isReadable(body))) return { ok: false, code: 'FILE_CHANGED' }
  return stepFailure('NETWORK')
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

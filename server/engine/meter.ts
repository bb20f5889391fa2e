import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CountedKind, outcomeOf, type RequestKind } from '../../domain/traffic.ts'
import type { Metered } from './request/context.ts'
import { subresourceOf } from './router.ts'
import type { Query } from './signature/uri.ts'
import type { BucketRow } from './store/buckets.ts'
import type { Outcome, Traffic } from './store/traffic.ts'

export const kindOf = (method: string, key: string, query: Query): RequestKind => {
  const subresource = subresourceOf(key, query)
  if (method === 'HEAD') return key === '' ? 'other' : 'read'
  if (method === 'DELETE' || subresource === 'delete') return 'delete'
  if (method !== 'GET') return 'write'
  if (subresource === undefined) return key === '' ? 'list' : 'read'
  return ['versions', 'uploads', 'uploadId'].includes(subresource) ? 'list' : 'other'
}

export const meteredOutcome = ({ authorized }: Metered, status: number): Outcome =>
  authorized ? outcomeOf(status) : 'refused'

/**
 * Counts a request when its response closes, whatever its status, unless there is no `bucket` then. `own`: it is the
 * console's. `metered.authorized` is set by the authorization.
 */
export const meter = (
  traffic: Traffic,
  bucket: () => BucketRow | undefined,
  key: string,
  query: Query,
  { request, response, own }: { request: IncomingMessage; response: ServerResponse; own?: boolean },
): Metered => {
  const { socket } = request
  const before = { read: socket.bytesRead, written: socket.bytesWritten }
  const metered: Metered = { authorized: false }
  response.once('close', () => {
    const row = bucket()
    if (!row) return
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    // The first bytes of a body arrive with its head.
    const received = request.complete && length >= 0 ? length : socket.bytesRead - before.read
    const sent = socket.bytesWritten - before.written
    const method = request.method ?? ''
    // What a person changes through the console counts as if a program had done it.
    const kind: CountedKind =
      own && (method === 'GET' || method === 'HEAD') ? 'console' : kindOf(method, key, query)
    // A client that disconnects before the response counts as an error.
    const status = response.headersSent ? response.statusCode : 400
    const outcome = kind === 'console' ? outcomeOf(status) : meteredOutcome(metered, status)
    traffic.add(row.uid, row.name, { kind, outcome, received, sent })
  })
  return metered
}

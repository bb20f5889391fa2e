import type { IncomingMessage, ServerResponse } from 'node:http'
import { outcomeOf, type RequestKind } from '../../domain/traffic.ts'
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
 * Counts a request to an existing bucket when its response closes, whatever its status. `metered.authorized` is set by
 * the authorization.
 */
export const meter = (
  traffic: Traffic,
  bucket: BucketRow,
  key: string,
  query: Query,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Metered => {
  const { socket } = request
  const before = { read: socket.bytesRead, written: socket.bytesWritten }
  const metered: Metered = { authorized: false }
  response.once('close', () => {
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    // The first bytes of a body arrive with its head.
    const received = request.complete && length >= 0 ? length : socket.bytesRead - before.read
    const sent = socket.bytesWritten - before.written
    const kind = kindOf(request.method ?? '', key, query)
    // A client that disconnects before the response counts as an error.
    const outcome = meteredOutcome(metered, response.headersSent ? response.statusCode : 400)
    traffic.add(bucket.uid, bucket.name, { kind, outcome, received, sent })
  })
  return metered
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { subresourceOf } from './router.ts'
import type { Query } from './signature/uri.ts'
import type { BucketRow } from './store/buckets.ts'
import type { RequestKind, Traffic } from './store/traffic.ts'

const kindOf = (method: string, key: string, query: Query): RequestKind => {
  const subresource = subresourceOf(key, query)
  if (method === 'HEAD') return 'head'
  if (method === 'DELETE' || subresource === 'delete') return 'delete'
  if (method !== 'GET') return 'write'
  if (subresource === undefined) return key === '' ? 'list' : 'read'
  return ['versions', 'uploads', 'uploadId'].includes(subresource) ? 'list' : 'other'
}

/** Counts a request to an existing bucket once its connection is done with it, whatever it was answered. */
export const meter = (
  traffic: Traffic,
  bucket: BucketRow,
  key: string,
  query: Query,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void => {
  const { socket } = request
  const before = { read: socket.bytesRead, written: socket.bytesWritten }
  response.once('close', () => {
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    // The first bytes of a body come with its head.
    const received = request.complete && length >= 0 ? length : socket.bytesRead - before.read
    const sent = socket.bytesWritten - before.written
    traffic.add(bucket.uid, bucket.name, kindOf(request.method ?? '', key, query), { received, sent })
  })
}

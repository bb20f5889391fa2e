import type { KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from '../protocol/errors.ts'
import type { Credential } from '../store/accounts.ts'
import type { Query } from './uri.ts'

/** How the body is sent; `sha256`: lower-case hex. */
export type Payload =
  | { kind: 'unsigned' }
  | { kind: 'signed'; sha256: string }
  | { kind: 'chunked'; signed: boolean; trailer: boolean }

export type ChunkSeed = { key: KeyObject; timestamp: string; scope: string; signature: string }

/**
 * The sender of a request; `credential` null: anonymous. `headers`: including the `x-amz-…` and conditional query
 * parameters of a pre-signed URL, which count as headers.
 */
export type Identity = {
  credential: Credential | null
  payload: Payload
  seed: ChunkSeed | undefined
  headers: IncomingHttpHeaders
}

export type Verifier = (request: {
  method: string
  /** Percent-encoded, as sent. */
  path: string
  query: Query
  headers: IncomingHttpHeaders
  /** The bucket, if the host names it. */
  hostname?: string | undefined
  /** The whole body, which SNS clients sign without a header that says so. */
  snsBody?: Buffer
}) => Identity

/** @throws S3Error InvalidRequest, InvalidArgument, NotImplemented */
export const parsePayload = (value: string | undefined): Payload => {
  if (value === undefined) {
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  }
  switch (value) {
    case 'UNSIGNED-PAYLOAD':
      return { kind: 'unsigned' }
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return { kind: 'chunked', signed: false, trailer: true }
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      return { kind: 'chunked', signed: true, trailer: false }
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return { kind: 'chunked', signed: true, trailer: true }
  }
  if (/^[0-9a-f]{64}$/.test(value)) return { kind: 'signed', sha256: value }
  if (value.startsWith('STREAMING-')) throw new S3Error('NotImplemented')
  throw new S3Error(
    'InvalidArgument',
    'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, or a valid sha256 value.',
  )
}

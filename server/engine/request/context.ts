import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Share } from '../../limits/shares.ts'
import type { Principal } from '../access/acl.ts'
import { S3Error } from '../protocol/errors.ts'
import type { Tag } from '../protocol/tags.ts'
import type { ChunkSeed, Payload } from '../signature/identity.ts'
import type { Query } from '../signature/uri.ts'
import type { Accounts } from '../store/accounts.ts'
import type { BucketRow } from '../store/buckets.ts'
import type { Cause } from '../store/events.ts'
import type { Marker, Version } from '../store/find-version.ts'
import type { Halt } from '../store/halt.ts'
import type { Store } from '../store/store.ts'
import type { Action } from './actions.ts'
import type { RequestOrigin } from './sender.ts'

/** The store and the settings that operations use. */
export type Engine = Store & {
  accounts: Accounts
  halt: Halt
  region: string
  /** The minimum size of every part but the last, in bytes. */
  minPartSize: number
  /** Whether all new objects are encrypted. */
  encrypt: boolean
  /** ms without data after which a body is aborted. */
  idleTimeout: number
  /** Unix ms. */
  now(): number
  /** Limits the bytes of XML bodies held in memory, per user and in total. @throws S3Error SlowDown */
  textMemory(uid: string): Share
}

/** Input of the meter: whether the sender was authorized for anything. */
export type Metered = { authorized: boolean }

/**
 * The request and its sender, as far as authorization and conditions need them. `bucket` and `key` are '' if the path
 * has none.
 */
export type Asked = {
  engine: Engine
  bucket: string
  key: string
  query: Query
  headers: IncomingHttpHeaders
  /** Null: anonymous. */
  principal: Principal | null
  /** The authorized action; see `authorizeRequest`. */
  action?: Action | null
  bucketRow?: BucketRow | undefined
  /** The version that the authorization read: current as long as the operation has awaited nothing. */
  seen?: Version | Marker | undefined
  sender: RequestOrigin
  /** Undefined if the request names no bucket. */
  metered?: Metered | undefined
  /** Tags in the request's body, once it is read. */
  requestTags?: readonly Tag[]
}

/** Takes pieces of a body; the next ones wait for its promise. */
export type Consume = (pieces: Buffer[]) => Promise<void> | undefined

/** A request with a body, over HTTP or of this process. */
export type WithBody = Asked & {
  requestId: string
  payload: Payload
  seed: ChunkSeed | undefined
  /** Passes the body to `consume`, as `pump` does, once the client has got the `100 Continue` that it waits for. */
  receive(consume: Consume): Promise<void>
}

/** One verified or anonymous request over HTTP. */
export type Context = WithBody & {
  request: IncomingMessage
  response: ServerResponse
  method: string
  /** The bucket's URL in the client's addressing style. */
  bucketUrl: string
}

/**
 * The bucket that the request names, as of the authorization.
 * @throws S3Error NoSuchBucket
 */
export const bucketOf = ({ bucket, bucketRow }: Asked): BucketRow => {
  if (!bucketRow) throw new S3Error('NoSuchBucket', undefined, { BucketName: bucket })
  return bucketRow
}

/** The sender's user; '' if anonymous. */
export const uidOf = ({ principal }: Asked): string => principal?.uid ?? ''

/** The request in the form that events of its changes contain. */
export const causeOf = ({ requestId, principal, sender }: WithBody): Cause => ({
  requestId,
  uid: principal?.uid ?? null,
  subUser: principal?.subUser ?? null,
  address: sender.address,
})

/** A header's value as one string, or undefined. */
export const header = (context: { headers: IncomingHttpHeaders }, name: string): string | undefined => {
  const value = context.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/**
 * A whole number from the query.
 * @throws S3Error InvalidArgument outside `least`…`most`
 */
export const integer = (
  context: Context,
  name: string,
  bounds: { least: number; most: number; otherwise?: number },
): number => {
  const text = context.query.get(name)
  if ((text === undefined || text === '') && bounds.otherwise !== undefined) return bounds.otherwise
  const value = /^\d{1,15}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (value >= bounds.least && value <= bounds.most) return value
  throw new S3Error(
    'InvalidArgument',
    `${name} must be a whole number from ${bounds.least} to ${bounds.most}.`,
    {
      ArgumentName: name,
      ArgumentValue: text ?? '',
    },
  )
}

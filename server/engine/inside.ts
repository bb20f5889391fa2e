import type { KeyPair } from '../s3/keys.ts'
import { newRequestId, toS3Error } from './handler.ts'
import { meteredOutcome } from './meter.ts'
import { readingOf } from './operations/get-object.ts'
import { storeObject } from './operations/put-object.ts'
import { S3Error } from './protocol/errors.ts'
import { authorizeRequest, may, stillAuthorized } from './request/authorize.ts'
import { readConditions } from './request/conditions.ts'
import { type Asked, bucketOf, type Engine, type WithBody } from './request/context.ts'
import { requireKeyLength } from './request/object-headers.ts'
import type { RequestOrigin } from './request/sender.ts'
import { parseQuery } from './signature/uri.ts'
import type { Credential } from './store/accounts.ts'
import { type BucketRow, findBucket } from './store/buckets.ts'
import { requireVersion } from './store/find-version.ts'
import type { KeyUse } from './store/key-use.ts'
import { readBlobs, readBuffers } from './store/read-blobs.ts'
import type { Traffic } from './store/traffic.ts'

/** `etag`: the object must have it. `from`: offset of the first byte. */
type InsideRead = { bucket: string; key: string; etag: string; from: number }

/**
 * GetObject without HTTP, for the process in which the engine runs: authorized, checked, leased and counted as a
 * request of `sender` signed with `keys`. Read to the end, or call `return()`, else the lease is kept. A chunk is
 * overwritten once the next one is requested.
 * @throws S3Error InvalidAccessKeyId, UserSuspended, NoSuchBucket, AccessDenied, NoSuchKey, PreconditionFailed,
 * InvalidRange; DamagedBlob, and those of a right that ends, also while reading
 */
export type ReadInside = (
  keys: KeyPair,
  sender: RequestOrigin,
  wanted: InsideRead,
) => Promise<AsyncGenerator<Uint8Array>>

type InsideWrite = {
  bucket: string
  key: string
  /** Bytes. */
  size: number
  /** Those of a PutObject besides its length, in lower case. */
  headers: Record<string, string>
}

/**
 * PutObject without HTTP, for the process in which the engine runs: authorized, stored, announced and counted as a
 * request of `sender` signed with `keys`. Returns the ETag, in quotes. The engine changes the memory of the pieces that
 * `receive` passes on.
 * @throws S3Error InvalidAccessKeyId, UserSuspended, NoSuchBucket, AccessDenied, ServiceUnavailable; as `storeObject`;
 * what `receive` throws
 */
export type WriteInside = (
  keys: KeyPair,
  sender: RequestOrigin,
  wanted: InsideWrite,
  receive: WithBody['receive'],
) => Promise<string>

/** The key's user, by a secret that never left this process. @throws Halted; S3Error InvalidAccessKeyId, UserSuspended */
export const identify = (engine: Engine, keys: KeyPair): Credential => {
  if (engine.halt.halted) throw engine.halt.halted
  const credential = engine.accounts.credential(keys.accessKey)
  if (credential?.secret !== keys.secretKey) throw new S3Error('InvalidAccessKeyId')
  if (credential.suspended) throw new S3Error('UserSuspended')
  return credential
}

/** Of a request by the console without a body: conditions may name them. The hash is that of no body. */
export const consoleHeaders = {
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
}

/** Whether a ListObjectsV2 of this prefix would be answered. `query`: its other parameters. */
export const mayListInside = (
  asked: Pick<Asked, 'engine' | 'principal' | 'sender'>,
  bucket: BucketRow,
  prefix: string,
  query: string,
): boolean => {
  const listing = {
    ...{ ...asked, bucket: bucket.name, key: '', headers: consoleHeaders, bucketRow: bucket },
    query: parseQuery(`list-type=2&encoding-type=url&${query}&prefix=${encodeURIComponent(prefix)}`),
  }
  return bucket.suspended !== 1 && may(listing, 's3:ListBucket', { bucket })
}

type Parts = { engine: Engine; traffic: Pick<Traffic, 'add'>; keyUse: Pick<KeyUse, 'add'> }

export const createInsideReader =
  ({ engine, traffic, keyUse }: Parts): ReadInside =>
  async (keys, sender, { bucket, key, etag, from }) => {
    const credential = identify(engine, keys)
    const asked: Asked = {
      ...{ engine, bucket, key, sender, principal: credential },
      query: parseQuery(''),
      headers: { 'if-match': etag },
    }
    authorizeRequest(asked, 's3:GetObject', findBucket(engine, bucket))
    const { uid, name } = bucketOf(asked)
    const version = requireVersion(engine, bucketOf(asked), key, undefined, asked.seen)
    if (readConditions(asked, version) !== 200) throw new S3Error('PreconditionFailed')
    if (from > 0 && from >= version.size) throw new S3Error('InvalidRange')
    keyUse.add(keys.accessKey)
    using held = new DisposableStack()
    held.use(engine.blobs.lease(version.content))
    const reading = readingOf(engine, { bucket: name, key }, version.content, { from, to: version.size })
    const opened = await readBlobs(engine, reading)
    const lease = held.move()
    const check = stillAuthorized(asked, version)
    return (async function* () {
      let sent = 0
      try {
        for (let bytes = opened.first; ; ) {
          check()
          sent += bytes.length
          yield bytes
          readBuffers.giveBack(bytes)
          const { value, done } = await opened.rest.next()
          if (done) return
          bytes = value
        }
      } finally {
        await opened.rest.return(undefined)
        lease.dispose()
        traffic.add(uid, name, { kind: 'read', outcome: 'good', received: 0, sent })
      }
    })()
  }

export const createInsideWriter =
  ({ engine, traffic, keyUse }: Parts): WriteInside =>
  async (keys, sender, { bucket, key, size, headers }, receive) => {
    const credential = identify(engine, keys)
    requireKeyLength(key)
    const found = findBucket(engine, bucket)
    const metered = { authorized: false }
    let received = 0
    let status = 200
    const asked: WithBody = {
      ...{ engine, bucket, key, sender, metered, principal: credential, requestId: newRequestId() },
      ...{ query: parseQuery(''), payload: { kind: 'unsigned' }, seed: undefined },
      headers: { ...headers, 'content-length': String(size) },
      receive: consume =>
        receive(pieces => {
          for (const piece of pieces) received += piece.length
          return consume(pieces)
        }),
    }
    keyUse.add(keys.accessKey)
    try {
      authorizeRequest(asked, 's3:PutObject', found)
      return (await storeObject(asked)).etag
    } catch (error) {
      const failure = toS3Error(error)
      // A sender that disconnects counts as an error of its own, as over HTTP.
      status = failure.code === 'InternalError' && received < size ? 400 : failure.status
      throw failure.code === 'InternalError' ? error : failure
    } finally {
      if (found)
        traffic.add(found.uid, found.name, {
          kind: 'write',
          outcome: meteredOutcome(metered, status),
          received,
          sent: 0,
        })
    }
  }

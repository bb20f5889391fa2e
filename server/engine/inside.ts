import type { KeyPair } from '../s3/keys.ts'
import { readingOf } from './operations/get-object.ts'
import { S3Error } from './protocol/errors.ts'
import { authorizeRequest } from './request/authorize.ts'
import { readConditions } from './request/conditions.ts'
import { type Asked, bucketOf, type Engine } from './request/context.ts'
import type { Sender } from './request/sender.ts'
import { parseQuery } from './signature/uri.ts'
import { findBucket } from './store/buckets.ts'
import type { KeyUse } from './store/key-use.ts'
import { readBlobs, readBuffers } from './store/read-blobs.ts'
import { requireVersion } from './store/required-version.ts'
import type { Traffic } from './store/traffic.ts'

/** `etag`: the object must have it. `from`: offset of the first byte. */
type InsideRead = { bucket: string; key: string; etag: string; from: number }

/**
 * GetObject without HTTP, for the process in which the engine runs: authorized, checked, leased and counted as a
 * request of `sender` signed with `keys`. Read to the end, or call `return()`, else the lease is kept. A chunk is
 * overwritten once the next one is requested.
 * @throws S3Error InvalidAccessKeyId, UserSuspended, NoSuchBucket, AccessDenied, NoSuchKey, PreconditionFailed,
 * InvalidRange; DamagedBlob, also while reading
 */
export type ReadInside = (
  keys: KeyPair,
  sender: Sender,
  wanted: InsideRead,
) => Promise<AsyncGenerator<Uint8Array>>

export const createInsideReader = (options: {
  engine: Engine
  traffic: Pick<Traffic, 'add'>
  keyUse: Pick<KeyUse, 'add'>
}): ReadInside => {
  const { engine, traffic, keyUse } = options
  return async (keys, sender, { bucket, key, etag, from }) => {
    if (engine.halt.halted) throw engine.halt.halted
    const credential = engine.accounts.credential(keys.accessKey)
    if (credential?.secret !== keys.secretKey) throw new S3Error('InvalidAccessKeyId')
    if (credential.suspended) throw new S3Error('UserSuspended')
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
    return (async function* () {
      let sent = 0
      try {
        for (let bytes = opened.first; ; ) {
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
}

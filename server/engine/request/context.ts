import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Level } from '../../s3/keys.ts'
import { S3Error } from '../protocol/errors.ts'
import type { Query } from '../signature/uri.ts'
import type { ChunkSeed, Payload } from '../signature/verify.ts'
import type { Accounts, Credential } from '../store/accounts.ts'
import { type BucketRow, findBucket } from '../store/buckets.ts'
import type { Halt } from '../store/halt.ts'
import type { Store } from '../store/store.ts'
import type { TextBudget } from './text-budget.ts'

/** What every operation works with. */
export type Engine = Store & {
  accounts: Accounts
  halt: Halt
  region: string
  /** The smallest part, but the last, in bytes. */
  minPartSize: number
  /** ms after which a body that sends nothing is aborted. */
  idleTimeout: number
  texts: TextBudget
}

/** One verified request. `bucket` and `key` are '' where the path has none. */
export type Context = {
  engine: Engine
  request: IncomingMessage
  response: ServerResponse
  requestId: string
  method: string
  bucket: string
  key: string
  query: Query
  headers: IncomingHttpHeaders
  credential: Credential
  /** What `requireLevel` has required of the key's level: one need of each list. */
  needs?: Need[][]
  payload: Payload
  seed: ChunkSeed
  /** Sends `100 Continue` where the client waits for it. Call before the body is read. */
  sendContinue(): void
}

type Need = 'read' | 'write' | 'full'

const grants: Record<Level, readonly Need[]> = {
  read: ['read'],
  write: ['write'],
  readwrite: ['read', 'write'],
  full: ['read', 'write', 'full'],
}

/** Whether the key's level includes one of `needs`. */
export const may = (credential: Credential, ...needs: Need[]): boolean =>
  needs.some(need => grants[credential.level].includes(need))

/** @throws S3Error AccessDenied when the key's level includes none of `needs` */
export const requireLevel = (context: Context, ...needs: Need[]): void => {
  if (!may(context.credential, ...needs)) throw new S3Error('AccessDenied')
  context.needs = [...(context.needs ?? []), needs]
}

/**
 * Call after a body was read, which may take long: the key may have been deleted meanwhile, or lost its level.
 * @throws S3Error InvalidAccessKeyId, UserSuspended, AccessDenied
 */
export const revalidateKey = ({ engine, credential, needs }: Context): void => {
  const { accessKey } = credential
  const present = engine.accounts.credential(accessKey)
  if (!present) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKey })
  if (present.suspended) throw new S3Error('UserSuspended')
  if (needs?.some(each => !may(present, ...each))) throw new S3Error('AccessDenied')
}

/**
 * The bucket, for its owner only.
 * @throws S3Error NoSuchBucket, AccessDenied
 */
export const ownBucket = (context: Context, name = context.bucket): BucketRow => {
  const bucket = findBucket(context.engine, name)
  if (!bucket) throw new S3Error('NoSuchBucket', undefined, { BucketName: name })
  if (bucket.uid !== context.credential.uid) throw new S3Error('AccessDenied')
  const expected = context.headers['x-amz-expected-bucket-owner']
  if (expected !== undefined && expected !== bucket.uid) throw new S3Error('AccessDenied')
  return bucket
}

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

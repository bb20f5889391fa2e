import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { readBlock } from '../storage/bucket-access.ts'
import { headObject } from '../storage/object-details.ts'
import type { Access, AccountAccess } from '../storage-admin/account-access.ts'
import type { Database } from '../store/open.ts'
import { findSharedBy, type Share } from '../store/shares.ts'
import { findUser, type User } from '../store/users.ts'
import { mayShare, shareState } from './share-state.ts'

export type ShareDeps = { db: Database; access: AccountAccess; now: () => number }

/** A share that lets guests in, its maker, the maker's access to the storage, and the file as of now. */
export type OpenShare = { share: Share; maker: User; access: Access; head: HeadObjectCommandOutput }

const shape = /^[\w-]{32}$/

/**
 * The share of a token, if a guest may be let in; null: there is none, or not for guests, or its maker may not share the
 * file (any more). Nothing shows which of these. `usedUp`: also one whose downloads are used up, for those that go on.
 */
export async function openShare(
  deps: ShareDeps,
  token: string,
  { usedUp = false } = {},
): Promise<OpenShare | null> {
  if (!shape.test(token)) return null
  const tokenHash = hashToken(token)
  try {
    return await opened(deps, tokenHash, usedUp)
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return null
    throw error
  }
}

/** NOT_FOUND once the share would no longer be opened. Where the database or the storage is away, nothing can be taken away. */
export async function requireOpen(deps: ShareDeps, { id }: Share, token: string): Promise<void> {
  const still = await openShare(deps, token, { usedUp: true }).catch(() => undefined)
  if (still === null || (still && still.share.id !== id)) throw new Problem('NOT_FOUND')
}

async function opened(deps: ShareDeps, tokenHash: string, usedUp: boolean): Promise<OpenShare | null> {
  const { db } = deps
  const now = Math.floor(deps.now() / 1000)
  const share = await findSharedBy(db, tokenHash)
  if (!share) return null
  const state = shareState(share, now)
  if (state !== 'open' && !(usedUp && state === 'used-up')) return null
  const maker = await findUser(db, share.userId)
  if (!maker || maker.accountId !== share.accountId || !mayShare(maker, share, now)) return null
  const found = await readShared(deps.access, maker, share)
  return { share, maker, ...found }
}

/**
 * The file as its maker may read it. PUBLIC_ACCESS_BLOCKED, OBJECT_NOT_FOUND, BUCKET_NOT_FOUND, ACCESS_DENIED.
 */
export async function readShared(
  access: AccountAccess,
  maker: User,
  { bucket, path, versionId }: Pick<Share, 'bucket' | 'path' | 'versionId'>,
): Promise<Pick<OpenShare, 'access' | 'head'>> {
  const own = await access.clientForUser(maker)
  const head = await headObject(own.client, { bucket, path, versionId: versionId ?? undefined })
  // The owner's key: sub-users may not read a bucket's settings.
  const { client } = await access.clientForAccount(maker)
  if ((await readBlock(client, bucket)).length > 0) throw new Problem('PUBLIC_ACCESS_BLOCKED')
  return { access: own, head }
}

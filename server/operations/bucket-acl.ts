import type { S3Client } from '@aws-sdk/client-s3'
import { mostPolicyBytes } from '../../domain/policy/policy.ts'
import { openStatements, withoutPublicRead, withPublicRead } from '../../domain/public-read.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { Acl, BucketAcl, OpenFiles, PublicBy } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { type BucketAccess, closeAcl, openFiles, putPolicy, readAccess } from '../storage/bucket-access.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import { plainUrl } from '../storage/signed-request.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks; storageKind: StorageKind }

/** What makes a bucket public in spite of its public access block; with `key`, what makes that file public. */
export function publicBy(
  kind: StorageKind,
  bucket: string,
  { policy, grants, block }: BucketAccess,
  key?: string,
): PublicBy[] {
  const restricted = block.includes('RestrictPublicBuckets') && !differsFromS3(kind, 'access-block-restrict')
  const statements = restricted ? [] : openStatements(policy, bucket, key)
  const counting = block.includes('IgnorePublicAcls') ? [] : grants
  return [
    ...statements.map(({ ours, name, conditional }) => {
      const by = ours ? ('console' as const) : ('policy' as const)
      return { by, name, conditional }
    }),
    ...counting.map(name => ({ by: 'acl' as const, name, conditional: false })),
  ]
}

function isBlocked(kind: StorageKind, { block }: BucketAccess): boolean {
  const restricts = !differsFromS3(kind, 'access-block-restrict')
  return block.includes('BlockPublicPolicy') || (restricts && block.includes('RestrictPublicBuckets'))
}

/** What is public in a bucket. `endpoint`: the storage's URL as browsers reach it. BUCKET_NOT_FOUND. */
export async function readAcl(
  { access, storageKind }: Pick<Deps, 'access' | 'storageKind'>,
  user: User,
  bucket: string,
  endpoint: string,
): Promise<BucketAcl> {
  const { client } = await access.clientToRead(user, { bucket })
  const found = await readAccess(client, bucket)
  const by = publicBy(storageKind, bucket, found)
  const files = await openFilesOf(client, { bucket, block: found.block, after: '', most: 100, endpoint })
  return {
    acl: by.length > 0 ? 'public' : 'private',
    public_by: by,
    blocked: isBlocked(storageKind, found),
    acls: found.acls,
    url: plainUrl(endpoint, bucket),
    open_files: files,
    revision: revisionOf(found),
  }
}

/** The public ones among the next 500 files after the key `after`, by their own ACL. BUCKET_NOT_FOUND. */
export async function listOpenFiles(
  { access }: Pick<Deps, 'access'>,
  user: User,
  { bucket, after }: { bucket: string; after: string },
  endpoint: string,
): Promise<OpenFiles> {
  const { client } = await access.clientToRead(user, { bucket })
  const { block } = await readAccess(client, bucket)
  return openFilesOf(client, { bucket, block, after, most: 500, endpoint })
}

async function openFilesOf(
  client: S3Client,
  asked: { bucket: string; block: readonly string[]; after: string; most: number; endpoint: string },
): Promise<OpenFiles> {
  const { bucket, block, endpoint } = asked
  if (block.includes('IgnorePublicAcls')) return { files: [], checked: 0, next: null }
  const { keys, checked, next } = await openFiles(client, bucket, asked)
  return { files: keys.map(key => ({ key, url: plainUrl(endpoint, bucket, key) })), checked, next }
}

/**
 * Allows everybody to list the bucket and download its files, or revokes what the console and the bucket's ACL grant to
 * everybody; other statements of the policy stay. SETTING_CHANGED, PUBLIC_ACCESS_BLOCKED, LIMIT_REACHED (of the
 * policy's bytes), BUCKET_NOT_FOUND.
 */
export async function setAcl(
  deps: Deps,
  by: By,
  bucket: string,
  { acl, revision }: { acl: Acl; revision: string },
): Promise<void> {
  const { client } = await deps.access.clientForUser(by.user)
  const { client: reader } = await deps.access.clientToRead(by.user, { bucket })
  await changeSetting(deps, bucket, {
    revision,
    read: () => readAccess(reader, bucket),
    async write(before) {
      if (acl === 'private') {
        if (before.grants.length > 0) await closeAcl(client, bucket)
        const policy = withoutPublicRead(before.policy)
        if (policy !== before.policy) await putPolicy(client, bucket, policy)
        return
      }
      if (isBlocked(deps.storageKind, before)) throw new Problem('PUBLIC_ACCESS_BLOCKED')
      const policy = withPublicRead(before.policy, bucket)
      if (Buffer.byteLength(policy) > mostPolicyBytes) throw new Problem('LIMIT_REACHED')
      await putPolicy(client, bucket, policy)
    },
  })
  await audit(deps.db, by, 'BUCKET_ACL_CHANGED', { target: bucket, detail: { kind: 'acl', path: null, acl } })
}

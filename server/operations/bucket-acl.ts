import type { S3Client } from '@aws-sdk/client-s3'
import { mostPolicyBytes } from '../../domain/policy/policy.ts'
import { openStatements, withoutPublicRead, withPublicRead } from '../../domain/public-read.ts'
import { differsFromS3, type StorageKind } from '../../domain/storage-differences.ts'
import type { BucketAcl, OpenFiles, PublicBy } from '../../openapi/schema.ts'
import type { Visitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { type BucketAccess, closeAcl, openFiles, putPolicy, readAccess } from '../storage/bucket-access.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import { plainUrl } from '../storage/signed-request.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

export function bucketAclOperations(
  services: Pick<Services, 'db' | 'access' | 'locks' | 'storageKind' | 'endpoints'>,
) {
  const { db, access, storageKind } = services

  /** What is public in a bucket. */
  async function read(bucket: string, user: User, visitor: Visitor): Promise<BucketAcl> {
    const endpoint = services.endpoints(visitor).get
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

  return {
    getBucketAcl: ({ query, visitor, session }) => read(query.bucket, session.user, visitor),

    /**
     * Allows everybody to list the bucket and download its files, or revokes what the console and the bucket's ACL
     * grant to everybody; other statements of the policy stay.
     */
    async putBucketAcl({ body: { bucket, acl, revision }, by }) {
      const { client } = await access.clientForUser(by.user)
      const { client: reader } = await access.clientToRead(by.user, { bucket })
      await changeSetting(services, bucket, {
        revision,
        read: () => readAccess(reader, bucket),
        async write(before) {
          if (acl === 'private') {
            if (before.grants.length > 0) await closeAcl(client, bucket)
            const policy = withoutPublicRead(before.policy)
            if (policy !== before.policy) await putPolicy(client, bucket, policy)
            return
          }
          if (isBlocked(storageKind, before)) throw new Problem('PUBLIC_ACCESS_BLOCKED')
          const policy = withPublicRead(before.policy, bucket)
          if (Buffer.byteLength(policy) > mostPolicyBytes) throw new Problem('LIMIT_REACHED')
          await putPolicy(client, bucket, policy)
        },
      })
      const detail = { kind: 'acl', path: null, acl } as const
      await audit(db, by, 'BUCKET_ACL_CHANGED', { target: bucket, detail })
      return read(bucket, by.user, by.visitor)
    },

    /** The public ones among the next 500 files after a key, by their own ACL. */
    async listOpenFiles({ query: { bucket, after = '' }, visitor, session }) {
      const { client } = await access.clientToRead(session.user, { bucket })
      const { block } = await readAccess(client, bucket)
      const endpoint = services.endpoints(visitor).get
      return openFilesOf(client, { bucket, block, after, most: 500, endpoint })
    },
  } satisfies Partial<Handlers>
}

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

async function openFilesOf(
  client: S3Client,
  request: { bucket: string; block: readonly string[]; after: string; most: number; endpoint: string },
): Promise<OpenFiles> {
  const { bucket, block, endpoint } = request
  if (block.includes('IgnorePublicAcls')) return { files: [], checked: 0, next: null }
  const { keys, checked, next } = await openFiles(client, bucket, request)
  return { files: keys.map(key => ({ key, url: plainUrl(endpoint, bucket, key) })), checked, next }
}

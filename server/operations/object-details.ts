import type { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { expiryOf } from '../../domain/object-expiry.ts'
import { differsFromS3 } from '../../domain/storage-differences.ts'
import type {
  BucketTag,
  LifecycleRule,
  ObjectDetails,
  ObjectHeaders,
  ObjectMetadata,
} from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { valueChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { getLifecycle, readRule } from '../storage/bucket-lifecycle.ts'
import { isAbsent } from '../storage/client.ts'
import { type ObjectAcl, readObjectAcl, writeObjectAcl } from '../storage/object-acl.ts'
import { detailsOf, encodeMetadata, headObject, type Named, namedIn } from '../storage/object-details.ts'
import { readObjectTags, writeObjectTags } from '../storage/object-settings.ts'
import { changeObject, revisionOf } from '../storage/revisions.ts'
import { copyLimit, type Rewrite, rewriteObject } from '../storage/rewrite-object.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'db' | 'access' | 'locks' | 'storageKind'> & {
  /** Bytes above which a copy is made in parts. For tests. */
  copyLimit?: number
}

export function objectDetailOperations(services: Needed) {
  return {
    getObjectDetails: ({ query, session }) => objectDetails(services, session.user, namedIn(query)),

    changeObjectDetails: ({ body, by }) => changeDetails(services, by, body),
  } satisfies Partial<Handlers>
}

type Change = { headers: ObjectHeaders; metadata: ObjectMetadata }

/** S3's limit for all names and values of an object's metadata, in bytes. */
const mostMetadata = 2048

/** OBJECT_NOT_FOUND. */
export async function objectDetails(
  { access }: Pick<Needed, 'access'>,
  user: User,
  named: Named,
): Promise<ObjectDetails> {
  const { client: reader } = await access.clientToRead(user, named)
  // The owner's key: users with a scope may not read the bucket's rules, but are shown when their file expires.
  const { client: ofBucket } = await access.clientForAccount(user)
  const [head, tags, rules] = await Promise.all([
    headObject(reader, named),
    readObjectTags(reader, named),
    named.versionId === undefined ? readRules(ofBucket, named.bucket) : [],
  ])
  const details = { revision: revisionOf(countedOf(head)), ...detailsOf(head), tags }
  const { size, last_modified } = details
  const expiry =
    last_modified === null ? null : expiryOf(rules, { key: named.path, size, tags, last_modified })
  return { ...details, expiry }
}

/** The lifecycle rules of the bucket; none if they cannot be read. */
async function readRules(client: S3Client, bucket: string): Promise<LifecycleRule[]> {
  try {
    return (await getLifecycle(client, bucket)).rules.map(readRule)
  } catch (error) {
    if (isAbsent(error) || (error instanceof Problem && error.code === 'ACCESS_DENIED')) return []
    throw error
  }
}

/** The state that a change of the details is based on. */
function countedOf(head: HeadObjectCommandOutput): unknown {
  const { version_id, etag, headers, metadata } = detailsOf(head)
  return { version_id, etag, headers, metadata }
}

/** Replaces headers and metadata of the current version. OBJECT_CHANGED, OBJECT_NOT_FOUND, INVALID_REQUEST. */
export async function changeDetails(
  deps: Needed,
  by: By,
  { bucket, path, revision, ...change }: { bucket: string; path: string; revision: string } & Change,
): Promise<ObjectDetails> {
  requireMetadata(change.metadata)
  const { client } = await deps.access.clientForUser(by.user)
  const named = { bucket, path }
  await changeObject(deps, named, {
    revision,
    read: () => headObject(client, named),
    counts: countedOf,
    async write(head) {
      await rewriteKeepingAcl(deps, by.user, client, { source: named, head, change })
      const detail = valueChanges(path, valuesOf(detailsOf(head)), valuesOf(change))
      await audit(deps.db, by, 'OBJECT_DETAILS_CHANGED', { target: bucket, detail })
    },
  })
  return objectDetails(deps, by.user, named)
}

/**
 * Copies a version onto its key with the user's own key. With the account's key, it preserves what the storage does not
 * copy: the ACL of the current version, and on RGW the tags.
 */
export async function rewriteKeepingAcl(
  deps: Pick<Needed, 'access' | 'storageKind' | 'copyLimit'>,
  user: User,
  client: S3Client,
  rewrite: Omit<Rewrite, 'tags'>,
): Promise<string | undefined> {
  const { client: account } = await deps.access.clientForAccount(user)
  const { bucket, path } = rewrite.source
  const inParts = (rewrite.head.ContentLength ?? 0) > (deps.copyLimit ?? copyLimit)
  // Such a request crashes RGW.
  if (inParts && path.includes('%') && differsFromS3(deps.storageKind, 'part-copy-source'))
    throw new Problem('NOT_SUPPORTED')
  const tags: BucketTag[] = await readObjectTags(account, rewrite.source)
  const acl = await grantsToOthers(account, { bucket, path })
  const versionId = await rewriteObject(client, { ...rewrite, tags }, deps.copyLimit)
  const copy = { bucket, path, versionId }
  if (tags.length > 0 && differsFromS3(deps.storageKind, 'tag-copy'))
    await writeObjectTags(account, copy, tags)
  if (acl !== null) await writeObjectAcl(account, copy, acl)
  return versionId
}

/** The ACL of the current version, if it grants anything to anyone but its owner. */
async function grantsToOthers(account: S3Client, named: Named): Promise<ObjectAcl | null> {
  try {
    const acl = await readObjectAcl(account, named)
    return acl.grants.some(({ Grantee }) => Grantee?.ID !== acl.owner?.ID) ? acl : null
  } catch (error) {
    if (error instanceof Problem && error.code === 'OBJECT_NOT_FOUND') return null
    throw error
  }
}

/** INVALID_REQUEST if a name is duplicated, or the total exceeds S3's limit. */
function requireMetadata(metadata: ObjectMetadata): void {
  if (new Set(metadata.map(({ name }) => name)).size < metadata.length)
    throw invalid('metadata', 'must have each name once')
  const bytes = metadata.reduce((sum, { name, value }) => sum + name.length + encodeMetadata(value).length, 0)
  if (bytes > mostMetadata) throw invalid('metadata', `must have at most ${mostMetadata} bytes`)
}

function valuesOf({ headers, metadata }: Change): Map<string, string> {
  return new Map([
    ...Object.entries(headers).map(([name, value]) => [name.replace('_', '-'), value] as const),
    ...metadata.map(({ name, value }) => [`x-amz-meta-${name}`, value] as const),
  ])
}

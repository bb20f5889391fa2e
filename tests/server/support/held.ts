import { createHash } from 'node:crypto'
import {
  GetBucketAclCommand,
  GetBucketCorsCommand,
  GetBucketEncryptionCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketOwnershipControlsCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectAclCommand,
  GetObjectLegalHoldCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  GetObjectTaggingCommand,
  GetPublicAccessBlockCommand,
  type S3,
} from '@aws-sdk/client-s3'
import { withoutGrants } from '../../../domain/policy/grants.ts'
import { inTurns } from '../../../server/limits/in-turns.ts'

/** What an account holds, as its storage tells it: values by a name of bucket, key and setting. */
export type Held = Map<string, unknown>

const settings = {
  acl: GetBucketAclCommand,
  cors: GetBucketCorsCommand,
  encryption: GetBucketEncryptionCommand,
  lifecycle: GetBucketLifecycleConfigurationCommand,
  lock: GetObjectLockConfigurationCommand,
  notification: GetBucketNotificationConfigurationCommand,
  ownership: GetBucketOwnershipControlsCommand,
  tags: GetBucketTaggingCommand,
  versioning: GetBucketVersioningCommand,
  'public access block': GetPublicAccessBlockCommand,
}

const perObject = {
  acl: GetObjectAclCommand,
  hold: GetObjectLegalHoldCommand,
  retention: GetObjectRetentionCommand,
  tags: GetObjectTaggingCommand,
}

/** In which words RGW says that nothing is set. */
const unset = /^\{("\w+":)?\{("\w+":false,?)*\}\}$|^\{\}$/

/** Without what each answer has of its own; null: there is none, or the storage has no such call. */
async function told(work: Promise<object>): Promise<unknown> {
  try {
    const { $metadata, VersionId, RequestCharged, MFADelete, ...more } = (await work) as Record<
      string,
      unknown
    >
    // RGW has grants in an order of its own.
    if (Array.isArray(more.Grants))
      more.Grants.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    return unset.test(JSON.stringify(more)) ? null : more
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    if (($metadata?.httpStatusCode ?? 500) >= 500) throw error
    return null
  }
}

/** Everything that the key of an account's owner reads. */
export async function heldBy(s3: S3): Promise<Held> {
  const held: Held = new Map()
  // biome-ignore lint/suspicious/noExplicitAny: commands of different types take the same input.
  const ask = (Command: any, input: object) => told(s3.send(new Command(input)) as Promise<object>)
  const { Buckets = [] } = await s3.listBuckets()
  for (const { Name: Bucket } of Buckets) {
    held.set(`${Bucket}`, 'bucket')
    for (const [name, Command] of Object.entries(settings))
      held.set(`${Bucket} ${name}`, await ask(Command, { Bucket }))
    const policy = (await ask(GetBucketPolicyCommand, { Bucket })) as { Policy: string } | null
    held.set(`${Bucket} policy`, withoutGrants(policy?.Policy ?? null))
    const { Uploads = [] } = await s3.listMultipartUploads({ Bucket })
    for (const { Key } of Uploads) held.set(`${Bucket} upload ${Key}`, 'upload')
    const { Versions = [], DeleteMarkers = [] } = await s3.listObjectVersions({ Bucket })
    const old = Versions.filter(each => !each.IsLatest).length
    held.set(`${Bucket} previous versions`, old)
    held.set(`${Bucket} delete markers`, DeleteMarkers.length)
    const current = Versions.filter(each => each.IsLatest)
    await inTurns(8, current, async ({ Key, LastModified }) => {
      const object = `${Bucket}/${Key}`
      held.set(object, 'object')
      held.set(`${object} modified`, Math.floor(LastModified!.getTime() / 1000))
      const { Body, ...answer } = await s3.getObject({ Bucket, Key })
      const hash = createHash('sha256').update(await Body!.transformToByteArray())
      held.set(`${object} bytes`, hash.digest('hex'))
      held.set(`${object} type`, answer.ContentType)
      held.set(`${object} cache-control`, answer.CacheControl)
      held.set(`${object} disposition`, answer.ContentDisposition)
      held.set(`${object} language`, answer.ContentLanguage)
      held.set(`${object} expires`, answer.ExpiresString)
      held.set(`${object} metadata`, answer.Metadata)
      held.set(`${object} encryption`, answer.ServerSideEncryption)
      held.set(`${object} etag`, answer.ETag)
      for (const [name, Command] of Object.entries(perObject))
        held.set(`${object} ${name}`, await ask(Command, { Bucket, Key }))
    })
  }
  return held
}

/** Names whose values differ, with both. */
export function differences(old: Held, there: Held): { name: string; old: unknown; there: unknown }[] {
  return [...new Set([...old.keys(), ...there.keys()])]
    .sort()
    .map(name => ({ name, old: old.get(name) ?? null, there: there.get(name) ?? null }))
    .filter(each => JSON.stringify(each.old) !== JSON.stringify(each.there))
}

import type { BucketTag } from '../../domain/bucket-tags.ts'
import type { By } from '../audit/actor.ts'
import { valueChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { readTags, writeTags } from '../storage/bucket-settings.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks }
type Tags = { revision: string; tags: BucketTag[] }

/** BUCKET_NOT_FOUND. */
export async function bucketTags(
  { access }: Pick<Deps, 'access'>,
  user: User,
  bucket: string,
): Promise<Tags> {
  const { client } = await access.clientToRead(user, { bucket })
  const tags = await readTags(client, bucket)
  return { revision: revisionOf(tags), tags }
}

/** Replaces the tags; returns the new ones. BUCKET_NOT_FOUND, SETTING_CHANGED. */
export async function changeTags(
  deps: Deps,
  by: By,
  { bucket, revision, tags }: { bucket: string; revision: string; tags: BucketTag[] },
): Promise<Tags> {
  const { client } = await deps.access.clientForUser(by.user)
  return changeSetting(deps, bucket, {
    revision,
    read: () => readTags(client, bucket),
    async write(before) {
      const trimmed = tags.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
      await writeTags(client, bucket, trimmed)
      await audit(deps.db, by, 'BUCKET_TAGS_CHANGED', {
        target: bucket,
        detail: tagChanges(null, before, trimmed),
      })
      return bucketTags(deps, by.user, bucket)
    },
  })
}

/** For the audit log; `path` of a file. */
export function tagChanges(path: string | null, before: BucketTag[], after: BucketTag[]) {
  const byKey = (tags: BucketTag[]) => new Map(tags.map(({ key, value }) => [key, value]))
  return valueChanges(path, byKey(before), byKey(after))
}

import type { BucketTag } from '../../domain/bucket-tags.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/change-text.ts'
import { audit } from '../audit/record.ts'
import { readTags, writeTags } from '../storage/bucket-tags.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { changeSetting, revisionOf } from './bucket-settings.ts'

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

/** Replaces the tags; the result is as they are now. BUCKET_NOT_FOUND, SETTING_CHANGED. */
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
        detail: tagDifference(before, trimmed),
      })
      return bucketTags(deps, by.user, bucket)
    },
  })
}

/** For the audit log. */
export function tagDifference(before: BucketTag[], after: BucketTag[]): string {
  const valueIn = (tags: BucketTag[], key: string) => tags.find(tag => tag.key === key)?.value ?? ''
  const keys = new Set([...before, ...after].map(tag => tag.key))
  return changes([...keys].map(key => [key, valueIn(before, key), valueIn(after, key)]))
}

import type { BucketTag, BucketTags } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Named } from '../storage/object-details.ts'
import { readObjectTags, writeObjectTags } from '../storage/object-settings.ts'
import { changeObject, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'
import { tagChanges } from './bucket-tags.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks }

/** OBJECT_NOT_FOUND. */
export async function objectTags(
  { access }: Pick<Deps, 'access'>,
  user: User,
  named: Named,
): Promise<BucketTags> {
  const { client } = await access.clientToRead(user, named)
  return shown(await readObjectTags(client, named))
}

/** Replaces the tags; returns the new ones. OBJECT_CHANGED, OBJECT_NOT_FOUND. */
export async function changeObjectTags(
  deps: Deps,
  by: By,
  named: Named,
  { revision, tags }: { revision: string; tags: BucketTag[] },
): Promise<BucketTags> {
  const { client } = await deps.access.clientForUser(by.user)
  // The owner's key: to compare, also for users who may only write.
  const { client: reader } = await deps.access.clientForAccount(by.user)
  return changeObject(deps, named, {
    revision,
    read: () => readObjectTags(reader, named),
    async write(before) {
      const trimmed = tags.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
      await writeObjectTags(client, named, trimmed)
      const detail = tagChanges(named.path, before, trimmed)
      await audit(deps.db, by, 'OBJECT_TAGS_CHANGED', { target: named.bucket, detail })
      return shown(await readObjectTags(reader, named))
    },
  })
}

const shown = (tags: BucketTag[]): BucketTags => ({ revision: revisionOf(tags), tags })

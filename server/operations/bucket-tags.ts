import type { BucketTag } from '../../domain/bucket-tags.ts'
import type { BucketTags } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { valueChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { readTags, writeTags } from '../storage/bucket-settings.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

export function bucketTagOperations(services: Pick<Services, 'db' | 'access' | 'locks'>) {
  const { db, access } = services

  async function read(user: User, bucket: string): Promise<BucketTags> {
    const { client } = await access.clientToRead(user, { bucket })
    const tags = await readTags(client, bucket)
    return { revision: revisionOf(tags), tags }
  }

  async function change(
    { bucket, revision, tags }: Call<'putBucketTags'>['body'],
    by: By,
  ): Promise<BucketTags> {
    const { client } = await access.clientForUser(by.user)
    return changeSetting(services, bucket, {
      revision,
      read: () => readTags(client, bucket),
      async write(before) {
        const trimmed = tags.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
        await writeTags(client, bucket, trimmed)
        const detail = tagChanges(null, before, trimmed)
        await audit(db, by, 'BUCKET_TAGS_CHANGED', { target: bucket, detail })
        return read(by.user, bucket)
      },
    })
  }

  return {
    getBucketTags: ({ query, session }) => read(session.user, query.bucket),

    putBucketTags: ({ body, by }) => change(body, by),

    async deleteBucketTags({ body, by }) {
      await change({ ...body, tags: [] }, by)
    },
  } satisfies Partial<Handlers>
}

/** For the audit log; `path` of a file. */
export function tagChanges(path: string | null, before: BucketTag[], after: BucketTag[]) {
  const byKey = (tags: BucketTag[]) => new Map(tags.map(({ key, value }) => [key, value]))
  return valueChanges(path, byKey(before), byKey(after))
}

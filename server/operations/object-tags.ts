import type { BucketTag, BucketTags } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { namedIn } from '../storage/object-details.ts'
import { readObjectTags, writeObjectTags } from '../storage/object-settings.ts'
import { changeObject, revisionOf } from '../storage/revisions.ts'
import { tagChanges } from './bucket-tags.ts'
import type { Services } from './services.ts'

export function objectTagOperations(services: Pick<Services, 'db' | 'access' | 'locks'>) {
  const { db, access } = services

  async function change(body: Call<'putObjectTags'>['body'], by: By): Promise<BucketTags> {
    const named = namedIn(body)
    const { client } = await access.clientForUser(by.user)
    // The owner's key: to compare, also for users who may only write.
    const { client: reader } = await access.clientForAccount(by.user)
    return changeObject(services, named, {
      revision: body.revision,
      read: () => readObjectTags(reader, named),
      async write(before) {
        const trimmed = body.tags.map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
        await writeObjectTags(client, named, trimmed)
        const detail = tagChanges(named.path, before, trimmed)
        await audit(db, by, 'OBJECT_TAGS_CHANGED', { target: named.bucket, detail })
        return shown(await readObjectTags(reader, named))
      },
    })
  }

  return {
    async getObjectTags({ query, session: { user } }) {
      const named = namedIn(query)
      const { client } = await access.clientToRead(user, named)
      return shown(await readObjectTags(client, named))
    },

    putObjectTags: ({ body, by }) => change(body, by),

    async deleteObjectTags({ body, by }) {
      await change({ ...body, tags: [] }, by)
    },
  } satisfies Partial<Handlers>
}

const shown = (tags: BucketTag[]): BucketTags => ({ revision: revisionOf(tags), tags })

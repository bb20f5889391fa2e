import type { BucketCors } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { consoleRuleFor, readCors, writeCors } from '../storage/cors.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

export function bucketCorsOperations(services: Pick<Services, 'db' | 'access' | 'locks' | 'cors'>) {
  const { db, access, cors } = services

  /** The revision excludes the console's own rule. */
  async function read(user: User, bucket: string): Promise<BucketCors> {
    const { client } = await access.clientForUser(user)
    const { console, rules } = await readCors(client, bucket)
    return { revision: revisionOf(rules), rules, console_rule: console }
  }

  /** Replaces the rules other than the console's own. */
  async function change(
    { bucket, revision, rules }: Call<'putBucketCors'>['body'],
    by: By,
  ): Promise<BucketCors> {
    const { client } = await access.clientForUser(by.user)
    return changeSetting(services, bucket, {
      revision,
      read: async () => (await readCors(client, bucket)).rules,
      async write(before) {
        const { console } = await readCors(client, bucket)
        await writeCors(client, bucket, { console: consoleRuleFor(console, cors.origins()), rules })
        const detail = changes({ cors: before }, { cors: rules })
        await audit(db, by, 'BUCKET_CORS_CHANGED', { target: bucket, detail })
        return read(by.user, bucket)
      },
    })
  }

  return {
    getBucketCors: ({ query, session }) => read(session.user, query.bucket),

    putBucketCors: ({ body, by }) => change(body, by),

    async deleteBucketCors({ body, by }) {
      await change({ ...body, rules: [] }, by)
    },
  } satisfies Partial<Handlers>
}

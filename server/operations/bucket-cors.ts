import type { CorsRule } from '../../domain/cors-rules.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { type CorsMemory, consoleRuleFor, readCors, writeCors } from '../storage/cors.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks; cors: Pick<CorsMemory, 'origins'> }
type BucketCors = { revision: string; rules: CorsRule[]; console_rule: CorsRule | null }

/** The revision excludes the console's own rule. BUCKET_NOT_FOUND. */
export async function bucketCors(
  { access }: Pick<Deps, 'access'>,
  user: User,
  bucket: string,
): Promise<BucketCors> {
  const { client } = await access.clientForUser(user)
  const { console, rules } = await readCors(client, bucket)
  return { revision: revisionOf(rules), rules, console_rule: console }
}

/** Replaces the rules other than the console's own; returns the new ones. BUCKET_NOT_FOUND, SETTING_CHANGED. */
export async function changeCors(
  deps: Deps,
  by: By,
  { bucket, revision, rules }: { bucket: string; revision: string; rules: CorsRule[] },
): Promise<BucketCors> {
  const { client } = await deps.access.clientForUser(by.user)
  return changeSetting(deps, bucket, {
    revision,
    read: async () => (await readCors(client, bucket)).rules,
    async write(before) {
      const { console } = await readCors(client, bucket)
      await writeCors(client, bucket, { console: consoleRuleFor(console, deps.cors.origins()), rules })
      const detail = changes({ cors: before }, { cors: rules })
      await audit(deps.db, by, 'BUCKET_CORS_CHANGED', { target: bucket, detail })
      return bucketCors(deps, by.user, bucket)
    },
  })
}

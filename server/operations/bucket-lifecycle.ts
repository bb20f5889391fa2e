import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isPlainRule, lifecycleActs } from '../../domain/lifecycle.ts'
import { keyIssue } from '../../domain/object-key.ts'
import type { BucketLifecycle, LifecycleRule } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { invalid } from '../errors/problem.ts'
import { makeSlots } from '../limits/shares.ts'
import {
  getLifecycle,
  putLifecycle,
  readRule,
  type StoredLifecycle,
  type StoredRule,
  writeRule,
} from '../storage/bucket-lifecycle.ts'
import { previewLifecycle } from '../storage/lifecycle-preview.ts'
import { changeSetting, revisionOf } from '../storage/revisions.ts'
import type { Services } from './services.ts'

/** Concurrent previews of an account. */
const previewsAtOnce = 4
/** ms */
const previewTime = 20_000

export function bucketLifecycleOperations(services: Pick<Services, 'db' | 'access' | 'locks' | 'now'>) {
  const { db, access } = services
  const previewSlots = makeSlots({ each: previewsAtOnce, all: Number.POSITIVE_INFINITY })

  /** Replaces the rules; an empty list removes them. Rules that the form cannot express are kept. */
  async function change(
    { bucket, rules, revision }: Call<'putBucketLifecycle'>['body'],
    by: By,
  ): Promise<BucketLifecycle> {
    const { client } = await access.clientForUser(by.user)
    const before = await changeSetting(services, bucket, {
      revision,
      read: () => getLifecycle(client, bucket),
      async write(before) {
        await putLifecycle(client, bucket, { ...before, rules: changedRules(before.rules, rules) })
        return before
      },
    })
    const after = await getLifecycle(client, bucket)
    const settings = ({ rules }: StoredLifecycle) => ({ lifecycle: rules.map(readRule) })
    const detail = changes(settings(before), settings(after))
    if (detail) await audit(db, by, 'BUCKET_LIFECYCLE_CHANGED', { target: bucket, detail })
    return shown(after)
  }

  return {
    async getBucketLifecycle({ query: { bucket }, session }) {
      const { client } = await access.clientToRead(session.user, { bucket })
      return shown(await getLifecycle(client, bucket))
    },

    putBucketLifecycle: ({ body, by }) => change(body, by),

    async deleteBucketLifecycle({ body, by }) {
      await change({ ...body, rules: [] }, by)
    },

    /** What a rule would delete if it ran now. */
    async previewBucketLifecycle({ body: { bucket, rule }, session: { user }, disconnected }) {
      const release = previewSlots(user.accountId)
      try {
        const { client } = await access.clientForUser(user)
        const signal = AbortSignal.any([disconnected, AbortSignal.timeout(previewTime)])
        return await previewLifecycle(client, bucket, rule, { now: services.now(), signal })
      } finally {
        release()
      }
    },
  } satisfies Partial<Handlers>
}

function shown(stored: StoredLifecycle): BucketLifecycle {
  return { rules: stored.rules.map(readRule), revision: revisionOf(stored) }
}

/** The rules to store: a rule of another program only unchanged, on or off. INVALID_REQUEST. */
function changedRules(before: readonly StoredRule[], rules: readonly LifecycleRule[]): StoredRule[] {
  const stored = new Map(before.map(rule => [rule.ID, rule]))
  const ids = new Set<string>()
  return rules.map((rule, at) => {
    const id = rule.id || `kho-${randomBytes(8).toString('hex')}`
    if (ids.has(id)) throw invalid(`rules.${at}.id`, 'twice in the list')
    ids.add(id)
    const found = stored.get(id)
    const known = found ? readRule(found) : null
    const same = isDeepStrictEqual({ ...known, enabled: true }, { ...rule, enabled: true })
    if (found && same) return { ...found, Status: rule.enabled ? 'Enabled' : 'Disabled' }
    if (!isPlainRule(rule) || (known && !isPlainRule(known)))
      throw invalid(`rules.${at}`, 'can be switched on and off only')
    return writeRule(requireWhole({ ...rule, id }, at))
  })
}

function requireWhole(rule: LifecycleRule, at: number): LifecycleRule {
  const issue = rule.prefix === '' ? null : keyIssue(rule.prefix)
  if (issue !== null) throw invalid(`rules.${at}.prefix`, issue)
  if (lifecycleActs.every(act => rule[act] === null)) throw invalid(`rules.${at}`, 'lifecycle-act-required')
  return rule
}

import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isPlainRule, lifecycleActs } from '../../domain/lifecycle.ts'
import { keyIssue } from '../../domain/object-key.ts'
import type {
  BucketLifecycle,
  LifecyclePreview,
  LifecycleRule,
  LifecycleRuleDays,
} from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
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
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Locks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import type { User } from '../store/users.ts'

type Deps = { db: Database; access: AccountAccess; locks: Locks }

/** BUCKET_NOT_FOUND. */
export async function lifecycleOf(
  { access }: Pick<Deps, 'access'>,
  user: User,
  bucket: string,
): Promise<BucketLifecycle> {
  const { client } = await access.clientToRead(user, { bucket })
  return shown(await getLifecycle(client, bucket))
}

/**
 * Replaces the rules; an empty list removes them. Rules that the form cannot express are kept. BUCKET_NOT_FOUND,
 * SETTING_CHANGED; INVALID_REQUEST for a rule that does nothing, is unknown or duplicated, or may not be changed.
 */
export async function setLifecycle(
  deps: Deps,
  by: By,
  { bucket, rules, revision }: { bucket: string; rules: readonly LifecycleRule[]; revision: string },
): Promise<BucketLifecycle> {
  const { client } = await deps.access.clientForUser(by.user)
  const before = await changeSetting(deps, bucket, {
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
  if (detail) await audit(deps.db, by, 'BUCKET_LIFECYCLE_CHANGED', { target: bucket, detail })
  return shown(after)
}

/** Concurrent previews of an account. */
const previewsAtOnce = 4
/** ms */
const previewTime = 20_000

/** What a rule would delete if it ran now. BUCKET_NOT_FOUND; TOO_MANY_REQUESTS while others of the account run. */
export function makePreviews({ access, now }: Pick<Deps, 'access'> & { now: () => number }) {
  const slots = makeSlots({ each: previewsAtOnce, all: Number.POSITIVE_INFINITY })
  return async (
    user: User,
    bucket: string,
    rule: LifecycleRuleDays,
    disconnected: AbortSignal,
  ): Promise<LifecyclePreview> => {
    const release = slots(user.accountId)
    try {
      const { client } = await access.clientForUser(user)
      const signal = AbortSignal.any([disconnected, AbortSignal.timeout(previewTime)])
      return await previewLifecycle(client, bucket, rule, { now: now(), signal })
    } finally {
      release()
    }
  }
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

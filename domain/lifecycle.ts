import type { LifecycleRule, LifecycleRuleDays } from '../openapi/schema.ts'
import { keyIssue } from './object-key.ts'
import * as v from './valibot.ts'

const lifecycleDaysMaximum = 2_147_483_647
export const lifecycleActs = ['current_days', 'previous_days', 'abort_days'] as const
/** What a rule does: delete current versions, previous ones, unfinished uploads. */
export type LifecycleAct = (typeof lifecycleActs)[number]

/** Whether the form knows everything that a rule contains; other rules stay as their author wrote them. */
export function isPlainRule({ others }: Pick<LifecycleRule, 'others'>): boolean {
  return others.length === 0
}

/** What a rule applies to: all files, a folder, or files whose names start with a prefix. */
export type LifecycleWhere = 'all' | 'folder' | 'names'

export function whereOf(prefix: string): LifecycleWhere {
  if (prefix === '') return 'all'
  return prefix.endsWith('/') ? 'folder' : 'names'
}

const days = (text: string): boolean =>
  /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= lifecycleDaysMaximum

const actForm = v.pipe(
  v.object({ on: v.boolean(), days: v.pipe(v.string(), v.trim()) }),
  v.checkFields(['on', 'days'], act => !act.on || days(act.days), 'lifecycle-days'),
)

/** Whether a rule with this prefix is about files in a folder, whose key ends in a slash. */
export function touchesFolder({ prefix }: Pick<LifecycleRuleDays, 'prefix'>, folder: string): boolean {
  return prefix.startsWith(folder) || folder.startsWith(prefix)
}

export const lifecycleForm = v.pipe(
  v.object({
    where: v.picklist(['all', 'folder', 'names'], 'required'),
    prefix: v.string(),
    current_days: actForm,
    previous_days: actForm,
    abort_days: actForm,
  }),
  v.checkFields(['where', 'prefix'], ({ where, prefix }) => where === 'all' || prefix !== '', 'required'),
  v.checkFields(
    ['where', 'prefix'],
    ({ where, prefix }) => where === 'all' || keyIssue(prefix) !== 'key-too-long',
    'key-too-long',
  ),
  v.checkFields(lifecycleActs, form => lifecycleActs.some(act => form[act].on), 'lifecycle-act-required'),
)

export type LifecycleForm = v.InferOutput<typeof lifecycleForm>

/** Initial values of the form; null: a new rule for `folder`, or all files, without an action yet. */
export function lifecycleFormOf(rule: LifecycleRuleDays | null, folder = ''): LifecycleForm {
  const prefix = rule?.prefix ?? folder
  const act = (name: LifecycleAct, usual: number) => ({
    on: rule !== null && rule[name] !== null,
    days: String(rule?.[name] ?? usual),
  })
  return {
    where: whereOf(prefix),
    prefix,
    current_days: act('current_days', 30),
    previous_days: act('previous_days', 30),
    abort_days: act('abort_days', 7),
  }
}

export function lifecycleRuleOf(form: LifecycleForm): LifecycleRuleDays {
  const of = (act: LifecycleAct) => (form[act].on ? Number(form[act].days) : null)
  const slash = form.where === 'folder' && !form.prefix.endsWith('/') ? '/' : ''
  return {
    prefix: form.where === 'all' ? '' : form.prefix + slash,
    current_days: of('current_days'),
    previous_days: of('previous_days'),
    abort_days: of('abort_days'),
  }
}

/** Why a rule has less effect than it states. `rule` and `other` are indexes of the list. */
export type Conflict =
  /** Another rule does the same to `prefix`, which both cover, earlier (or at the same age, and is listed first). */
  | { kind: 'earlier'; rule: number; act: LifecycleAct; other: number; prefix: string; days: number }
  /** Nothing is deleted in the `days` that each version is locked. */
  | { kind: 'locked'; rule: number; days: number }
  /** There are no previous versions, as the bucket has never kept any. */
  | { kind: 'no-versions'; rule: number }
  /** Files that it deletes stay as previous versions, which no rule deletes. */
  | { kind: 'kept'; rule: number }

type Bucket = {
  versioning: 'off' | 'enabled' | 'suspended'
  /** Of the default retention; 0: none. */
  lockDays: number
}

type Rule = LifecycleRuleDays & Pick<LifecycleRule, 'enabled' | 'others'>

/** The conflicts of the rules that are on, in their order. Conditions that the form does not know only narrow a rule. */
export function conflictsOf(rules: readonly Rule[], { versioning, lockDays }: Bucket): Conflict[] {
  const conflicts: Conflict[] = []
  for (const [at, rule] of rules.entries()) {
    if (!rule.enabled) continue
    conflicts.push(...earlierOnes(rules, at))
    if (rule.previous_days !== null) {
      if (versioning === 'off') conflicts.push({ kind: 'no-versions', rule: at })
      else if (lockDays > rule.previous_days) conflicts.push({ kind: 'locked', rule: at, days: lockDays })
    }
    const kept = rule.current_days !== null && versioning !== 'off'
    if (kept && !rules.some(other => deletesPrevious(other, rule.prefix)))
      conflicts.push({ kind: 'kept', rule: at })
  }
  return conflicts
}

function earlierOnes(rules: readonly Rule[], at: number): Conflict[] {
  const rule = rules[at]!
  return lifecycleActs.flatMap((act): Conflict[] => {
    const days = rule[act]
    if (days === null) return []
    const other = rules.findIndex((each, place) => {
      if (place === at || !each.enabled || !isUnconditional(each) || each[act] === null) return false
      const overlaps = each.prefix.startsWith(rule.prefix) || rule.prefix.startsWith(each.prefix)
      return overlaps && (each[act] < days || (each[act] === days && place < at && covers(each, rule)))
    })
    const found = rules[other]
    if (!found) return []
    const prefix = found.prefix.length > rule.prefix.length ? found.prefix : rule.prefix
    return [{ kind: 'earlier', rule: at, act, other, prefix, days: found[act]! }]
  })
}

const covers = (whole: Rule, part: Rule): boolean => part.prefix.startsWith(whole.prefix)

/** The days after which `after` deletes all files of a bucket, if `before` deletes them later or never; else null. */
export function deletesAllIn(before: readonly Rule[], after: readonly Rule[]): number | null {
  const soonest = (rules: readonly Rule[]) =>
    Math.min(
      ...rules.flatMap(rule =>
        rule.enabled && rule.prefix === '' && isUnconditional(rule) ? (rule.current_days ?? []) : [],
      ),
    )
  return soonest(after) < soonest(before) ? soonest(after) : null
}

/** Whether it applies to all files of its prefix. */
function isUnconditional({ others }: Rule): boolean {
  return !others.some(({ kind }) => ['tag', 'larger', 'smaller', 'unknown'].includes(kind))
}

function deletesPrevious(rule: Rule, prefix: string): boolean {
  return (
    rule.enabled && rule.previous_days !== null && isUnconditional(rule) && prefix.startsWith(rule.prefix)
  )
}

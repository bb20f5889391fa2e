import type { LifecycleRule, LifecycleRuleDays } from '../openapi/schema.ts'

export const lifecycleDaysMaximum = 2_147_483_647
export const lifecycleActs = ['current_days', 'previous_days', 'abort_days'] as const
/** What a rule does: delete current versions, previous ones, unfinished uploads. */
export type LifecycleAct = (typeof lifecycleActs)[number]

/** Whether a rule has only what the form knows; any other stays as its author wrote it. */
export function isPlainRule({ others }: Pick<LifecycleRule, 'others'>): boolean {
  return others.length === 0
}

/** What a reader should know of a rule beside others. `rule`: its place in the list; so is `other`. */
export type Conflict =
  /** Another rule does the same earlier (or as late, and stands before it) to `prefix`, which both are about. */
  | { kind: 'earlier'; rule: number; act: LifecycleAct; other: number; prefix: string; days: number }
  /** Nothing is deleted in the `days` that each version is locked. */
  | { kind: 'locked'; rule: number; days: number }
  /** There are no previous versions, as the bucket has never kept any. */
  | { kind: 'no-versions'; rule: number }
  /** What it deletes stays as a previous version, which no rule deletes. */
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

/** Whether it is about all files of its prefix. */
function isUnconditional({ others }: Rule): boolean {
  return !others.some(({ kind }) => ['tag', 'larger', 'smaller', 'unknown'].includes(kind))
}

function deletesPrevious(rule: Rule, prefix: string): boolean {
  return (
    rule.enabled && rule.previous_days !== null && isUnconditional(rule) && prefix.startsWith(rule.prefix)
  )
}

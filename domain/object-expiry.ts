import type { BucketTag, LifecycleRule, ObjectExpiry } from '../openapi/schema.ts'

const dayMs = 86_400_000

/**
 * The first midnight UTC at least `days` after `from`, as S3 counts. Unix ms; `day`: ms per day.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/intro-lifecycle-rules.html
 */
export function daysAfter(from: number, days: number, day = dayMs): number {
  return Math.ceil((from + days * day) / day) * day
}

/** Whether a size is within a rule's bounds, which are exclusive. Bytes. */
export const isWithin = (
  size: number,
  { larger, smaller }: { larger?: number | undefined; smaller?: number | undefined },
): boolean => (larger === undefined || size > larger) && (smaller === undefined || size < smaller)

/** The rule that deletes first, and when; `timeOf`: null: it does not delete. Null: none does. */
export function firstToDelete<Rule>(
  rules: readonly Rule[],
  timeOf: (rule: Rule) => number | null,
): { at: number; rule: Rule } | null {
  let first: { at: number; rule: Rule } | null = null
  for (const rule of rules) {
    const at = timeOf(rule)
    if (at !== null && (first === null || at < first.at)) first = { at, rule }
  }
  return first
}

/** The current version of a key. `size`: bytes. `last_modified`: unix seconds. */
type File = { key: string; size: number; tags: readonly BucketTag[]; last_modified: number }

/** The lifecycle rule that deletes a current version first, and when (unix seconds); null: none. */
export const expiryOf = (rules: readonly LifecycleRule[], file: File): ObjectExpiry | null =>
  firstToDelete(rules, rule => (rule.enabled && matches(rule, file) ? deletesAt(rule, file) : null))

function matches({ prefix, others }: LifecycleRule, { key, size, tags }: File): boolean {
  const isMet = ({ kind, number, text }: LifecycleRule['others'][number]): boolean => {
    if (kind === 'tag') return tags.some(tag => `${tag.key}=${tag.value}` === text)
    return (kind !== 'larger' && kind !== 'smaller') || isWithin(size, { [kind]: number ?? 0 })
  }
  return key.startsWith(prefix) && others.every(isMet)
}

function deletesAt({ current_days, others }: LifecycleRule, { last_modified }: File): number | null {
  if (current_days !== null) return daysAfter(last_modified * 1000, current_days) / 1000
  return others.find(({ kind }) => kind === 'date')?.number ?? null
}

/**
 * Whether a version deleted by a rule stays as a previous one. Not certain for the version `null`: if its bucket's
 * versioning is suspended, it does not.
 */
export function staysAsPrevious({ version_id }: { version_id: string | null }): boolean {
  return version_id !== null && version_id !== 'null'
}

import { daysAfter, firstToDelete, isWithin } from '../../../domain/object-expiry.ts'
import type { Tag } from '../protocol/tags.ts'
import type { BucketRow } from '../store/buckets.ts'
import type { Version } from '../store/find-version.ts'
import { enabledRules, type Filter, type Rule } from './rules.ts'

export const DAY_MS = 24 * 3600_000

/** The time of a pass, unix ms, and the length of a rule's day in ms. */
export type Clock = { now: number; day: number }

/** An object, or a delete marker, as matched by filters. `modified`: unix ms. */
export type Subject = { key: string; size: number; tags: readonly Tag[]; modified: number; marker: boolean }

export const matches = (filter: Filter, { key, size, tags, marker }: Subject): boolean => {
  const { prefix, larger, smaller } = filter
  if (!key.startsWith(prefix)) return false
  if (marker) return filter.tags.length === 0 && larger === undefined && smaller === undefined
  if (!isWithin(size, filter)) return false
  return filter.tags.every(wanted => tags.some(tag => tag.key === wanted.key && tag.value === wanted.value))
}

/** When, and by which rule, the current version of a key expires; undefined if no rule expires it. Unix ms. */
export const expiryOf = (
  rules: readonly Rule[],
  subject: Subject,
  day = DAY_MS,
): { at: number; rule: string } | undefined => {
  const first = firstToDelete(rules, ({ filter, expiration }) => {
    if (!expiration || 'marker' in expiration || !matches(filter, subject)) return null
    return 'date' in expiration ? expiration.date : daysAfter(subject.modified, expiration.days, day)
  })
  return first ? { at: first.at, rule: first.rule.id } : undefined
}

/** Whether a version that has been noncurrent since `since`, with `newer` noncurrent versions above it, has expired. */
export const hasExpiredPrevious = (
  rules: readonly Rule[],
  subject: Subject,
  previous: { since: number; newer: number },
  { now, day }: Clock,
): boolean =>
  rules.some(
    ({ filter, noncurrent }) =>
      noncurrent !== undefined &&
      previous.newer >= noncurrent.newer &&
      daysAfter(previous.since, noncurrent.days, day) <= now &&
      matches(filter, subject),
  )

/** Whether a delete marker that hides nothing has expired. */
export const hasExpiredMarker = (rules: readonly Rule[], marker: Subject, { now, day }: Clock): boolean => {
  const expiry = expiryOf(rules, marker, day)
  return (
    (expiry !== undefined && expiry.at <= now) ||
    rules.some(
      ({ filter, expiration }) =>
        expiration !== undefined && 'marker' in expiration && matches(filter, marker),
    )
  )
}

/** Whether an upload of this key, started at `started`, must be aborted. */
export const hasExpiredUpload = (
  rules: readonly Rule[],
  { key, started }: { key: string; started: number },
  { now, day }: Clock,
): boolean =>
  rules.some(
    ({ filter, abortDays }) =>
      abortDays !== undefined && key.startsWith(filter.prefix) && daysAfter(started, abortDays, day) <= now,
  )

/** When the rules will remove the current version of a key: `x-amz-expiration`, or nothing. */
export const expirationHeader = (
  bucket: BucketRow,
  version: Pick<Version, 'key' | 'size' | 'tags' | 'modified'>,
): Record<string, string> => {
  const expiry = expiryOf(enabledRules(bucket), { ...version, marker: false })
  if (!expiry) return {}
  const date = new Date(expiry.at).toUTCString()
  return { 'x-amz-expiration': `expiry-date="${date}", rule-id="${encodeURIComponent(expiry.rule)}"` }
}

import { comingDay, endOfDay } from './expiry-day.ts'
import type { StorageKind } from './storage-differences.ts'
import * as v from './valibot.ts'

export const lockModes = ['governance', 'compliance'] as const
export type LockMode = (typeof lockModes)[number]

/** Days (specification, section 5). */
const lockDaysMaximum = 1_024_000

/** `days`: from the creation of a version. */
export type Retention = { mode: LockMode; days: number }

export function isLockMode(text: string | null): text is LockMode {
  return lockModes.some(mode => mode === text)
}

function isLockDays(text: string): boolean {
  return /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= lockDaysMaximum
}

/** The form of a retention. `mode` and `days` count only if `on`; `mode` is empty, or null, until chosen. */
export const retentionForm = v.pipe(
  v.object({ on: v.boolean(), mode: v.nullable(v.string()), days: v.pipe(v.string(), v.trim()) }),
  v.checkFields(['on', 'mode'], form => !form.on || isLockMode(form.mode), 'lock-mode-required'),
  v.checkFields(['on', 'days'], form => !form.on || form.days !== '', 'lock-days-required'),
  v.checkFields(['on', 'days'], ({ on, days }) => !on || days === '' || isLockDays(days), 'lock-days-range'),
)

export type RetentionForm = v.InferOutput<typeof retentionForm>

/** The retention of a valid form; null: none. */
export function retentionOf({ on, mode, days }: RetentionForm): Retention | null {
  return on && isLockMode(mode) ? { mode, days: Number(days) } : null
}

/** The retention of a version. `until`: unix seconds; may be past. */
type Lock = { mode: LockMode | null; until: number | null }

/** Whether the retention is still in force. `now`: unix seconds. */
export function holds({ mode, until }: Lock, now: number): boolean {
  return mode !== null && until !== null && until > now
}

/** Whether a change would shorten or weaken `lock`: needs a permission in governance mode, is forbidden in compliance mode. `now`: unix seconds. */
export function weakens(
  lock: Lock,
  retention: { mode: LockMode; until: number } | null,
  now: number,
): boolean {
  if (!holds(lock, now)) return false
  return !retention || retention.mode !== lock.mode || retention.until < (lock.until ?? 0)
}

/** Whether the lock of a new bucket takes effect only after 15 to 20 minutes (specification, section 4). */
export function locksLater(kind: StorageKind): boolean {
  return kind !== 'embedded'
}

/** Whether saving `mode` starts a retention in compliance mode, which nobody can shorten or remove. */
export function startsCompliance(stored: Pick<Lock, 'mode'>, mode: string | null): boolean {
  return mode === 'compliance' && stored.mode !== 'compliance'
}

type BucketLock = { enabled: boolean; mode: LockMode | null }

/** What saving a bucket's default retention makes irreversible, if anything: compliance mode, or the lock itself. */
export function forGood(stored: BucketLock, { on, mode }: RetentionForm): 'compliance' | 'on' | null {
  if (on && startsCompliance(stored, mode)) return 'compliance'
  return stored.enabled ? null : 'on'
}

/** The form of a bucket's lock. What is irreversible has to be confirmed. */
export const bucketLockForm = (stored: BucketLock) =>
  v.pipe(
    v.object({ retention: retentionForm, confirm: v.boolean() }),
    v.checkFields(
      ['retention', 'confirm'],
      ({ retention, confirm }) => confirm || forGood(stored, retention) === null,
      'confirm',
    ),
  )

/** The form of a file's retention. `day`: the last one, as `yyyy-MM-dd`. */
export type FileLockForm = { mode: string | null; day: string; confirm: boolean; weaken: boolean }

/** The retention of a file's form; null while it is incomplete. */
export function fileRetention({ mode, day }: Pick<FileLockForm, 'mode' | 'day'>) {
  return isLockMode(mode) && day !== '' ? { mode, until: endOfDay(day) } : null
}

/** Whether saving the form would shorten or weaken `lock`. */
export function wouldWeaken(lock: Lock, form: Pick<FileLockForm, 'mode' | 'day'>): boolean {
  const retention = fileRetention(form)
  return retention !== null && weakens(lock, retention, Date.now() / 1000)
}

/** The form of a file's retention. Compliance mode, and weakening governance mode, have to be confirmed. */
export const fileLockForm = (lock: Lock) =>
  v.pipe(
    v.object({ mode: v.nullable(v.string()), day: comingDay, confirm: v.boolean(), weaken: v.boolean() }),
    v.checkFields(['mode'], ({ mode }) => isLockMode(mode), 'lock-mode-required'),
    v.checkFields(['day'], ({ day }) => day !== '', 'required'),
    v.checkFields(
      ['mode', 'confirm'],
      ({ mode, confirm }) => confirm || !startsCompliance(lock, mode),
      'confirm',
    ),
    v.checkFields(
      ['mode', 'day', 'weaken'],
      form => form.weaken || lock.mode !== 'governance' || !wouldWeaken(lock, form),
      'confirm',
    ),
  )

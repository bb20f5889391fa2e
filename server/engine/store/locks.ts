import { S3Error } from '../protocol/errors.ts'

export type LockMode = 'GOVERNANCE' | 'COMPLIANCE'
/** `until`: unix ms. */
export type Retention = { mode: LockMode; until: number }
export type LegalHold = 'ON' | 'OFF'
/** The protection of a version; undefined: never set. */
export type Lock = { retention: Retention | undefined; hold: LegalHold | undefined }

/** A lock as the index stores it; `legal_hold`: 0 never set, 1 on, 2 off. */
export type LockColumns = { lock_mode: LockMode | null; lock_until: number | null; legal_hold: number }

/** A bucket's object lock: the default for new versions. */
export type LockConfiguration = { retention?: { mode: LockMode } & ({ days: number } | { years: number }) }

export const readLock = (row: LockColumns): Lock => ({
  retention:
    row.lock_mode !== null && row.lock_until !== null
      ? { mode: row.lock_mode, until: row.lock_until }
      : undefined,
  hold: row.legal_hold === 0 ? undefined : row.legal_hold === 1 ? 'ON' : 'OFF',
})

export const lockColumns = ({ retention, hold }: Lock): LockColumns => ({
  lock_mode: retention?.mode ?? null,
  lock_until: retention?.until ?? null,
  legal_hold: hold === undefined ? 0 : hold === 'ON' ? 1 : 2,
})

/** The lock of a version written at `now` (unix ms): what its request asks for, else the bucket's default retention. */
export const lockOfNew = (
  configuration: LockConfiguration | undefined,
  asked: Lock | undefined,
  now: number,
): Lock => {
  const standard = configuration?.retention
  if (asked?.retention || !standard) return asked ?? { retention: undefined, hold: undefined }
  const until = new Date(now)
  if ('days' in standard) until.setUTCDate(until.getUTCDate() + standard.days)
  else until.setUTCFullYear(until.getUTCFullYear() + standard.years)
  return { retention: { mode: standard.mode, until: until.getTime() }, hold: asked?.hold }
}

/** Whether a version may not be removed. `bypass`: the caller requests a governance bypass and is allowed it. */
export const isLocked = (row: LockColumns, now: number, bypass: boolean): boolean => {
  const { retention, hold } = readLock(row)
  if (hold === 'ON') return true
  return retention !== undefined && retention.until > now && !(retention.mode === 'GOVERNANCE' && bypass)
}

/**
 * The guard before every removal of a version.
 * @throws S3Error AccessDenied
 */
export const requireUnlocked = (row: LockColumns, now: number, bypass: boolean): void => {
  if (isLocked(row, now, bypass))
    throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.')
}

/**
 * A retention may be extended; only a governance bypass may shorten it, remove it, or change its mode.
 * @throws S3Error AccessDenied
 */
export const requireRetentionChange = (
  retention: Retention | undefined,
  next: Retention | undefined,
  now: number,
  bypass: boolean,
): void => {
  if (!retention || retention.until <= now) return
  const extends_ = next !== undefined && next.until >= retention.until && next.mode === retention.mode
  if (extends_ || (retention.mode === 'GOVERNANCE' && bypass)) return
  throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.')
}

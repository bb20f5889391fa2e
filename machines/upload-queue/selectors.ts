import type { SnapshotFrom } from 'xstate'
import { rowCharge } from '../../domain/limits.ts'
import type { uploadQueueMachine } from './machine.ts'
import { byStatus, type RowStatus, stepsForAll, traits } from './row-state.ts'
import { canTake } from './row-steps.ts'
import { activeRows } from './rules.ts'
import { rowsOf } from './table.ts'
import type { UploadRow } from './types.ts'

type Snapshot = SnapshotFrom<typeof uploadQueueMachine>

export function selectAllPaused(snapshot: Snapshot): boolean {
  return snapshot.matches({ work: 'paused' })
}

/** How many files must be chosen, or their reading allowed, again. */
export function selectMissing({ context }: Snapshot): number {
  return context.table.counts.interrupted
}

/** What can be done with all files. */
export function selectForAll(snapshot: Snapshot): { pause: boolean; continue: boolean } {
  return stepsForAll(snapshot.context.table.counts, selectAllPaused(snapshot))
}

/** `none`: no row. `paused`: no unfinished row continues on its own. */
export type Activity =
  | 'none'
  | 'adding'
  | 'uploading'
  | 'offline'
  | 'retrying'
  | 'pausing'
  | 'paused'
  | 'interrupted'
  | 'stalled'
  | 'failed'
  | 'done'

/**
 * The state of the whole queue. `offline`: every active file waits for a network; `retrying`: for its next attempt;
 * `stalled`: the storage does not answer; `interrupted`: what is left must be chosen, or its reading allowed, again;
 * `failed`: everything has ended, and some files failed; `adding`: no file was found yet.
 */
export function selectActivity(snapshot: Snapshot): Activity {
  const { table, unread } = snapshot.context
  const { queued, uploading, pausing, paused, failed, unfinished } = byStatus(table.counts)
  if (unfinished === 0 && selectIsReading(snapshot)) return 'adding'
  if (table.length + unread.length === 0) return 'none'
  if (uploading > 0) return whileUploading(snapshot)
  if (pausing > 0) return queued > 0 && !selectAllPaused(snapshot) ? 'uploading' : 'pausing'
  if (queued > 0) return selectAllPaused(snapshot) ? 'paused' : paused > 0 ? 'stalled' : 'uploading'
  if (paused > 0) {
    if (table.counts['active.stalled'] > 0) return 'stalled'
    return paused === table.counts.interrupted ? 'interrupted' : 'paused'
  }
  if (unread.length > 0) return 'interrupted'
  return failed > 0 ? 'failed' : 'done'
}

function uploadingRows({ context }: Snapshot): UploadRow[] {
  return activeRows(context).filter(({ state }) => state === 'active.uploading')
}

function whileUploading(snapshot: Snapshot): 'uploading' | 'offline' | 'retrying' {
  const rows = uploadingRows(snapshot)
  if (rows.every(({ reason }) => reason === 'OFFLINE')) return 'offline'
  return rows.every(({ reason }) => reason !== null) ? 'retrying' : 'uploading'
}

/** Whether files are unfinished, or being added. */
export function selectIsRunning(snapshot: Snapshot): boolean {
  return selectIsReading(snapshot) || selectCounts(snapshot).unfinished > 0
}

/** Whether files are sent, or will be without the user. */
export function selectIsUnderWay(snapshot: Snapshot): boolean {
  const underWay: Activity[] = ['uploading', 'pausing', 'offline', 'retrying', 'stalled']
  return underWay.includes(selectActivity(snapshot))
}

/** Whole percent of what is to be uploaded, while files are under way and all are known; otherwise null. */
export function selectPercentUnderWay(snapshot: Snapshot): number | null {
  const { percent } = selectBytes(snapshot)
  return percent !== null && selectIsUnderWay(snapshot) ? Math.floor(percent) : null
}

/** Whether bytes are being sent, so that there is a speed to show. */
export function selectIsMoving(snapshot: Snapshot): boolean {
  return uploadingRows(snapshot).some(row => row.reason === null)
}

/** Whether a retry makes sense for any failed file. */
export function selectCanRetry({ context }: Snapshot): boolean {
  return context.table.counts.failed > 0
}

/** Files since everything had ended. What was not read to its end counts as one; `total` is without the cancelled ones. */
export function selectCounts({ context: { table, unread } }: Snapshot) {
  const { total, completed, failed, cancelled, unfinished } = byStatus(table.batch)
  const more = unread.length
  return { total: total + more, completed, failed, cancelled, unfinished: unfinished + more }
}

/** Whether the list has rows that have ended. */
export function selectHasEnded({ context }: Snapshot): boolean {
  const { length, counts } = context.table
  return length > byStatus(counts).unfinished
}

/**
 * Bytes of all known files neither cancelled nor failed. `percent`: from 0 to 100; null while files are being found, and
 * not 100 before all are known.
 */
export function selectBytes(snapshot: Snapshot): { size: number; sent: number; percent: number | null } {
  const { table, unread } = snapshot.context
  const { size, sent } = table
  if (selectIsReading(snapshot)) return { size, sent, percent: null }
  const { unfinished, completed } = selectCounts(snapshot)
  const percent = size > 0 ? (sent / size) * 100 : completed > 0 && unfinished === 0 ? 100 : 0
  return { size, sent, percent: Math.min(percent, unread.length > 0 ? 99 : 100) }
}

/** Bytes that quotas will count for unfinished uploads, in addition to stored ones. */
export function selectBytesUnderWay(snapshot: Snapshot): number {
  const { size, sent } = snapshot.context.table
  return size - sent + selectCounts(snapshot).unfinished * rowCharge
}

/** Whether a selection is being read. */
export function selectIsReading(snapshot: Snapshot): boolean {
  return snapshot.matches({ selections: 'reading' })
}

/** Names that unfinished uploads and unread selections will create in a folder, as in a listing. */
export function selectNamesUnderWay(
  { context: { table, pendingSelections, unread } }: Snapshot,
  { bucket, prefix }: { bucket: string; prefix: string },
): Set<string> {
  const names = new Set<string>()
  const add = (key: string) => {
    if (!key.startsWith(prefix)) return
    const name = key.slice(prefix.length)
    const slash = name.indexOf('/')
    names.add(slash === -1 ? name : name.slice(0, slash + 1))
  }
  for (const row of rowsOf(table)) if (row.bucket === bucket && !traits[row.state].hasEnded) add(row.key)
  for (const selection of [...pendingSelections, ...unread.map(({ selection }) => selection)]) {
    if (selection.bucket === bucket) for (const top of selection.tops) add(selection.prefix + top)
  }
  return names
}

/** How many system files were skipped. */
export function selectLeftOut({ context }: Snapshot): number {
  return context.leftOut
}

/** A queued row shows as paused while everything is paused. */
export function shownStatus({ state }: UploadRow, allPaused: boolean): RowStatus {
  const { status } = traits[state]
  return status === 'queued' && allPaused ? 'paused' : status
}

export function actionsOf(row: UploadRow, allPaused: boolean) {
  const waitsForAll = traits[row.state].status === 'queued' && allPaused
  return {
    pause: !waitsForAll && canTake(row, 'pause'),
    continue: waitsForAll || canTake(row, 'continue'),
    needsFile: row.state === 'interrupted',
    cancel: canTake(row, 'cancel'),
    retry: canTake(row, 'retry'),
    remove: canTake(row, 'remove'),
  }
}

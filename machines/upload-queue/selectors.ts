import type { SnapshotFrom } from 'xstate'
import { rowCharge } from '../../domain/limits.ts'
import type { uploadQueueMachine } from './machine.ts'
import { canTake } from './row-steps.ts'
import { countHolders, hasEnded } from './rules.ts'
import { needsFile, rowOf, rowsOf } from './table.ts'
import type { RowStatus, UploadRow } from './types.ts'

type Snapshot = SnapshotFrom<typeof uploadQueueMachine>

export function selectAllPaused(snapshot: Snapshot): boolean {
  return snapshot.matches({ work: 'paused' })
}

/** How many files must be chosen, or their reading allowed, again. */
export function selectMissing({ context }: Snapshot): number {
  return context.table.missing
}

/** What can be done with all files: `pause` if one is sent or waits its turn, `continue` if the user has paused one. */
export function selectForAll(snapshot: Snapshot): { pause: boolean; continue: boolean } {
  const { queued, uploading, pausing, paused } = snapshot.context.table.counts
  const allPaused = selectAllPaused(snapshot)
  const stalled = countHolders(snapshot.context) - uploading - pausing
  return {
    pause: uploading + stalled > 0 || (queued > 0 && !allPaused),
    continue: pausing + paused - stalled > selectMissing(snapshot) || (queued > 0 && allPaused),
  }
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
 * `stalled`: the storage does not answer; `interrupted`: the files that are left must be chosen again; `failed`:
 * everything has ended, and some files failed; `adding`: no file was found yet.
 */
export function selectActivity(snapshot: Snapshot): Activity {
  const { table } = snapshot.context
  const { queued, uploading, pausing, paused, failed } = table.counts
  if (snapshot.matches({ selections: 'reading' }) && table.length === 0) return 'adding'
  if (table.length === 0) return 'none'
  if (uploading > 0) return whileUploading(snapshot)
  if (pausing > 0) return queued > 0 && !selectAllPaused(snapshot) ? 'uploading' : 'pausing'
  if (queued > 0) return selectAllPaused(snapshot) ? 'paused' : paused > 0 ? 'stalled' : 'uploading'
  if (paused > 0) {
    if (countHolders(snapshot.context) > 0) return 'stalled'
    return paused === selectMissing(snapshot) ? 'interrupted' : 'paused'
  }
  return failed > 0 ? 'failed' : 'done'
}

function activeRows({ context: { activeIds, table } }: Snapshot): UploadRow[] {
  return activeIds.flatMap(id => rowOf(table, id) ?? []).filter(row => row.status === 'uploading')
}

function whileUploading(snapshot: Snapshot): 'uploading' | 'offline' | 'retrying' {
  const rows = activeRows(snapshot)
  if (rows.every(({ reason }) => reason === 'OFFLINE')) return 'offline'
  return rows.every(({ reason }) => reason !== null) ? 'retrying' : 'uploading'
}

/** `running`: files are unfinished, or being added. */
export type Ending = 'none' | 'running' | 'done' | 'failed'

/** How all uploads ended, once they have. */
export function selectEnding(snapshot: Snapshot): Ending {
  if (!selectAllFound(snapshot) || selectCounts(snapshot).unfinished > 0) return 'running'
  const { length, counts } = snapshot.context.table
  if (length === 0) return 'none'
  return counts.failed > 0 ? 'failed' : 'done'
}

/** Whole percent of what is to be uploaded, while files are sent or will be without the user; otherwise null. */
export function selectPercentUnderWay(snapshot: Snapshot): number | null {
  const activity = selectActivity(snapshot)
  const underWay = ['uploading', 'pausing', 'offline', 'retrying', 'stalled'].includes(activity)
  return underWay ? Math.floor(selectBytes(snapshot).percent) : null
}

/** Whether bytes are being sent, so that there is a speed to show. */
export function selectIsMoving(snapshot: Snapshot): boolean {
  return activeRows(snapshot).some(row => row.reason === null)
}

/** Whether a retry makes sense for any failed file. Walks all rows if any has failed. */
export function selectCanRetry({ context: { table } }: Snapshot): boolean {
  if (table.counts.failed === 0) return false
  for (const row of rowsOf(table)) if (canTake(row, 'retry')) return true
  return false
}

export function selectCounts({ context }: Snapshot) {
  const { queued, uploading, pausing, paused, cancelled, completed, failed } = context.table.counts
  return {
    total: context.table.length - cancelled,
    completed,
    failed,
    unfinished: queued + uploading + pausing + paused,
    ended: completed + failed + cancelled,
  }
}

/** Bytes of all files neither cancelled nor failed; `percent` from 0 to 100. */
export function selectBytes({ context }: Snapshot): { size: number; sent: number; percent: number } {
  const { size, sent, counts } = context.table
  const unfinished = counts.queued + counts.uploading + counts.pausing + counts.paused
  const percent = size > 0 ? (sent / size) * 100 : counts.completed > 0 && unfinished === 0 ? 100 : 0
  return { size, sent, percent: Math.min(percent, 100) }
}

/** Bytes that quotas will count for unfinished uploads, in addition to stored ones. */
export function selectBytesUnderWay(snapshot: Snapshot): number {
  const { size, sent } = snapshot.context.table
  return size - sent + selectCounts(snapshot).unfinished * rowCharge
}

/** Whether every selection was read. */
export function selectAllFound(snapshot: Snapshot): boolean {
  return snapshot.matches({ selections: 'idle' })
}

/** Names that unfinished uploads and unread selections will create in a folder, as in a listing. */
export function selectNamesUnderWay(
  { context: { table, pendingSelections } }: Snapshot,
  { bucket, prefix }: { bucket: string; prefix: string },
): Set<string> {
  const names = new Set<string>()
  const add = (key: string) => {
    if (!key.startsWith(prefix)) return
    const name = key.slice(prefix.length)
    const slash = name.indexOf('/')
    names.add(slash === -1 ? name : name.slice(0, slash + 1))
  }
  for (const row of rowsOf(table)) if (row.bucket === bucket && !hasEnded(row)) add(row.key)
  for (const selection of pendingSelections) {
    if (selection.bucket === bucket) for (const top of selection.tops) add(selection.prefix + top)
  }
  return names
}

/** How many system files were skipped. */
export function selectLeftOut({ context }: Snapshot): number {
  return context.leftOut
}

/** A queued row shows as paused while everything is paused. */
export function shownStatus(row: UploadRow, allPaused: boolean): RowStatus {
  return row.status === 'queued' && allPaused ? 'paused' : row.status
}

export function actionsOf(row: UploadRow, allPaused: boolean) {
  const waitsForAll = row.status === 'queued' && allPaused
  return {
    pause: !waitsForAll && canTake(row, 'pause'),
    continue: waitsForAll || canTake(row, 'continue'),
    needsFile: needsFile(row),
    cancel: canTake(row, 'cancel'),
    retry: canTake(row, 'retry'),
    remove: canTake(row, 'remove'),
  }
}

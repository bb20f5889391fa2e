import type { SnapshotFrom } from 'xstate'
import type { uploadQueueMachine } from './machine.ts'
import { canRetry, hasEnded, needsFile, placesTaken } from './rules.ts'
import { rowOf, rowsOf } from './table.ts'
import type { RowReason, RowStatus, UploadRow } from './types.ts'

type Snapshot = SnapshotFrom<typeof uploadQueueMachine>

/** Whether the user has paused everything. */
export function selectAllPaused(snapshot: Snapshot): boolean {
  return snapshot.matches({ work: 'paused' })
}

/** Whether nothing goes on until the user says so, all at once or one by one. */
export function selectIsHeld(snapshot: Snapshot): boolean {
  return selectAllPaused(snapshot) || selectActivity(snapshot) === 'paused'
}

/** What the whole queue is at: `none`, no row; `paused`, unfinished rows of which none goes on by itself. */
export type Activity = 'none' | 'adding' | 'uploading' | 'offline' | 'paused' | 'stalled' | 'failed' | 'done'

/**
 * What to say of the whole queue. `offline`: every file under way waits for a network; `stalled`: the storage does not answer; `failed`: everything has ended, and some
 * files did not arrive; `adding`: nothing was found yet.
 */
export function selectActivity(snapshot: Snapshot): Activity {
  const { table } = snapshot.context
  const { queued, uploading, paused, failed } = table.counts
  if (snapshot.matches({ intake: 'reading' }) && table.length === 0) return 'adding'
  if (table.length === 0) return 'none'
  if (uploading > 0) return everyOneIsOffline(snapshot) ? 'offline' : 'uploading'
  if (queued > 0) return selectAllPaused(snapshot) ? 'paused' : paused > 0 ? 'stalled' : 'uploading'
  if (paused > 0) return placesTaken(snapshot.context) > 0 ? 'stalled' : 'paused'
  return failed > 0 ? 'failed' : 'done'
}

function liveRows({ context: { live, table } }: Snapshot): UploadRow[] {
  return live.flatMap(id => rowOf(table, id) ?? []).filter(row => row.status === 'uploading')
}

function everyOneIsOffline(snapshot: Snapshot): boolean {
  return liveRows(snapshot).every(row => row.reason === 'OFFLINE')
}

/** Whether bytes of any file are on their way: there is a speed to tell. */
export function selectIsMoving(snapshot: Snapshot): boolean {
  return liveRows(snapshot).some(row => row.reason === null)
}

/** Whether another attempt makes sense for any failed file. Looks through the rows where some have failed. */
export function selectCanRetry({ context: { table } }: Snapshot): boolean {
  if (table.counts.failed === 0) return false
  for (const row of rowsOf(table)) if (canRetry(row)) return true
  return false
}

/** How many files there are, have ended, arrived, failed, can go on and can be held. */
export function selectCounts({ context }: Snapshot) {
  const { queued, uploading, paused, cancelled, completed, failed } = context.table.counts
  return {
    total: context.table.length - cancelled,
    completed,
    failed,
    unfinished: queued + uploading + paused,
    ended: completed + failed + cancelled,
  }
}

/** Bytes to send and sent of all files that were not cancelled and did not fail, and how much that is, 0 to 100. */
export function selectBytes({ context }: Snapshot): { size: number; sent: number; percent: number } {
  const { size, sent, counts } = context.table
  const unfinished = counts.queued + counts.uploading + counts.paused
  const percent = size > 0 ? (sent / size) * 100 : counts.completed > 0 && unfinished === 0 ? 100 : 0
  return { size, sent, percent: Math.min(percent, 100) }
}

/** How many files of the operating system were passed over. */
export function selectLeftOut({ context }: Snapshot): number {
  return context.leftOut
}

/** What the row is shown as: one that waits for its turn while everything is paused is paused. */
export function shownStatus(row: UploadRow, allPaused: boolean): RowStatus {
  return row.status === 'queued' && allPaused ? 'paused' : row.status
}

/** What the user can do with the row. */
export function actionsOf(row: UploadRow, allPaused: boolean) {
  const status = shownStatus(row, allPaused)
  return {
    pause: status === 'queued' || status === 'uploading' || row.reason === 'STORAGE_UNAVAILABLE',
    continue: status === 'paused',
    needsFile: needsFile(row),
    cancel: !hasEnded(row),
    retry: canRetry(row),
    remove: hasEnded(row),
  }
}

/** Reasons that are not an error: the row goes on by itself. */
export function isPassing(reason: RowReason | null): boolean {
  return reason === 'RETRYING' || reason === 'OFFLINE' || reason === 'STORAGE_UNAVAILABLE'
}

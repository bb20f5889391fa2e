import { batchedFileLimit, uploadLimit } from '../../domain/limits.ts'
import { keyIssue } from '../../domain/object-key.ts'
import { resumesAlone } from '../upload/retry.ts'
import type { UploadInput } from '../upload/types.ts'
import { firstQueued, indexOf, rowAt, rowOf, type UploadTable } from './table.ts'
import type { FoundFile, QueueContext, RowReason, UploadRow } from './types.ts'

export function actorOf(id: number): string {
  return `upload-${id}`
}

/** Why `found` is not uploaded at all, or null. */
export function refusal({ key, file, readable }: FoundFile): RowReason | null {
  if (!readable) return 'UNREADABLE'
  const issue = keyIssue(key)
  if (issue === 'key-not-unicode') return 'KEY_NOT_UNICODE'
  if (issue !== null) return 'KEY_TOO_LONG'
  return file.size >= uploadLimit ? 'FILE_TOO_LARGE' : null
}

/** A queued row, or a failed one if the file cannot be uploaded. */
export function rowFor(id: number, bucket: string, found: FoundFile): UploadRow {
  const reason = refusal(found)
  return {
    id,
    bucket,
    key: found.key,
    path: found.path,
    file: found.file,
    sent: 0,
    status: reason ? 'failed' : 'queued',
    reason,
    multipart: null,
  }
}

export function hasEnded({ status }: UploadRow): boolean {
  return status === 'completed' || status === 'cancelled' || status === 'failed'
}

export function isActive(context: QueueContext, id: number): boolean {
  return context.activeIds.includes(id)
}

/** Whether an active row occupies a slot; one paused by the user does not. */
function holdsSlot({ status, reason }: UploadRow): boolean {
  return status === 'uploading' || status === 'pausing' || (status === 'paused' && resumesAlone(reason))
}

/** So many files share a slot that are small, as they travel in batches, or have all left, and are compared or completed. */
const lightPerSlot = 25

/** The last answer of `slotHolders`: several guards ask for the same. */
let known: { ids: QueueContext['activeIds']; table: UploadTable; rows: UploadRow[] } | null = null

function slotHolders({ activeIds, table }: QueueContext): UploadRow[] {
  if (known?.ids !== activeIds || known.table !== table) {
    const rows = activeIds.flatMap(id => rowOf(table, id) ?? []).filter(holdsSlot)
    known = { ids: activeIds, table, rows }
  }
  return known.rows
}

/** How many active rows hold a slot, or a share of one. */
export function countHolders(context: QueueContext): number {
  return slotHolders(context).length
}

export function slotsTaken(context: QueueContext): number {
  const holders = slotHolders(context)
  const light = holders.filter(({ file, sent }) => file.size <= batchedFileLimit || sent >= file.size).length
  return holders.length - light + light / lightPerSlot
}

export function hasUnfinishedActive({ activeIds, table }: QueueContext): boolean {
  return activeIds.some(id => {
    const row = rowOf(table, id)
    return row !== undefined && !hasEnded(row)
  })
}

/** `nextQueuedIndex` after the row `id` was queued again. */
export function nextAfterQueueing({ table, nextQueuedIndex }: QueueContext, id: number): number {
  return Math.min(nextQueuedIndex, Math.max(indexOf(table, id), 0))
}

export function uploadOf(
  { id, bucket, key, file, multipart }: UploadRow,
  intent: UploadInput['intent'],
  queue: UploadInput['queue'],
): { id: string; input: UploadInput } {
  return { id: actorOf(id), input: { id, bucket, key, file, multipart, intent, queue } }
}

/** Whether no other row is sending to the row's key. */
export function isKeyFree(context: QueueContext, { id, bucket, key }: UploadRow): boolean {
  return !slotHolders(context).some(row => row.key === key && row.bucket === bucket && row.id !== id)
}

/** The first queued row whose key is free: of two files with the same key the last added one remains. */
export function nextRow(context: QueueContext): UploadRow | undefined {
  const { table, nextQueuedIndex } = context
  for (let index = firstQueued(table, nextQueuedIndex); index !== -1; index = firstQueued(table, index + 1)) {
    const row = rowAt(table, index)!
    if (isKeyFree(context, row)) return row
  }
  return undefined
}

/** The context after rows were removed, leaving `table`. */
export function afterRemoving(
  { leftOut }: QueueContext,
  table: UploadTable,
): Pick<QueueContext, 'table' | 'nextQueuedIndex' | 'leftOut'> {
  return { table, nextQueuedIndex: 0, leftOut: table.length === 0 ? 0 : leftOut }
}

/** `nextQueuedIndex` after `row` was started. */
export function nextAfterStarting({ table, nextQueuedIndex }: QueueContext, row: UploadRow): number {
  const index = indexOf(table, row.id)
  return firstQueued(table, nextQueuedIndex) === index ? index + 1 : nextQueuedIndex
}

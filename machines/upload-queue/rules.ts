import { batchedFileLimit, uploadLimit } from '../../domain/limits.ts'
import { keyIssue } from '../../domain/object-key.ts'
import type { UploadInput } from '../upload/types.ts'
import { byStatus, traits } from './row-state.ts'
import { changeRows, firstQueued, indexOf, rowAt, rowOf, type UploadTable } from './table.ts'
import type {
  FoundFile,
  QueueContext,
  ReadAgain,
  RestoreUnread,
  RowReason,
  Selection,
  UnreadSelection,
  UploadRow,
} from './types.ts'

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
    state: reason ? 'refused' : 'queued',
    reason,
    multipart: null,
  }
}

/** The table to which files are added. Once everything has ended they begin a batch, in which the earlier ones do not count. */
export function tableForMore({ table, pendingSelections }: QueueContext): UploadTable {
  if (byStatus(table.counts).unfinished + pendingSelections.length > 0) return table
  return changeRows(table, ({ state, settled }) =>
    traits[state].status === 'failed' || settled ? null : { settled: true },
  )
}

export function withUnread(
  unread: readonly UnreadSelection[],
  more: RestoreUnread['selections'],
): UnreadSelection[] {
  const last = unread.at(-1)?.id ?? 0
  return [...unread, ...more.map((each, index) => ({ id: last + 1 + index, ...each }))]
}

/** The names at the top of a selection before any was replaced, as in a listing. */
export function chosenTops({ names, tops }: Selection): string[] {
  const chosen = new Map([...names].flatMap(([name, used]) => (used === null ? [] : [[used, name]])))
  return tops.map(top => {
    const folder = top.endsWith('/')
    const used = folder ? top.slice(0, -1) : top
    return (chosen.get(used) ?? used) + (folder ? '/' : '')
  })
}

/** What an unread selection becomes: what is read again, and what stays unread, if anything. Null if nothing can be read. */
export function againBy(
  { unread }: Pick<QueueContext, 'unread'>,
  { id, chosen }: ReadAgain,
): { selection: Selection; left: UnreadSelection | null } | null {
  const found = unread.find(each => each.id === id)
  if (!found) return null
  const { selection } = found
  const again = { ...selection, again: true as const }
  if (!chosen) return selection.items.length > 0 ? { selection: again, left: null } : null
  const before = chosenTops(selection)
  const [read, left] = [true, false].map(isRead =>
    selection.tops.filter((_, index) => chosen.tops.includes(before[index]!) === isRead),
  ) as [string[], string[]]
  if (read.length === 0) return null
  return {
    selection: { ...again, items: chosen.items, tops: read },
    // What the browser can read by itself is all or nothing.
    left:
      left.length > 0
        ? { ...found, selection: { ...selection, items: [], tops: left }, reason: 'INTERRUPTED' }
        : null,
  }
}

/** Files that share one slot: small ones, which travel in batches, and fully sent ones, which are being verified. */
const lightPerSlot = 25

/** The rows with an upload actor; one of a removed row may still discard its parts. */
export function activeRows({ activeIds, table }: Pick<QueueContext, 'activeIds' | 'table'>): UploadRow[] {
  return activeIds.flatMap(id => rowOf(table, id) ?? [])
}

/** The last answer of `slotHolders`: several guards ask for the same. */
let known: { ids: QueueContext['activeIds']; table: UploadTable; rows: UploadRow[] } | null = null

function slotHolders({ activeIds, table }: QueueContext): UploadRow[] {
  if (known?.ids !== activeIds || known.table !== table) {
    const rows = activeRows({ activeIds, table }).filter(({ state }) => traits[state].holdsSlot)
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

export function hasUnfinishedActive(context: QueueContext): boolean {
  return activeRows(context).some(({ state }) => !traits[state].hasEnded)
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

import { appendRows, emptyTable } from '../../../machines/upload-queue/table.ts'
import type { QueueContext, UploadRow } from '../../../machines/upload-queue/types.ts'

/** A queued row of 10 bytes, `path` in what was added to the folder `prefix`. */
export function uploadRow(id: number, path: string, more: Partial<UploadRow> = {}, prefix = ''): UploadRow {
  return {
    ...{ id, bucket: 'anh', key: prefix + path, path, sent: 0, state: 'queued', reason: null },
    ...{ multipart: null, file: { name: path, size: 10, lastModified: 0, type: '' } },
    ...more,
  }
}

export function contextOf(rows: readonly UploadRow[], more: Partial<QueueContext> = {}): QueueContext {
  return {
    ...{ table: appendRows(emptyTable, rows), activeIds: [], nextQueuedIndex: 0, nextId: 99 },
    ...{ leftOut: 0, pendingSelections: [], unread: [], concurrency: 2 },
    ...more,
  }
}

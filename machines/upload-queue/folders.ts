import {
  byStatus,
  type Counts,
  countsBytes,
  noCounts,
  type RowStatus,
  rowStates,
  stepsForAll,
  traits,
} from './row-state.ts'
import type { UploadTable } from './table.ts'
import type { QueueContext, RowReason, UploadRow } from './types.ts'

/** Sums over some rows. `size` and `sent` in bytes, without the cancelled and failed ones. */
type Sums = { counts: Counts; size: number; sent: number }

/** The rows of one folder in one chunk of the table. */
type Share = Sums & {
  /** Without a problem, by ascending id. */
  ordinary: UploadRow[]
  failed: Map<RowReason | null, UploadRow[]>
  missingRows: UploadRow[]
}

/**
 * The rows of a folder that was added, with what is below it; or of the files that were added alone to one place. `id`: its
 * bucket and key, without the slash at the end; that of a place has the slash.
 */
export type Folder = Sums & {
  id: string
  shares: Share[]
  /** How many rows failed for each reason, by first appearance. */
  reasons: Map<RowReason | null, number>
}

/** The id of the folder with which the row was added; for a file that was added alone, of its place. */
export function folderOf({ bucket, key, path }: UploadRow): string {
  const end = endOfFolder(key, path)
  return `${bucket}/${end > 0 ? key.slice(0, end) : folderPartOf(key)}`
}

/** Whether its rows were added alone, without a folder. */
export function isPlace({ id }: Pick<Folder, 'id'>): boolean {
  return id.endsWith('/')
}

/** The length of the key of the row's folder; 0 if it has none. The key ends in as many levels as the path has below it. */
function endOfFolder(key: string, path: string): number {
  let end = key.length
  let slash = path.indexOf('/')
  if (slash === -1) return 0
  for (; slash !== -1 && end > 0; slash = path.indexOf('/', slash + 1)) end = key.lastIndexOf('/', end - 1)
  return Math.max(end, 0)
}

const noSums = (): Sums => ({ counts: noCounts(), size: 0, sent: 0 })

/** Chunks are never changed, so that only those with a changed row are walked again. */
const sharesOf = new WeakMap<readonly UploadRow[], ReadonlyMap<string, Share>>()
const foldersOf = new WeakMap<UploadTable, ReadonlyMap<string, Folder>>()
let latest: WeakRef<UploadTable> | null = null

function sharesIn(chunk: readonly UploadRow[]): ReadonlyMap<string, Share> {
  const known = sharesOf.get(chunk)
  if (known) return known
  const shares = new Map<string, Share>()
  let share: Share | undefined
  let [bucket, path, key] = ['', '', '']
  for (const row of chunk) {
    if (!share || row.bucket !== bucket || !isFileIn(path, row.path) || !isFileIn(key, row.key)) {
      ;[bucket, path, key] = [row.bucket, folderPartOf(row.path), folderPartOf(row.key)]
      const id = folderOf(row)
      share = shares.get(id)
      if (!share) {
        share = { ...noSums(), ordinary: [], failed: new Map(), missingRows: [] }
        shares.set(id, share)
      }
    }
    addRow(share, row)
  }
  sharesOf.set(chunk, shares)
  return shares
}

/** Up to the last slash: rows with the same place in what was added, and in the bucket, are of the same folder. */
const folderPartOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

const isFileIn = (place: string, path: string) =>
  path.startsWith(place) && path.indexOf('/', place.length) === -1

function addRow(share: Share, row: UploadRow): void {
  const { state, reason } = row
  share.counts[state]++
  if (countsBytes(state)) {
    share.size += row.file.size
    share.sent += row.sent
  }
  if (traits[state].status === 'failed') {
    const alike = share.failed.get(reason)
    if (alike) alike.push(row)
    else share.failed.set(reason, [row])
  } else if (state === 'interrupted') share.missingRows.push(row)
  else share.ordinary.push(row)
}

/**
 * Every folder of the table, by first appearance. Walks the rows of chunks, and the folders, that have changed since it was
 * last called.
 */
export function folders(table: UploadTable): ReadonlyMap<string, Folder> {
  const known = foldersOf.get(table)
  if (known) return known
  const before = latest?.deref()
  const all = (before && patched(before, table)) ?? collected(table)
  foldersOf.set(table, all)
  latest = new WeakRef(table)
  return all
}

function collected(table: UploadTable): Map<string, Folder> {
  const shares = new Map<string, Share[]>()
  for (const chunk of table.chunks) {
    for (const [id, share] of sharesIn(chunk)) {
      const known = shares.get(id)
      if (known) known.push(share)
      else shares.set(id, [share])
    }
  }
  return new Map([...shares].map(([id, shares]) => [id, folderWith(id, shares)]))
}

/** The folders of `before` with the changes of its chunks; null where it has other rows. */
function patched(before: UploadTable, { chunks, length }: UploadTable): Map<string, Folder> | null {
  if (before.length !== length) return null
  const all = new Map(foldersOf.get(before))
  for (const [index, chunk] of chunks.entries()) {
    const old = before.chunks[index]!
    if (old === chunk) continue
    if (old[0]!.id !== chunk[0]!.id) return null
    const [sharesBefore, shares] = [sharesIn(old), sharesIn(chunk)]
    if (sharesBefore.size !== shares.size) return null
    for (const [id, share] of sharesBefore) {
      const now = shares.get(id)
      const folder = all.get(id)
      if (!now || !folder) return null
      all.set(
        id,
        folderWith(
          id,
          folder.shares.map(each => (each === share ? now : each)),
        ),
      )
    }
  }
  return all
}

function folderWith(id: string, shares: Share[]): Folder {
  const folder: Folder = { ...noSums(), id, shares, reasons: new Map() }
  for (const share of shares) {
    for (const state of rowStates) folder.counts[state] += share.counts[state]
    folder.size += share.size
    folder.sent += share.sent
    for (const [reason, rows] of share.failed)
      folder.reasons.set(reason, (folder.reasons.get(reason) ?? 0) + rows.length)
  }
  return folder
}

/** `begun`: some of its files had their turn. */
export type FolderStage = 'problem' | 'begun' | 'waiting' | 'ended'

export function stageOf({ counts }: Folder): FolderStage {
  const { unfinished, queued, completed, cancelled, failed } = byStatus(counts)
  if (failed + counts.interrupted > 0) return 'problem'
  if (unfinished === 0) return 'ended'
  return unfinished > queued || completed + cancelled > 0 ? 'begun' : 'waiting'
}

/** The ids of the folders of which not all files are known. */
export function growingFolders({
  pendingSelections,
  unread,
}: Pick<QueueContext, 'pendingSelections' | 'unread'>): ReadonlySet<string> {
  const selections = [...pendingSelections, ...unread.map(({ selection }) => selection)]
  return new Set(
    selections.flatMap(({ bucket, prefix, tops }) =>
      tops.filter(top => top.endsWith('/')).map(top => `${bucket}/${prefix}${top.slice(0, -1)}`),
    ),
  )
}

/** The worst state of the folder's files. `growing`: not all are known, so that it is not completed. */
export function statusOf(folder: Folder, allPaused: boolean, growing: boolean): RowStatus | 'missing' {
  const counts = byStatus(folder.counts)
  if (counts.failed > 0) return 'failed'
  if (folder.counts.interrupted > 0) return 'missing'
  if (counts.uploading > 0) return 'uploading'
  if (counts.pausing > 0) return 'pausing'
  if (counts.queued > 0 && !allPaused) return counts.completed > 0 ? 'uploading' : 'queued'
  if (counts.queued + counts.paused > 0) return 'paused'
  if (growing) return 'uploading'
  return counts.completed > 0 ? 'completed' : 'cancelled'
}

/** The reason, if every failed file of the folder has the same: its line shows it for all of them. */
export function sharedReason(folder: Folder): RowReason | null {
  const [only = null, ...others] = folder.reasons.keys()
  return !isPlace(folder) && others.length === 0 ? only : null
}

/** What can be done with the folder's files, each if it makes sense for one of them; `remove` once all have ended. */
export function folderActions({ counts }: Folder, allPaused: boolean) {
  const { unfinished, failed, cancelled } = byStatus(counts)
  return {
    ...stepsForAll(counts, allPaused),
    cancel: unfinished > 0,
    retry: counts.failed > 0,
    remove: unfinished === 0 && failed + cancelled > 0,
  }
}

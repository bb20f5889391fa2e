import { type Folder, type FolderStage, folderOf, folders, sharedReason, stageOf } from './folders.ts'
import { hasEnded } from './rules.ts'
import { needsFile, rowAt, rowOf, type UploadTable } from './table.ts'
import type { QueueContext, RowReason, UnreadSelection, UploadRow } from './types.ts'

export type RowFilter = 'all' | 'failed'

/**
 * A line of the list: a selection that was not read to its end; a folder; a row, which is `inFolder` below the folder's
 * line; or a reason for which the rows that follow it failed. `saysReason`: no line above says it for the row.
 */
export type Line =
  | { kind: 'unread'; unread: UnreadSelection }
  | { kind: 'folder'; folder: Folder }
  | { kind: 'reason'; reason: RowReason; count: number }
  | { kind: 'row'; row: UploadRow; inFolder: boolean; saysReason: boolean }

type Section = { length: number; at: (index: number) => Line | undefined; isReason?: true }

/** `reasons`: the indexes of the lines with a reason. */
export type Lines = Pick<Section, 'length' | 'at'> & { reasons: readonly number[] }

/** Rows from several chunks, by ascending id. `below`: how many have a lower id. */
type Rows = { length: number; at: (index: number) => UploadRow | undefined; below: (id: number) => number }

/**
 * The lines of the list. What was not read to its end; then files that were added alone and folders: those with a
 * problem, those under way, those that wait, in order, and those that have ended, newest first; the rows of an `open`
 * folder below its line, in the same order. The failed ones alone are not listed by folder.
 */
export function linesOf(context: QueueContext, filter: RowFilter, open: ReadonlySet<string>): Lines {
  const all = folders(context.table)
  if (filter === 'failed') return joined(failedSections([...all.values()], false))
  const sections = { problem: [], begun: [], waiting: [], ended: [] } as Record<FolderStage, Section[][]>
  const alone = all.get('')
  for (const folder of all.values()) {
    if (folder !== alone) sections[stageOf(folder)].push(sectionsOf(context, folder, open.has(folder.id)))
  }
  sections.ended.reverse()
  const turns = alone && turnsOf(context, alone)
  if (alone && turns) {
    sections.problem.push(problemSections(alone))
    sections.begun.push([turns.active])
    sections.waiting.push([turns.waiting])
    sections.ended.push([turns.ended])
  }
  const { unread } = context
  const unreadLines: Section = {
    length: unread.length,
    at: index => ({ kind: 'unread', unread: unread[index]! }),
  }
  return joined([unreadLines, ...Object.values(sections).flat(2)])
}

function sectionsOf(context: QueueContext, folder: Folder, open: boolean): Section[] {
  const line: Section = { length: 1, at: () => ({ kind: 'folder', folder }) }
  if (!open) return [line]
  const { active, waiting, ended } = turnsOf(context, folder)
  return [line, ...problemSections(folder), active, waiting, ended]
}

function problemSections(folder: Folder): Section[] {
  const inFolder = folder.id !== ''
  const missing = concatenated(folder.shares.map(share => share.missingRows))
  return [...failedSections([folder], inFolder), section(missing, { inFolder, saysReason: true })]
}

/** The failed rows of the folders, by their reasons. */
function failedSections(of: readonly Folder[], inFolder: boolean): Section[] {
  const byReason = new Map<RowReason | null, UploadRow[][]>()
  for (const { shares } of of) {
    for (const { failed } of shares) {
      for (const [reason, rows] of failed) {
        const lists = byReason.get(reason)
        if (lists) lists.push(rows)
        else byReason.set(reason, [rows])
      }
    }
  }
  const saidByFolder = inFolder && of.every(folder => sharedReason(folder) !== null)
  return [...byReason].flatMap(([reason, lists]) => {
    const rows = concatenated(lists)
    const count = rows.length
    if (saidByFolder || reason === null || count === 1)
      return [section(rows, { inFolder, saysReason: !saidByFolder })]
    const heading: Section = { length: 1, at: () => ({ kind: 'reason', reason, count }), isReason: true }
    return [heading, section(rows, { inFolder, saysReason: false })]
  })
}

/** The folder's rows without a problem: active ones, queued ones in order, and those that had their turn, newest first. */
function turnsOf(context: QueueContext, folder: Folder) {
  const { table, nextQueuedIndex } = context
  const rows = concatenated(folder.shares.map(share => share.ordinary))
  const active = activeIn(context, folder)
    .map(({ id }) => rows.below(id))
    .sort((a, b) => a - b)
  const turn = idAt(table, nextQueuedIndex)
  const had = rows.below(turn)
  const before = active.filter(place => place < had)
  const after = active.slice(before.length)
  const more = { inFolder: folder.id !== '', saysReason: true }
  const waiting = rows.length - had - after.length
  const ended = had - before.length
  return {
    active: section({ length: active.length, at: index => rows.at(active[index]!) }, more),
    waiting: section({ length: waiting, at: index => rows.at(skipping(had + index, after)) }, more),
    ended: section({ length: ended, at: index => rows.at(skipping(ended - 1 - index, before)) }, more),
  }
}

/** The place that is the `place`-th without those in `taken`, which ascend. */
function skipping(place: number, taken: readonly number[]): number {
  let found = place
  for (const each of taken) if (each <= found) found++
  return found
}

function activeIn({ table, activeIds }: QueueContext, { id }: Folder): UploadRow[] {
  return activeIds
    .flatMap(active => rowOf(table, active) ?? [])
    .filter(row => !hasEnded(row) && !needsFile(row) && folderOf(row) === id)
}

function idAt(table: UploadTable, index: number): number {
  return rowAt(table, index)?.id ?? Number.POSITIVE_INFINITY
}

function concatenated(parts: readonly (readonly UploadRow[])[]): Rows {
  const lists = parts.filter(list => list.length > 0)
  const starts: number[] = []
  let length = 0
  for (const list of lists) {
    starts.push(length)
    length += list.length
  }
  return {
    length,
    at(index) {
      const which = lastWhere(starts.length, each => starts[each]! <= index)
      return lists[which]?.[index - starts[which]!]
    },
    below(id) {
      const which = lastWhere(lists.length, each => lists[each]![0]!.id < id)
      if (which === -1) return 0
      const list = lists[which]!
      return starts[which]! + lastWhere(list.length, each => list[each]!.id < id) + 1
    },
  }
}

/** The last index for which `holds`, which holds for the first ones alone; -1 if for none. */
function lastWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}

function section(
  { length, at }: Pick<Rows, 'length' | 'at'>,
  more: { inFolder: boolean; saysReason: boolean },
): Section {
  return {
    length,
    at(index) {
      const row = at(index)
      return row && { kind: 'row', row, ...more }
    },
  }
}

function joined(all: readonly Section[]): Lines {
  const sections = all.filter(({ length }) => length > 0)
  const starts: number[] = []
  const reasons: number[] = []
  let length = 0
  for (const section of sections) {
    starts.push(length)
    if (section.isReason) reasons.push(length)
    length += section.length
  }
  return {
    length,
    reasons,
    at(index) {
      const which = lastWhere(starts.length, each => starts[each]! <= index)
      return index < length ? sections[which]?.at(index - starts[which]!) : undefined
    },
  }
}

import {
  type Folder,
  type FolderStage,
  folderOf,
  folders,
  isPlace,
  sharedReason,
  stageOf,
} from './folders.ts'
import { traits } from './row-state.ts'
import { activeRows } from './rules.ts'
import { rowAt, type UploadTable } from './table.ts'
import type { QueueContext, RowReason, UnreadSelection, UploadRow } from './types.ts'

export type RowFilter = 'all' | 'failed'

/**
 * A line of the list: where the lines that follow were added, a bucket and a folder in it; a selection that was not read to
 * its end; a folder; a row, which is `inFolder` below the folder's line; or a reason for which the rows that follow it
 * failed. `within`: the place or the folder of the line above, which a row does not repeat. `saysReason`: no line above says
 * it for the row.
 */
export type Line =
  | { kind: 'place'; place: string }
  | { kind: 'unread'; unread: UnreadSelection }
  | { kind: 'folder'; folder: Folder }
  | { kind: 'reason'; reason: RowReason; count: number }
  | { kind: 'row'; row: UploadRow; within: string; inFolder: boolean; saysReason: boolean }

/** What decides a line's height: a problem takes a sentence. */
export type LineKind = Line['kind'] | 'folder with problem' | 'row with problem'

type Section = { length: number; at: (index: number) => Line | undefined; kind: LineKind }

/** Sections of one place. */
type Block = { place: string; sections: Section[] }

/** `layout`: equal while every line has the kind that it had. */
type Lines = Pick<Section, 'length' | 'at'> & { kindAt: (index: number) => LineKind; layout: string }

/** Rows from several chunks, by ascending id. `below`: how many have a lower id. */
type Rows = { length: number; at: (index: number) => UploadRow | undefined; below: (id: number) => number }

/**
 * The lines of the list. What was not read to its end; then files that were added alone and folders: those with a
 * problem, those under way, those that wait, in order, and those that have ended, newest first; the rows of an `open`
 * folder below its line, in the same order. The failed ones alone are not listed by folder. Each place is said once above
 * the lines that follow one another there.
 */
export function linesOf(context: QueueContext, filter: RowFilter, open: ReadonlySet<string>): Lines {
  const all = [...folders(context.table).values()]
  if (filter === 'failed') return joined(failedBlocks(all))
  const blocks = { problem: [], begun: [], waiting: [], ended: [] } as Record<FolderStage, Block[]>
  for (const folder of all.filter(folder => !isPlace(folder)))
    blocks[stageOf(folder)].push(blockOf(folder, sectionsOf(context, folder, open.has(folder.id))))
  const ended: Block[] = []
  for (const place of all.filter(isPlace)) {
    const turns = turnsOf(context, place)
    blocks.problem.push(blockOf(place, problemSections(place)))
    blocks.begun.push(blockOf(place, [turns.active]))
    blocks.waiting.push(blockOf(place, [turns.waiting]))
    ended.push(blockOf(place, [turns.ended]))
  }
  blocks.ended = [...blocks.ended.reverse(), ...ended.reverse()]
  const unread = context.unread.map((unread): Block => {
    const { bucket, prefix } = unread.selection
    return blockOf({ id: `${bucket}/${prefix}` }, [lineOf({ kind: 'unread', unread })])
  })
  return joined([unread, ...Object.values(blocks)].flatMap(byPlace))
}

const blockOf = (folder: Pick<Folder, 'id'>, sections: Section[]): Block => ({
  place: placeOf(folder),
  sections: sections.filter(({ length }) => length > 0),
})

/** Where a folder was added, or files alone: the bucket and the folder in it, without a slash at the end. */
const placeOf = ({ id }: Pick<Folder, 'id'>) => id.slice(0, id.lastIndexOf('/'))

/** What a row's name is relative to: its folder, or its place. */
const withinOf = (folder: Folder) => (isPlace(folder) ? placeOf(folder) : folder.id)

/** The blocks with lines, those of a place together. */
function byPlace(blocks: readonly Block[]): Block[] {
  const filled = blocks.filter(({ sections }) => sections.length > 0)
  const places = new Set(filled.map(({ place }) => place))
  return [...places].flatMap(place => filled.filter(block => block.place === place))
}

function lineOf(line: Line, kind: LineKind = line.kind): Section {
  return { length: 1, at: () => line, kind }
}

function sectionsOf(context: QueueContext, folder: Folder, open: boolean): Section[] {
  const kind = stageOf(folder) === 'problem' ? 'folder with problem' : 'folder'
  const line = lineOf({ kind: 'folder', folder }, kind)
  if (!open) return [line]
  const { active, waiting, ended } = turnsOf(context, folder)
  return [line, ...problemSections(folder), active, waiting, ended]
}

function problemSections(folder: Folder): Section[] {
  const missing = concatenated(folder.shares.map(share => share.missingRows))
  const more = { within: withinOf(folder), inFolder: !isPlace(folder), saysReason: true }
  return [...failedSections([folder], more), section(missing, more)]
}

/** The failed rows of the folders at each place. */
function failedBlocks(all: readonly Folder[]): Block[] {
  const places = new Set(all.map(placeOf))
  return [...places].flatMap(place => {
    const here = all.filter(folder => placeOf(folder) === place)
    const sections = failedSections(here, { within: place, inFolder: false })
    return sections.length > 0 ? [{ place, sections }] : []
  })
}

/** The failed rows of the folders, by their reasons. */
function failedSections(
  of: readonly Folder[],
  { within, inFolder }: Pick<RowLook, 'within' | 'inFolder'>,
): Section[] {
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
    if (reason === null || saidByFolder) return [section(rows, { within, inFolder, saysReason: false })]
    if (count === 1) return [section(rows, { within, inFolder, saysReason: true }, 'row with problem')]
    const heading = lineOf({ kind: 'reason', reason, count })
    return [heading, section(rows, { within, inFolder, saysReason: false })]
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
  const more = { within: withinOf(folder), inFolder: !isPlace(folder), saysReason: true }
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

function activeIn(context: QueueContext, { id }: Folder): UploadRow[] {
  return activeRows(context).filter(row => !traits[row.state].hasEnded && folderOf(row) === id)
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

type RowLook = Pick<Extract<Line, { kind: 'row' }>, 'within' | 'inFolder' | 'saysReason'>

function section(
  { length, at }: Pick<Rows, 'length' | 'at'>,
  look: RowLook,
  kind: LineKind = 'row',
): Section {
  return {
    length,
    kind,
    at(index) {
      const row = at(index)
      return row && { kind: 'row', row, ...look }
    },
  }
}

/** The lines of blocks, a place above those that are there. */
function joined(blocks: readonly Block[]): Lines {
  const sections = blocks.flatMap(({ place, sections }, index) =>
    place === blocks[index - 1]?.place ? sections : [lineOf({ kind: 'place', place }), ...sections],
  )
  const starts: number[] = []
  const layout: string[] = []
  let length = 0
  for (const [index, { kind, length: lines }] of sections.entries()) {
    starts.push(length)
    if (kind !== sections[index - 1]?.kind) layout.push(`${length} ${kind}`)
    length += lines
  }
  const whichAt = (index: number) => lastWhere(starts.length, each => starts[each]! <= index)
  return {
    length,
    layout: layout.join(),
    kindAt: index => sections[whichAt(index)]!.kind,
    at(index) {
      const which = whichAt(index)
      return index < length ? sections[which]?.at(index - starts[which]!) : undefined
    },
  }
}

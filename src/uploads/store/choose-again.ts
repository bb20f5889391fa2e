import { listedName } from '../../../machines/add-files/rules.ts'
import { isUnchanged } from '../../../machines/upload/rules.ts'
import type { UploadFile } from '../../../machines/upload/types.ts'
import { chosenTops } from '../../../machines/upload-queue/rules.ts'
import { rowsOf } from '../../../machines/upload-queue/table.ts'
import type {
  QueueContext,
  SelectedItem,
  UnreadSelection,
  UploadRow,
} from '../../../machines/upload-queue/types.ts'
import { Slice } from '../../site/slice.ts'
import { sourceOf } from '../picking/file-sources.ts'
import { allFiles } from '../picking/read-selection.ts'
import { pathOf, topNames } from '../picking/selection.ts'
import { askPermission } from './open-file.ts'

/** What lacks files, so that they may be among those that are chosen. */
type Lacking = { rows: readonly UploadRow[]; unread: readonly UnreadSelection[] }

/**
 * What was found among chosen items. `files`: for interrupted rows, by their ids. `again`: unread selections, with the
 * names at the top that were found. `rest`: what is neither.
 */
export type Recognised = {
  files: Map<number, UploadFile>
  again: { id: number; tops: string[]; items: SelectedItem[] }[]
  rest: SelectedItem[]
}

/**
 * Finds what was interrupted among `items`: files of rows by their path, size and time, or with `byName` by their name, size
 * and time if no other row has the same; and unread selections by the names at their top.
 */
export async function recognise(
  items: readonly SelectedItem[],
  { rows, unread }: Lacking,
  { byName }: { byName: boolean },
): Promise<Recognised> {
  const rowsByPath = new Map(rows.map(row => [row.path.normalize('NFC'), row]))
  const rowsByTraits = new Map<string, UploadRow | null>()
  for (const row of byName ? rows : [])
    rowsByTraits.set(traits(row.file), rowsByTraits.has(traits(row.file)) ? null : row)
  const found: Recognised = { files: new Map(), again: [], rest: [] }
  const slice = new Slice()
  for (const item of items) {
    const again = await unreadIn(item, unread)
    found.again.push(...again)
    const isAgain = new Set(again.flatMap(({ tops }) => tops))
    const others: File[] = []
    for await (const { path, file, leftOut } of allFiles([item])) {
      const samePath = rowsByPath.get(path.normalize('NFC'))
      const row =
        file && (samePath && isUnchanged(samePath.file, file) ? samePath : rowsByTraits.get(traits(file)))
      if (row && file) found.files.set(row.id, file)
      else if (!leftOut && !isAgain.has(topOf(path))) others.push(file ?? new File([], path))
      if (slice.isOver) await slice.next()
    }
    if (others.length > 0) found.rest.push(item.kind === 'files' ? { kind: 'files', files: others } : item)
  }
  return found
}

/** As in a listing. */
function topOf(path: string): string {
  return path.normalize('NFC').slice(0, path.indexOf('/') + 1 || undefined)
}

async function unreadIn(item: SelectedItem, unread: Lacking['unread']): Promise<Recognised['again']> {
  if (unread.length === 0) return []
  const names = (await topNames([item])).names.map(listedName)
  return unread.flatMap(({ id, selection }) => {
    const tops = names.filter(name => chosenTops(selection).includes(name))
    return tops.length > 0 ? [{ id, tops, items: [partOf(item, tops)] }] : []
  })
}

/** The files of these names at the top. */
function partOf(item: SelectedItem, tops: readonly string[]): SelectedItem {
  if (item.kind !== 'files') return item
  return { kind: 'files', files: Array.from(item.files).filter(file => tops.includes(topOf(pathOf(file)))) }
}

function traits({ name, size, lastModified }: UploadFile): string {
  return `${size} ${lastModified} ${name.normalize('NFC')}`
}

/**
 * Asks for the permission to read the files of `rows` again, once for each folder or file that was chosen; only during a
 * click. Returns the files that may be opened now, by the rows' ids.
 */
export async function allowedFiles(rows: readonly UploadRow[]): Promise<Map<number, UploadFile>> {
  const readable = new Map<FileSystemHandle, boolean>()
  const allowed = new Map<number, UploadFile>()
  for (const { id, file } of rows) {
    const source = sourceOf(file)
    if (!source) continue
    if (!readable.has(source)) {
      const permission = await askPermission(source).catch(() => 'denied' as const)
      readable.set(source, permission === 'granted')
    }
    if (readable.get(source)) allowed.set(id, file)
  }
  return allowed
}

/** Asks for the permission to read what was not read to its end; only during a click. */
export async function mayReadAgain({ selection }: UnreadSelection): Promise<boolean> {
  for (const item of selection.items) {
    const handle = item.kind === 'handle' ? await item.handle : null
    if (handle && (await askPermission(handle).catch(() => 'denied')) !== 'granted') return false
  }
  return selection.items.length > 0
}

/** What must be chosen, or its reading allowed, again. */
export function lackingIn({ table, unread }: Pick<QueueContext, 'table' | 'unread'>): Lacking {
  const { interrupted } = table.counts
  const rows = interrupted === 0 ? [] : [...rowsOf(table)].filter(({ state }) => state === 'interrupted')
  return { rows, unread }
}

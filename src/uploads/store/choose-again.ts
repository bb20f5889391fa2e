import type { UploadFile } from '../../../machines/upload/types.ts'
import { needsFile, rowsOf } from '../../../machines/upload-queue/table.ts'
import type { SelectedItem, UploadRow } from '../../../machines/upload-queue/types.ts'
import { sourceOf } from '../picking/file-sources.ts'
import { allFiles } from '../picking/read-selection.ts'
import { nextTask } from '../transfer/next-task.ts'
import { askPermission, isUnchanged } from './open-file.ts'

/** Maximum work before yielding to the browser, in ms. */
const sliceMs = 8

/**
 * Finds the files of `rows` among `items`: by their path, size and time; or by their name, size and time if no other row
 * has the same. The result is by the rows' ids.
 */
export async function filesFor(
  rows: readonly UploadRow[],
  items: readonly SelectedItem[],
): Promise<Map<number, UploadFile>> {
  const byPath = new Map(rows.map(row => [row.path.normalize('NFC'), row]))
  const byName = new Map<string, UploadRow | null>()
  for (const row of rows) byName.set(traits(row.file), byName.has(traits(row.file)) ? null : row)
  const found = new Map<number, UploadFile>()
  let sliceStart = performance.now()
  for await (const { path, file } of allFiles(items)) {
    if (file) {
      const samePath = byPath.get(path.normalize('NFC'))
      const row = samePath && isUnchanged(samePath.file, file) ? samePath : byName.get(traits(file))
      if (row) found.set(row.id, file)
    }
    if (performance.now() - sliceStart > sliceMs) {
      await nextTask()
      sliceStart = performance.now()
    }
  }
  return found
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

/** The rows whose files must be chosen, or their reading allowed, again. */
export function rowsWithoutFile(table: Parameters<typeof rowsOf>[0]): UploadRow[] {
  return table.missing === 0 ? [] : [...rowsOf(table)].filter(needsFile)
}

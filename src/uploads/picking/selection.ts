import { listedName } from '../../../machines/add-files/rules.ts'
import type { ReadNames, TopName } from '../../../machines/add-files/types.ts'
import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import { nextTask } from '../transfer/next-task.ts'

/** Where a file was in what was chosen: below the chosen folder, or just its name. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || file.name
}

/**
 * What was dropped. Must run in the `drop` event itself: afterwards the browser has emptied the transfer. Handles,
 * where the browser has them, allow to go on after a reload.
 */
export function itemsOfDrop(transfer: DataTransfer): SelectedItem[] {
  return [...transfer.items]
    .filter(item => item.kind === 'file')
    .flatMap((item): SelectedItem[] => {
      const entry = item.webkitGetAsEntry()
      const handle = item.getAsFileSystemHandle?.().catch(() => null)
      const file = item.getAsFile()
      if (handle) return [{ kind: 'handle', handle, entry, file }]
      if (entry) return [{ kind: 'entry', entry }]
      return file ? [{ kind: 'files', files: [file] }] : []
    })
}

/** What `showOpenFilePicker` gave. */
export function itemsOfHandles(handles: readonly FileSystemFileHandle[]): SelectedItem[] {
  return handles.map(handle => ({ kind: 'handle', handle: Promise.resolve(handle), entry: null, file: null }))
}

/** Work in one go, at most, in ms. */
const sliceMs = 8

/**
 * The names at the top of a selection, of its files and of the folders that it holds; `duplicates`, those of two or more
 * of its files: names from several folders, or written in another form of Unicode.
 */
export async function topNames(items: readonly SelectedItem[]): Promise<ReadNames['output']> {
  const tops = new Map<string, TopName>()
  const duplicates = new Set<TopName>()
  const add = (name: string, folder: boolean) => {
    const top = { name: name.normalize('NFC'), folder }
    const known = tops.get(listedName(top))
    if (!known) tops.set(listedName(top), top)
    else if (!folder) duplicates.add(known)
  }
  for (const item of items) {
    if (item.kind === 'files') await addTops(add, item.files)
    else {
      const opened = item.kind === 'handle' ? await item.handle : null
      const file = item.kind === 'handle' ? item.file : null
      const name = (opened ?? item.entry ?? file)?.name
      const folder = opened ? opened.kind === 'directory' : item.entry?.isDirectory
      if (name !== undefined) add(name, folder ?? false)
    }
  }
  return { names: [...tops.values()], duplicates: [...duplicates] }
}

async function addTops(add: (name: string, folder: boolean) => void, files: ArrayLike<File>): Promise<void> {
  let begun = performance.now()
  for (let index = 0; index < files.length; index++) {
    const path = pathOf(files[index]!)
    const slash = path.indexOf('/')
    add(slash === -1 ? path : path.slice(0, slash), slash !== -1)
    if (performance.now() - begun > sliceMs) {
      await nextTask()
      begun = performance.now()
    }
  }
}

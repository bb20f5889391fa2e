import { nextTask } from './next-task.ts'

/** Files, or something that is to be opened and may be a folder. */
export type SelectedItem =
  | { kind: 'files'; files: ArrayLike<File> }
  | {
      kind: 'handle'
      handle: Promise<FileSystemHandle | null>
      entry: FileSystemEntry | null
      /** What is there where neither is: a picture dragged from another page, a mail's attachment. */
      file: File | null
    }
  | { kind: 'entry'; entry: FileSystemEntry }

/**
 * What the user chose or dropped. `names`: other names for files and folders at the top; null leaves one out.
 */
export type SelectedItems = { items: readonly SelectedItem[]; names: ReadonlyMap<string, string | null> }

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

export type TopName = { name: string; folder: boolean }

/** Work in one go, at most, in ms. */
const sliceMs = 8

/** The names at the top of a selection: of its files, and of the folders that it holds. */
export async function topNames(items: readonly SelectedItem[]): Promise<TopName[]> {
  const tops = new Map<string, boolean>()
  for (const item of items) {
    if (item.kind === 'files') await addTops(tops, item.files)
    else {
      const opened = item.kind === 'handle' ? await item.handle : null
      const file = item.kind === 'handle' ? item.file : null
      const name = (opened ?? item.entry ?? file)?.name
      const folder = opened ? opened.kind === 'directory' : item.entry?.isDirectory
      if (name !== undefined) tops.set(name.normalize('NFC'), folder ?? false)
    }
  }
  return [...tops].map(([name, folder]) => ({ name, folder }))
}

async function addTops(tops: Map<string, boolean>, files: ArrayLike<File>): Promise<void> {
  let begun = performance.now()
  for (let index = 0; index < files.length; index++) {
    const path = pathOf(files[index]!)
    const slash = path.indexOf('/')
    tops.set((slash === -1 ? path : path.slice(0, slash)).normalize('NFC'), slash !== -1)
    if (performance.now() - begun > sliceMs) {
      await nextTask()
      begun = performance.now()
    }
  }
}

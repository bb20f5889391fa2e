import { nextTask } from '../transfer/next-task.ts'

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

/** What to do with a file whose name another has. */
export type Choice = 'replace' | 'keep-both' | 'skip'

/**
 * What the user chose or dropped. `names`: other names for files and folders at the top; null leaves one out. `doubles`:
 * what to do where two chosen files come to one key. `avoid`: names at the top, as in a listing, that no file gets by
 * `keep-both`. `tops`: the names at the top that come of it, as in a listing.
 */
export type SelectedItems = {
  items: readonly SelectedItem[]
  names: ReadonlyMap<string, string | null>
  doubles: Choice
  avoid: ReadonlySet<string>
  tops: readonly string[]
}

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

/** How a name stands in a listing: a folder's ends in a slash. */
export function listedName({ name, folder }: TopName): string {
  return folder ? `${name}/` : name
}

/** Work in one go, at most, in ms. */
const sliceMs = 8

/**
 * The names at the top of a selection, of its files and of the folders that it holds; `doubled`, those of two or more of
 * its files: names from several folders, or written in another form of Unicode.
 */
export async function topNames(
  items: readonly SelectedItem[],
): Promise<{ names: TopName[]; doubled: TopName[] }> {
  const tops = new Map<string, TopName>()
  const doubled = new Set<TopName>()
  const add = (name: string, folder: boolean) => {
    const top = { name: name.normalize('NFC'), folder }
    const known = tops.get(listedName(top))
    if (!known) tops.set(listedName(top), top)
    else if (!folder) doubled.add(known)
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
  return { names: [...tops.values()], doubled: [...doubled] }
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

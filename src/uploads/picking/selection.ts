import { listedName } from '../../../machines/add-files/rules.ts'
import type { ReadNames, TopName } from '../../../machines/add-files/types.ts'
import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import { Slice } from '../../site/slice.ts'

/** The path of a file in the selection: relative to the chosen folder, or just its name. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || file.name
}

/** The items for the result of `showOpenFilePicker`, or of handles that were kept. */
export function itemsOfHandles(handles: readonly FileSystemHandle[]): SelectedItem[] {
  return handles.map(handle => ({ kind: 'handle', handle: Promise.resolve(handle), entry: null, file: null }))
}

/**
 * The top-level names of a selection, of files and folders. `duplicates`: names that two or more files have, from several
 * folders or in different Unicode forms.
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
      const resolved = item.kind === 'handle' ? await item.handle : null
      const file = item.kind === 'handle' ? item.file : null
      const name = (resolved ?? item.entry ?? file)?.name
      const folder = resolved ? resolved.kind === 'directory' : item.entry?.isDirectory
      if (name !== undefined) add(name, folder ?? false)
    }
  }
  return { names: [...tops.values()], duplicates: [...duplicates] }
}

async function addTops(add: (name: string, folder: boolean) => void, files: ArrayLike<File>): Promise<void> {
  const slice = new Slice()
  for (let index = 0; index < files.length; index++) {
    const path = pathOf(files[index]!)
    const slash = path.indexOf('/')
    add(slash === -1 ? path : path.slice(0, slash), slash !== -1)
    if (slice.isOver) await slice.next()
  }
}

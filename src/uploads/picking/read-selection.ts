import { freeName } from '../../../domain/free-name.ts'
import { nameOf } from '../../../domain/object-key.ts'
import { isSystemFile } from '../../../domain/system-files.ts'
import type {
  DuplicateChoice,
  FoundFile,
  SelectedItem,
  Selection,
} from '../../../machines/upload-queue/types.ts'
import { nextTask, Slice } from '../../site/slice.ts'
import { rememberSource } from './file-sources.ts'
import type { IsPresent } from './present-files.ts'
import { pathOf } from './selection.ts'

/** Maximum number of files reported at once. */
const sliceLength = 250
/** Maximum ms before found files are reported, even if the next file takes longer. */
const waitMs = 100

/** `file` null: it could not be opened. `leftOut`: a file of the operating system in a folder. */
type Found = { path: string; file: File | null; leftOut?: true }

/**
 * Reads a selection with its folders recursively, and reports slices of files to `onFound`; the page stays responsive.
 * An empty folder is reported as an empty file whose key ends in a slash, a file that cannot be opened as unreadable.
 * System files in folders (`.DS_Store`) are only counted, and files that are present left out. Names are normalised to
 * NFC, since macOS uses NFD. If two files then have the same key, `duplicates` decides about the second.
 */
export async function readSelection(
  {
    prefix,
    items,
    names,
    duplicates,
    avoid,
  }: Pick<Selection, 'prefix' | 'items' | 'names' | 'duplicates' | 'avoid'>,
  signal: AbortSignal,
  onFound: (files: FoundFile[], leftOut: number) => void,
  isPresent: IsPresent | null = null,
): Promise<void> {
  let ready: FoundFile[] = []
  let candidates: { found: FoundFile; present: Promise<boolean> }[] = []
  let lookingUp = Promise.resolve()
  const slice = new Slice()
  const usedPaths = new Set<string>()
  let skipped = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  function report() {
    clearTimeout(timer)
    timer = undefined
    if (ready.length + skipped > 0 && !signal.aborted) onFound(ready, skipped)
    ready = []
    skipped = 0
  }
  /** Adds those of the candidates that are not present, after earlier ones. */
  function lookUp(): Promise<void> {
    const taken = candidates
    candidates = []
    lookingUp = lookingUp.then(async () => {
      const present = await Promise.all(taken.map(({ present }) => present))
      ready.push(...taken.filter((_, index) => !present[index]).map(({ found }) => found))
    })
    // What waits for it learns of a failure.
    lookingUp.catch(() => undefined)
    return lookingUp
  }
  const reportInTime = () => void lookUp().then(report, () => undefined)
  try {
    for await (const { path, file, leftOut } of allFiles(items)) {
      if (signal.aborted) return
      timer ??= setTimeout(reportInTime, waitMs)
      if (leftOut) {
        skipped++
        continue
      }
      const target = renamed(path.normalize('NFC'), names)
      const unique =
        target !== null && usedPaths.has(target)
          ? resolveDuplicate(target, duplicates, usedPaths, avoid)
          : target
      if (unique !== null) {
        usedPaths.add(unique)
        const found = foundFile(prefix + unique, path, file)
        const present = isPresent?.(found.key, found.file) ?? false
        if (present instanceof Promise) {
          present.catch(() => undefined)
          candidates.push({ found, present })
        } else if (!present) ready.push(found)
      }
      if (candidates.length >= sliceLength) await lookUp()
      if (ready.length >= sliceLength || slice.isOver) {
        report()
        await slice.next()
      }
    }
    await lookUp()
    report()
  } finally {
    clearTimeout(timer)
  }
}

/** Reports the files of a selection that was read already, like `readSelection`. */
export async function reportFound(
  { files, leftOut }: NonNullable<Selection['found']>,
  signal: AbortSignal,
  onFound: (files: FoundFile[], leftOut: number) => void,
): Promise<void> {
  if (leftOut > 0) onFound([], leftOut)
  for (let start = 0; start < files.length && !signal.aborted; start += sliceLength) {
    onFound(files.slice(start, start + sliceLength), 0)
    await nextTask()
  }
}

function foundFile(key: string, path: string, file: File | null): FoundFile {
  // The first read of the size is slow in Chromium (another process): its time belongs to this slice.
  if (file) return { key, path, file, readable: file.size >= 0 }
  return {
    key,
    path,
    file: { name: key.slice(key.lastIndexOf('/') + 1), size: 0, lastModified: 0, type: '' },
    readable: false,
  }
}

/** `path` with its top-level name replaced as the user chose; null when the file is skipped. */
function renamed(path: string, names: Selection['names']): string | null {
  if (names.size === 0) return path
  const slash = path.indexOf('/')
  const top = slash === -1 ? path : path.slice(0, slash)
  const name = names.get(top)
  if (name === undefined) return path
  return name === null ? null : name + path.slice(top.length)
}

/** The path for a file whose path is already used by another one; null when the file is skipped. */
function resolveDuplicate(
  path: string,
  choice: DuplicateChoice,
  usedPaths: ReadonlySet<string>,
  avoid: ReadonlySet<string>,
): string | null {
  if (choice === 'replace') return path
  if (choice === 'skip') return null
  const name = nameOf(path)
  const folder = path.slice(0, path.length - name.length)
  const isTaken = (candidate: string) =>
    usedPaths.has(folder + candidate) || (folder === '' && avoid.has(candidate))
  return folder + freeName(name, isTaken)
}

/** Every file of the items, with its path in them. */
export async function* allFiles(items: readonly SelectedItem[]): AsyncGenerator<Found> {
  for (const item of items) {
    if (item.kind === 'files') yield* filesOf(item.files)
    else if (item.kind === 'entry') yield* filesOfEntry(item.entry, '')
    else {
      const handle = await item.handle
      if (handle) yield* filesOfHandle(handle, item.entry, '', handle)
      else if (item.entry) yield* filesOfEntry(item.entry, '')
      else if (item.file) yield* filesOf([item.file])
    }
  }
}

function* filesOf(files: ArrayLike<File>): Generator<Found> {
  for (let index = 0; index < files.length; index++) {
    const file = files[index]!
    const path = pathOf(file)
    yield path.includes('/') ? markSystemFile({ path, file }) : { path, file }
  }
}

function markSystemFile(found: Found): Found {
  return found.file && isSystemFile(nameOf(found.path)) ? { ...found, leftOut: true } : found
}

/** All files below the folder `path`; the folder itself when it is empty. */
async function* folderOf(path: string, children: AsyncIterable<Found>): AsyncGenerator<Found> {
  let empty = true
  for await (const child of children) {
    const found = markSystemFile(child)
    if (!found.leftOut) empty = false
    yield found
  }
  if (empty) yield { path: `${path}/`, file: new File([], nameOf(path)) }
}

async function* filesOfHandle(
  handle: FileSystemHandle,
  entry: FileSystemEntry | null,
  folder: string,
  source: FileSystemHandle,
): AsyncGenerator<Found> {
  const path = folder + handle.name
  try {
    if (isFileHandle(handle)) {
      const file = await handle.getFile()
      rememberSource(file, source)
      yield { path, file }
    } else if (isDirectoryHandle(handle)) {
      const children =
        entry && isDirectoryEntry(entry)
          ? filesOfBoth(handle, entry, `${path}/`, source)
          : filesOfHandles(handle, `${path}/`, source)
      yield* folderOf(path, children)
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    yield { path, file: null }
  }
}

async function* filesOfHandles(
  folder: FileSystemDirectoryHandle,
  path: string,
  source: FileSystemHandle,
): AsyncGenerator<Found> {
  for await (const child of folder.values()) yield* filesOfHandle(child, null, path, source)
}

/**
 * A folder with both a handle and an entry: files by their handles, which survive a reload, and by their entries the
 * files that browsers hide from handles because of their names: `a?b`, `...`, `x.lnk`.
 */
async function* filesOfBoth(
  handle: FileSystemDirectoryHandle,
  entry: FileSystemDirectoryEntry,
  path: string,
  source: FileSystemHandle,
): AsyncGenerator<Found> {
  const files = new Set<string>()
  const folders = new Map<string, FileSystemHandle>()
  for await (const child of handle.values()) {
    if (isDirectoryHandle(child)) folders.set(child.name, child)
    else {
      files.add(child.name)
      yield* filesOfHandle(child, null, path, source)
    }
  }
  const reader = entry.createReader()
  for (;;) {
    const children = await childrenOf(reader)
    if (children.length === 0) return
    for (const child of children) {
      const folder = folders.get(child.name)
      if (folder) yield* filesOfHandle(folder, child, path, source)
      else if (!files.has(child.name)) yield* filesOfEntry(child, path)
    }
  }
}

async function* filesOfEntry(entry: FileSystemEntry, folder: string): AsyncGenerator<Found> {
  const path = folder + entry.name
  try {
    if (isFileEntry(entry)) yield { path, file: await fileOf(entry) }
    else if (isDirectoryEntry(entry)) {
      yield* folderOf(path, filesOfEntries(entry, `${path}/`))
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    yield { path, file: null }
  }
}

async function* filesOfEntries(folder: FileSystemDirectoryEntry, path: string): AsyncGenerator<Found> {
  const reader = folder.createReader()
  for (;;) {
    const children = await childrenOf(reader)
    if (children.length === 0) return
    for (const child of children) yield* filesOfEntry(child, path)
  }
}

const isFileHandle = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'
const isDirectoryHandle = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle =>
  handle.kind === 'directory'
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

function childrenOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}

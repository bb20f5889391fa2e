import { freeName } from '../../../domain/free-name.ts'
import { nameOf } from '../../../domain/object-key.ts'
import { isSystemFile } from '../../../domain/system-files.ts'
import type {
  DuplicateChoice,
  FoundFile,
  SelectedItem,
  Selection,
} from '../../../machines/upload-queue/types.ts'
import { nextTask } from '../transfer/next-task.ts'
import { rememberHandle } from './file-handles.ts'
import { pathOf } from './selection.ts'

/** Files told at once, at most. */
const sliceLength = 250
/** Work in one go, at most, in ms. */
const sliceMs = 8

/** `file` null: it could not be opened. `leftOut`: a file of the operating system in a folder. */
type Found = { path: string; file: File | null; leftOut?: true }

/**
 * Reads a selection to its end, folders and what is below them, and tells `onFound` a slice of files at a time; between
 * slices the page can do other work. An empty folder is told as an empty file whose key ends in a slash; what cannot be
 * opened is told as unreadable; files of the operating system in folders are only counted. Names are
 * normalised to NFC: macOS gives another form of the same name than Windows, Linux and the keyboard do. Where that, or
 * two folders, bring two files to one key, `duplicates` says what becomes of the second.
 */
export async function readSelection(
  { prefix, items, names, duplicates, avoid }: Omit<Selection, 'bucket' | 'tops'>,
  signal: AbortSignal,
  onFound: (files: FoundFile[], leftOut: number) => void,
): Promise<void> {
  let slice: FoundFile[] = []
  let begun = performance.now()
  const told = new Set<string>()
  let passed = 0
  for await (const { path, file, leftOut } of allFiles(items)) {
    if (signal.aborted) return
    if (leftOut) {
      passed++
      continue
    }
    const wanted = renamed(path.normalize('NFC'), names)
    const to = wanted !== null && told.has(wanted) ? resolved(wanted, duplicates, told, avoid) : wanted
    if (to !== null) {
      told.add(to)
      slice.push(foundFile(prefix + to, file))
    }
    if (slice.length >= sliceLength || performance.now() - begun > sliceMs) {
      onFound(slice, passed)
      slice = []
      passed = 0
      await nextTask()
      begun = performance.now()
    }
  }
  if (slice.length + passed > 0 && !signal.aborted) onFound(slice, passed)
}

function foundFile(key: string, file: File | null): FoundFile {
  // Chromium asks another process for the size when it is first read: that time belongs to this slice.
  if (file) return { key, file, readable: file.size >= 0 }
  return {
    key,
    file: { name: key.slice(key.lastIndexOf('/') + 1), size: 0, lastModified: 0, type: '' },
    readable: false,
  }
}

/** `path` with its top name exchanged as the user asked, or null where it is to be left out. */
function renamed(path: string, names: Selection['names']): string | null {
  if (names.size === 0) return path
  const slash = path.indexOf('/')
  const top = slash === -1 ? path : path.slice(0, slash)
  const name = names.get(top)
  if (name === undefined) return path
  return name === null ? null : name + path.slice(top.length)
}

/** Where a file goes whose path another has already, or null where it is to be left out. */
function resolved(
  path: string,
  choice: DuplicateChoice,
  told: ReadonlySet<string>,
  avoid: ReadonlySet<string>,
): string | null {
  if (choice === 'replace') return path
  if (choice === 'skip') return null
  const name = nameOf(path)
  const folder = path.slice(0, path.length - name.length)
  const isTaken = (free: string) => told.has(folder + free) || (folder === '' && avoid.has(free))
  return folder + freeName(name, isTaken)
}

async function* allFiles(items: readonly SelectedItem[]): AsyncGenerator<Found> {
  for (const item of items) {
    if (item.kind === 'files') yield* listed(item.files)
    else if (item.kind === 'entry') yield* belowEntry(item.entry, '')
    else {
      const handle = await item.handle
      if (handle) yield* belowHandle(handle, item.entry, '')
      else if (item.entry) yield* belowEntry(item.entry, '')
      else if (item.file) yield* listed([item.file])
    }
  }
}

function* listed(files: ArrayLike<File>): Generator<Found> {
  for (let index = 0; index < files.length; index++) {
    const file = files[index]!
    const path = pathOf(file)
    yield path.includes('/') ? inFolder({ path, file }) : { path, file }
  }
}

/** What is found in a folder; one of the operating system's files is left out. */
function inFolder(found: Found): Found {
  return found.file && isSystemFile(nameOf(found.path)) ? { ...found, leftOut: true } : found
}

/** All that is below the folder `path`, or the folder itself where that is nothing. */
async function* folderOf(path: string, children: AsyncIterable<Found>): AsyncGenerator<Found> {
  let empty = true
  for await (const child of children) {
    const found = inFolder(child)
    if (!found.leftOut) empty = false
    yield found
  }
  if (empty) yield { path: `${path}/`, file: new File([], nameOf(path)) }
}

async function* belowHandle(
  handle: FileSystemHandle,
  entry: FileSystemEntry | null,
  folder: string,
): AsyncGenerator<Found> {
  const path = folder + handle.name
  try {
    if (isFileHandle(handle)) {
      const file = await handle.getFile()
      rememberHandle(file, handle)
      yield { path, file }
    } else if (isDirectoryHandle(handle)) {
      const children =
        entry && isDirectoryEntry(entry)
          ? belowBoth(handle, entry, `${path}/`)
          : belowHandles(handle, `${path}/`)
      yield* folderOf(path, children)
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    yield { path, file: null }
  }
}

async function* belowHandles(folder: FileSystemDirectoryHandle, path: string): AsyncGenerator<Found> {
  for await (const child of folder.values()) yield* belowHandle(child, null, path)
}

/**
 * A folder that is there both ways: files by their handles, which allow to go on after a reload, and by their entries
 * those that the handle hides. Browsers leave out names there that other systems do not take: `a?b`, `...`, `x.lnk`.
 */
async function* belowBoth(
  handle: FileSystemDirectoryHandle,
  entry: FileSystemDirectoryEntry,
  path: string,
): AsyncGenerator<Found> {
  const files = new Set<string>()
  const folders = new Map<string, FileSystemHandle>()
  for await (const child of handle.values()) {
    if (isDirectoryHandle(child)) folders.set(child.name, child)
    else {
      files.add(child.name)
      yield* belowHandle(child, null, path)
    }
  }
  const reader = entry.createReader()
  for (;;) {
    const children = await childrenOf(reader)
    if (children.length === 0) return
    for (const child of children) {
      const folder = folders.get(child.name)
      if (folder) yield* belowHandle(folder, child, path)
      else if (!files.has(child.name)) yield* belowEntry(child, path)
    }
  }
}

async function* belowEntry(entry: FileSystemEntry, folder: string): AsyncGenerator<Found> {
  const path = folder + entry.name
  try {
    if (isFileEntry(entry)) yield { path, file: await fileOf(entry) }
    else if (isDirectoryEntry(entry)) {
      yield* folderOf(path, belowEntries(entry, `${path}/`))
    }
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    yield { path, file: null }
  }
}

async function* belowEntries(folder: FileSystemDirectoryEntry, path: string): AsyncGenerator<Found> {
  const reader = folder.createReader()
  for (;;) {
    const children = await childrenOf(reader)
    if (children.length === 0) return
    for (const child of children) yield* belowEntry(child, path)
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

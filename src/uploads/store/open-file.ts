import { isUnchanged } from '../../../machines/upload/rules.ts'
import type { OpenFile } from '../../../machines/upload/types.ts'
import { copyOf, rememberCopy, rememberSource, sourceOf } from '../picking/file-sources.ts'
import { uploadDatabase } from './database.ts'

type Permission = 'granted' | 'prompt' | 'denied'

/** Whether the browser lets the page read `source` without asking. */
export async function permissionOf(source: FileSystemHandle): Promise<Permission> {
  return (await source.queryPermission?.({ mode: 'read' })) ?? 'granted'
}

/** Asks the user for the permission to read `source`; only during a click. */
export async function askPermission(source: FileSystemHandle): Promise<Permission> {
  if ((await permissionOf(source)) === 'granted') return 'granted'
  return (await source.requestPermission?.({ mode: 'read' })) ?? 'granted'
}

/** Opens a stored file by its copy, or by the file or folder that was chosen. */
export async function openFile({ file: known }: OpenFile['input']): Promise<OpenFile['output']> {
  const copy = copyOf(known)
  if (copy !== null) return openCopy(copy)
  const source = sourceOf(known)
  if (!source || !known.stored) return { ok: false, code: 'FILE_GONE' }
  if ((await permissionOf(source)) !== 'granted') return { ok: false, code: 'PERMISSION_NEEDED' }
  try {
    const file = await fileAt(source, known.stored.path)
    if (!isUnchanged(known, file)) return { ok: false, code: 'FILE_CHANGED' }
    rememberSource(file, source)
    return { ok: true, file }
  } catch (error) {
    // Moved, deleted or unreadable.
    if (!(error instanceof DOMException)) throw error
    return { ok: false, code: error.name === 'NotAllowedError' ? 'PERMISSION_NEEDED' : 'FILE_GONE' }
  }
}

async function openCopy(copy: number): Promise<OpenFile['output']> {
  const stored = await (await uploadDatabase())?.get('copies', copy)
  if (!stored) return { ok: false, code: 'FILE_GONE' }
  rememberCopy(stored.file, copy)
  return { ok: true, file: stored.file }
}

/** The file at a path that begins with the name of `source`. */
async function fileAt(source: FileSystemHandle, path: string): Promise<File> {
  if (source.kind === 'file') return (source as FileSystemFileHandle).getFile()
  const names = path.split('/').slice(1)
  let folder = source as FileSystemDirectoryHandle
  for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name)
  return (await folder.getFileHandle(names.at(-1)!)).getFile()
}

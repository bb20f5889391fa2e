import type { UploadFile } from '../../../machines/upload/types.ts'

const handles = new WeakMap<object, FileSystemFileHandle>()

/** Remembers the handle by which a later visit can open the file again. */
export function rememberHandle(file: File, handle: FileSystemFileHandle): void {
  handles.set(file, handle)
}

/** The handle that the file came from, or null. */
export function handleOf(file: UploadFile): FileSystemFileHandle | null {
  return handles.get(file) ?? null
}

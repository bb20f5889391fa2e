import type { UploadFile } from '../../../machines/upload/types.ts'

const sources = new WeakMap<object, FileSystemHandle>()

/** Remembers the chosen or dropped file or folder, by which a later visit can open the file again. */
export function rememberSource(file: UploadFile, source: FileSystemHandle): void {
  sources.set(file, source)
}

/** The chosen or dropped file or folder that the file came from; null if the browser gave no handle of it. */
export function sourceOf(file: UploadFile): FileSystemHandle | null {
  return sources.get(file) ?? null
}

const copies = new WeakMap<object, number>()

/** Remembers the `StoredCopy` that has the bytes of a file. */
export function rememberCopy(file: UploadFile, copy: number): void {
  copies.set(file, copy)
}

export function copyOf(file: UploadFile): number | null {
  return copies.get(file) ?? null
}

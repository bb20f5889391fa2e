import { nameOf } from './object-key.ts'

/** Files and folders (keys that end in a slash) of a bucket that go into a folder, which is empty or ends in a slash. */
export type Copying = { bucket: string; keys: string[]; target_bucket: string; target_folder: string }

/** A file or folder that gets another name, which has no slash. */
export type Renaming = { bucket: string; key: string; name: string }

export function isFolder(key: string): boolean {
  return key.endsWith('/')
}

/** Whether it is the empty object that marks a folder: it is not a file, and is not counted. `size`: bytes. */
export function isFolderMark({ key, size }: { key: string; size: number }): boolean {
  return isFolder(key) && size === 0
}

/** Where a copy of `key` into `folder` is. */
export function targetIn(folder: string, key: string): string {
  return folder + nameOf(key)
}

/** `a/b.txt` named c.txt is `a/c.txt`; the folder `a/b/` named c is `a/c/`. */
export function renamed({ key, name }: Pick<Renaming, 'key' | 'name'>): string {
  const parent = key.slice(0, key.length - nameOf(key).length)
  return parent + name + (isFolder(key) ? '/' : '')
}

/** Parses a path that begins with a bucket: `anh/Tết 2026` is the folder `Tết 2026/` of anh. null: the path names no bucket. */
export function targetAt(path: string): Pick<Copying, 'target_bucket' | 'target_folder'> | null {
  const [target_bucket = '', ...folders] = path.replace(/\/$/, '').split('/')
  if (target_bucket === '') return null
  return { target_bucket, target_folder: folders.map(name => `${name}/`).join('') }
}

type At = { bucket: string; key: string }

/** Whether the target of a folder is that folder, or in it: its copy would be copied too. */
function isInside(source: At, target: At): boolean {
  return source.bucket === target.bucket && isFolder(source.key) && target.key.startsWith(source.key)
}

/** Whether the target is invalid: a folder copied into itself, or a move onto the source. `removes`: a move. */
export function isOntoItself(source: At, target: At, removes: boolean): boolean {
  return isInside(source, target) || (removes && source.bucket === target.bucket && source.key === target.key)
}

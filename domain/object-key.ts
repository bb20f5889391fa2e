import { keyLimit } from './limits.ts'
import { hasHidden } from './name-parts.ts'

export type KeyIssue = 'required' | 'key-too-long' | 'key-not-unicode'

/** Length of a key in bytes of UTF-8. */
export function keyBytes(key: string): number {
  return new TextEncoder().encode(key).length
}

/** What S3 forbids in `key`, or null: it is 1 to 1,024 bytes of well-formed UTF-8. */
export function keyIssue(key: string): KeyIssue | null {
  if (key === '') return 'required'
  if (!key.isWellFormed()) return 'key-not-unicode'
  if (key.length > keyLimit || keyBytes(key) > keyLimit) return 'key-too-long'
  return null
}

export type FolderNameIssue = KeyIssue | `folder-name-${'slash' | 'dots' | 'spaces' | 'hidden'}`

/**
 * What the console forbids in the name of a folder that it makes, or null. S3 takes any of these, so they may be there
 * all the same; but nobody can type or see them, browsers and file systems resolve the dots, and Windows drops the
 * spaces.
 */
export function folderNameIssue(name: string): FolderNameIssue | null {
  if (name.trim() === '') return 'required'
  if (name.includes('/')) return 'folder-name-slash'
  if (name === '.' || name === '..') return 'folder-name-dots'
  if (name !== name.trim()) return 'folder-name-spaces'
  if (hasHidden(name)) return 'folder-name-hidden'
  return keyIssue(name)
}

/** What the console forbids in the key of a folder that it makes, or null; what is above may be as it is. */
export function newFolderIssue(folder: string): FolderNameIssue | null {
  return folderNameIssue(nameOf(folder).replace(/\/$/, '')) ?? keyIssue(folder)
}

/** The part of `key` after the last slash that is not its end: `a/b.txt` → `b.txt`, `a/b/` → `b/`. */
export function nameOf(key: string): string {
  return key.slice(key.slice(0, -1).lastIndexOf('/') + 1)
}

/** The folders above `prefix`, outermost first, each with its whole prefix: `a/b/` → [a → `a/`, b → `a/b/`]. */
export function breadcrumb(prefix: string): { name: string; prefix: string }[] {
  const crumbs: { name: string; prefix: string }[] = []
  for (let at = prefix.indexOf('/'); at !== -1; at = prefix.indexOf('/', at + 1)) {
    const whole = prefix.slice(0, at + 1)
    crumbs.push({ name: whole.slice(crumbs.at(-1)?.prefix.length ?? 0, -1), prefix: whole })
  }
  return crumbs
}

import type { FolderNameIssue, KeyIssue } from './issue.ts'
import { keyLimit, nameLimit } from './limits.ts'
import { hasHidden } from './name-parts.ts'

export function keyBytes(key: string): number {
  return new TextEncoder().encode(key).length
}

/** How `key` breaks S3's rule, or null: 1 to 1,024 bytes of well-formed UTF-8. */
export function keyIssue(key: string): KeyIssue | null {
  if (key === '') return 'required'
  if (!key.isWellFormed()) return 'key-not-unicode'
  // A UTF-16 unit is three bytes of UTF-8 at most: most keys need no count.
  if (key.length > keyLimit || (key.length * 3 > keyLimit && keyBytes(key) > keyLimit)) return 'key-too-long'
  return null
}

/**
 * Why the console does not create a folder of this name, or null. S3 accepts these names, so they may exist; but nobody
 * can type or see them, browsers and file systems resolve the dots, Windows drops the spaces, and no file system takes more
 * than `nameLimit` bytes.
 */
export function folderNameIssue(name: string): FolderNameIssue | null {
  if (name.trim() === '') return 'required'
  if (name.includes('/')) return 'folder-name-slash'
  if (name === '.' || name === '..') return 'folder-name-dots'
  if (name !== name.trim()) return 'folder-name-spaces'
  if (hasHidden(name)) return 'folder-name-hidden'
  return keyIssue(name) ?? (keyBytes(name) > nameLimit ? 'folder-name-too-long' : null)
}

/** The same for a folder's key; parent folders may have any name. */
export function newFolderIssue(folder: string): FolderNameIssue | null {
  return folderNameIssue(bareName(folder)) ?? keyIssue(folder)
}

/** The last segment, with a folder's slash: `a/b.txt` → `b.txt`, `a/b/` → `b/`. */
export function nameOf(key: string): string {
  return key.slice(key.slice(0, -1).lastIndexOf('/') + 1)
}

/** The last segment without a slash: `a/b.txt` → `b.txt`, `a/b/` → `b`. */
export function bareName(key: string): string {
  return nameOf(key).replace(/\/$/, '')
}

/** The folders of `prefix`, outermost first, each with its prefix: `a/b/` → [a → `a/`, b → `a/b/`]. */
export function breadcrumb(prefix: string): { name: string; prefix: string }[] {
  const crumbs: { name: string; prefix: string }[] = []
  for (let at = prefix.indexOf('/'); at !== -1; at = prefix.indexOf('/', at + 1)) {
    const whole = prefix.slice(0, at + 1)
    crumbs.push({ name: whole.slice(crumbs.at(-1)?.prefix.length ?? 0, -1), prefix: whole })
  }
  return crumbs
}

/** The keys of the items that a deletion has removed: without those of `failed`, and folders that still hold one. */
export function deletedKeys(
  items: readonly { key: string; type: 'file' | 'folder' }[],
  failed: readonly { key: string }[],
): ReadonlySet<string> {
  const isKept = ({ key, type }: { key: string; type: 'file' | 'folder' }) =>
    failed.some(each => each.key === key || (type === 'folder' && each.key.startsWith(key)))
  return new Set(items.filter(item => !isKept(item)).map(({ key }) => key))
}

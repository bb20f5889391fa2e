import type { ScopeFolderIssue } from './issue.ts'
import { keyBytes } from './object-key.ts'

/** A folder of a bucket. `prefix`: empty for the whole bucket, else the folder's, which ends in a slash. */
export type ScopeFolder = { bucket: string; prefix: string }

/**
 * The folders that a sub-user or a key is limited to; null: not limited. Everything else is out of reach, whatever the
 * level.
 */
export type Scope = readonly ScopeFolder[] | null

/** The most folders of a scope. */
export const foldersPerScope = 50

/**
 * Why `prefix` cannot be in a scope, or null. Bucket policies read `*`, `?` and `$` as patterns, and RGW cannot escape
 * them.
 */
export function scopeFolderIssue(prefix: string): ScopeFolderIssue | null {
  if (prefix === '') return null
  if (!prefix.endsWith('/') || prefix.startsWith('/') || !prefix.isWellFormed()) return 'scope-folder'
  if (/[*?$\p{Cc}]/u.test(prefix)) return 'scope-letters'
  return keyBytes(prefix) > 512 ? 'scope-too-long' : null
}

/** Whether everything whose key begins with `prefix` is in the scope; a key is its own prefix. */
export function covers(scope: Scope, bucket: string, prefix: string): boolean {
  return scope === null || scope.some(folder => folder.bucket === bucket && prefix.startsWith(folder.prefix))
}

/** Whether any part of the bucket is in the scope. */
export function entersBucket(scope: Scope, bucket: string): boolean {
  return scope === null || scope.some(folder => folder.bucket === bucket)
}

/**
 * The direct subfolders of `prefix` that lead to the scope's folders, as sorted prefixes; empty if `prefix` itself is
 * in the scope, or leads to none.
 */
export function waysDown(scope: Scope, bucket: string, prefix: string): string[] {
  if (scope === null || covers(scope, bucket, prefix)) return []
  const below = scope.filter(folder => folder.bucket === bucket && folder.prefix.startsWith(prefix))
  const next = below.map(folder => folder.prefix.slice(0, folder.prefix.indexOf('/', prefix.length) + 1))
  return [...new Set(next)].sort()
}

/** The scope without folders that others include, in order. */
export function tidied(folders: readonly ScopeFolder[]): ScopeFolder[] {
  const sorted = folders.toSorted((a, b) => compare(a.bucket, b.bucket) || compare(a.prefix, b.prefix))
  const kept: ScopeFolder[] = []
  // A prefix sorts before everything that starts with it.
  for (const { bucket, prefix } of sorted) if (!covers(kept, bucket, prefix)) kept.push({ bucket, prefix })
  return kept
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The prefix of a typed folder: `anh/2024` → `anh/2024/`. */
export function folderOf(typed: string): string {
  const path = typed.trim().replace(/^\/+|\/+$/g, '')
  return path === '' ? '' : `${path}/`
}

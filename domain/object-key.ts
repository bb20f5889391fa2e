import * as v from 'valibot'
import { keyLimit } from './limits.ts'

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

/** The name that a new folder gets below a prefix: one level, no slash. */
export const folderName = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.check(name => !name.includes('/'), 'folder-name-slash'),
  v.check(name => keyIssue(name) === null, 'key-too-long'),
)

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

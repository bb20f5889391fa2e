import type { KeyPair } from './keys.ts'
import type { Found } from './search.ts'

/** `age`: how long ago the caller listed the folder, in ms: changes since then are among the first news. */
export type WatchWanted = { bucket: string; prefix: string; age: number }

/**
 * What a listing of the folder with the delimiter `/` shows now of the names that changed: objects, prefixes, and the keys and
 * prefixes that it no longer has. `many`: too many to name; the folder must be listed again.
 */
export type FolderNews = { objects: Found[]; prefixes: string[]; gone: string[]; many: boolean }

export type FolderWatch = {
  /** Whether a name has changed since the last `take`. */
  waits(): boolean
  /** The news since the last call, if a request signed with `keys` may list the folder now. */
  take(keys: KeyPair): FolderNews
  close(): void
}

import { backup, type DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/** Commits are short: a second is far more than one takes. */
const MOST_TRIES = 100
const PAUSE_MS = 10

/**
 * Copies the index into a file, so many pages at a time. While the same connection commits, SQLite answers the first
 * step with "locked", and Node ends with code 0, "not an error": then it begins again. @throws what SQLite says otherwise
 */
export const copyIndex = async (source: DatabaseSync, file: string, pages: number): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await backup(source, file, { rate: pages })
      return
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== 0 || tries === MOST_TRIES) throw error
      await pause(PAUSE_MS)
    }
  }
}

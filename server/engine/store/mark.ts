import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The index's commits at some moment, in a file of its own: an index with fewer is older than the files. `clean`: the
 * index was closed at that moment.
 */
export type Mark = { commits: number; clean: boolean }

const fileOf = (dir: string): string => join(dir, 'commits')

/** The mark, or undefined if it is missing or unreadable. */
export const readMark = (dir: string): Mark | undefined => {
  try {
    const match = /^(\d{1,15})( clean)?\n$/.exec(readFileSync(fileOf(dir), 'utf8'))
    return match ? { commits: Number(match[1]), clean: match[2] !== undefined } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const writeMark = async (dir: string, { commits, clean }: Mark): Promise<void> => {
  const file = `${fileOf(dir)}.new`
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(`${commits}${clean ? ' clean' : ''}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(file, fileOf(dir))
}

export type Marks = {
  /** Replaces the mark; does not sync the folder. */
  write(clean: boolean): Promise<void>
  /** Stops the regular writing. */
  close(): Promise<void>
}

const EVERY_MS = 1000

/** Writes the mark each second in which there were commits, so that their loss is detected at the next start. */
export const openMarks = (dir: string, made: () => number): Marks => {
  let marked = made()
  let last: Promise<void> = Promise.resolve()
  const write = (clean: boolean): Promise<void> => {
    const commits = made()
    const written = last.then(() => writeMark(dir, { commits, clean }))
    marked = commits
    last = written.catch(() => undefined)
    return written
  }
  const timer = setInterval(() => {
    // A full disk is reported where it matters; the next second tries again.
    if (made() !== marked) write(false).catch(() => (marked = -1))
  }, EVERY_MS)
  timer.unref()
  return {
    write,
    close: () => {
      clearInterval(timer)
      return last
    },
  }
}

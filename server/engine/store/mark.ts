import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The index's commits at some moment, in a file of its own: an index with fewer is older than the files. `clean`: the
 * index was closed then.
 */
export type Mark = { commits: number; clean: boolean }

const fileOf = (dir: string): string => join(dir, 'commits')

/** The mark, or undefined where there is none that can be read. */
export const readMark = (dir: string): Mark | undefined => {
  try {
    const match = /^(\d{1,15})( clean)?\n$/.exec(readFileSync(fileOf(dir), 'utf8'))
    return match ? { commits: Number(match[1]), clean: match[2] !== undefined } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the mark; does not sync the folder. */
export const writeMark = async (dir: string, { commits, clean }: Mark): Promise<void> => {
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

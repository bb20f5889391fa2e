import { randomFillSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeLarge } from './large-file.ts'

/** A set of files to upload: `files` of `size` bytes each. */
export type Workload = { files: number; size: number }

/** Files of more bytes than this are sent in parts. */
export const wholeUpTo = 8 * 1024 ** 2
/** Files in a folder, as people have. */
const perFolder = 10_000

/** The paths of the workload's files, in folders if they are many. */
export function pathsOf({ files }: Workload): string[] {
  return Array.from({ length: files }, (_, at) => {
    const name = `f${String(at).padStart(6, '0')}.bin`
    return files > perFolder ? `${Math.floor(at / perFolder)}/${name}` : name
  })
}

/** Writes the workload's files, of bytes that do not compress, into a new folder below `dir`; gives that folder. */
export function writeWorkload(dir: string, workload: Workload): string {
  const folder = join(dir, `w${workload.files}`)
  const paths = pathsOf(workload)
  for (const below of new Set(paths.map(path => join(folder, path, '..'))))
    mkdirSync(below, { recursive: true })
  const block = randomFillSync(Buffer.alloc(Math.min(workload.size, wholeUpTo)))
  for (const path of paths) {
    if (workload.size > wholeUpTo) writeLarge(join(folder, path), workload.size)
    else {
      block.writeUInt32LE(Math.trunc(Math.random() * 2 ** 32), 0)
      writeFileSync(join(folder, path), block)
    }
  }
  return folder
}

import { randomFillSync } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A set of files to upload: `files` of `size` bytes each. */
export type Workload = { name: string; files: number; size: number }

export const workloads: Workload[] = [
  { name: '1 × 1 GiB', files: 1, size: 1024 ** 3 },
  { name: '1,000 × 1 MiB', files: 1000, size: 1024 ** 2 },
  { name: '10,000 × 4 KiB', files: 10_000, size: 4096 },
]

export function fileNames(workload: Workload): string[] {
  return Array.from({ length: workload.files }, (_, index) => `f${String(index).padStart(5, '0')}.bin`)
}

/** Writes the workload's files, of bytes that do not compress, into a new folder below `dir`; gives that folder. */
export function writeWorkload(dir: string, workload: Workload): string {
  const folder = join(dir, `w${workload.files}`)
  mkdirSync(folder, { recursive: true })
  const block = randomFillSync(Buffer.alloc(Math.min(workload.size, 8 * 1024 ** 2)))
  for (const name of fileNames(workload)) {
    block.writeUInt32LE(Math.trunc(Math.random() * 2 ** 32), 0)
    if (workload.size <= block.length) writeFileSync(join(folder, name), block)
    else {
      const file = openSync(join(folder, name), 'w')
      for (let written = 0; written < workload.size; written += block.length) writeSync(file, block)
      closeSync(file)
    }
  }
  return folder
}

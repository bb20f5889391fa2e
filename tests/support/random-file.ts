import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { MiB } from '../../domain/limits.ts'

/** Writes a file of `size` random bytes; gives its SHA-256 in hex. */
export function writeRandom(path: string, size: number): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'w')
  for (let left = size; left > 0; left -= MiB) {
    const bytes = randomBytes(Math.min(left, MiB))
    hash.update(bytes)
    writeSync(file, bytes)
  }
  closeSync(file)
  return hash.digest('hex')
}

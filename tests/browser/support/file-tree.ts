import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files on disk, each of random bytes, below a folder of their own. */
export type FileTree = {
  root: string
  /** The place of a file on disk. */
  path(name: string): string
  /** SHA-256 of each file, in hex, by its name below the root. */
  hashes: Map<string, string>
  remove(): void
}

/** Writes files of the given sizes (bytes), by their names below a new folder. */
export function makeTree(sizes: Record<string, number>): FileTree {
  const root = mkdtempSync(join(tmpdir(), 'kho-files-'))
  const hashes = new Map<string, string>()
  for (const [name, size] of Object.entries(sizes)) {
    const bytes = randomBytes(size)
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), bytes)
    hashes.set(name, sha256(bytes))
  }
  return {
    root,
    path: name => join(root, name),
    hashes,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** SHA-256 of a file on disk, in hex. */
export function sha256OfFile(path: string): string {
  return sha256(readFileSync(path))
}

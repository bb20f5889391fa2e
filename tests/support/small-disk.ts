import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder on its own file system. */
export type SmallDisk = {
  dir: string
  /** Free bytes. */
  free(): number
  unmount(): void
}

/** Mounts a tmpfs of `bytes`, or says why it cannot. */
export function mountSmallDisk(bytes: number): SmallDisk | { missing: string } {
  const dir = mkdtempSync(join(tmpdir(), 'kho-small-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'kho-test', dir])
  if (mounted.status !== 0) {
    rmSync(dir, { recursive: true })
    return { missing: `no small file system could be mounted: ${mounted.error ?? mounted.stderr}` }
  }
  return {
    dir,
    free() {
      const { bavail, bsize } = statfsSync(dir)
      return bavail * bsize
    },
    unmount() {
      spawnSync('umount', ['-l', dir])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

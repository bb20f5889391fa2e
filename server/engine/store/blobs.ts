import fs from 'node:fs'
import { dirname, join } from 'node:path'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'
import type { Halt } from './halt.ts'
import { openReceive, type Receive } from './incoming.ts'
import type { Marks } from './mark.ts'
import { openRemoval, type Removal, unlinkIfThere } from './removal.ts'
import { openShards } from './shards.ts'
import { type Finding, sweep } from './sweep.ts'
import { syncFolders } from './sync.ts'

export type Blobs = Removal & {
  receive: Receive
  path(blob: string): string
  /** Call after the commit that names `blob`; with `kept` false, if it failed, it removes the file. */
  settle(blob: string, kept: boolean): Promise<void>
  /** See `sweep`. Call once, before receiving anything. */
  sweep(): Promise<Finding[]>
}

/** The largest body stored in the index, in bytes. */
const SMALL_BODY = 8 * 1024

/**
 * Files below `dir`: in `tmp/` while they are received, then `data/ab/<id>`. A blob id starts with its shard's two hex
 * digits. `smallBody`: the largest body stored in the index instead of a file, in bytes. `failed`: called if a file
 * cannot be removed.
 */
export const openBlobs = (
  dir: string,
  db: Database,
  commits: Commits,
  halt: Halt,
  marks: Marks,
  {
    smallBody = SMALL_BODY,
    failed = () => undefined,
  }: { smallBody?: number | undefined; failed?: (error: unknown) => void } = {},
): Blobs => {
  const temporary = join(dir, 'tmp')
  fs.mkdirSync(temporary, { recursive: true, mode: 0o700 })
  fs.mkdirSync(join(dir, 'data'), { recursive: true, mode: 0o700 })
  const path = (blob: string): string => join(dir, 'data', blob.slice(0, 2), blob.slice(2))
  const shards = openShards(dir, db, commits, halt, marks)
  const removal = openRemoval(db, commits, path, failed)
  return {
    ...removal,
    receive: openReceive({ temporary, shards, path, commit: commits.made, smallBody }),
    path,
    sweep: async () => {
      const findings = await sweep(dir, db, commits)
      await syncFolders([dirname(dir), dir, temporary, join(dir, 'data')], halt)
      return findings
    },
    settle: async (blob, kept) => {
      try {
        if (!kept) await unlinkIfThere(path(blob))
      } finally {
        shards.settle(blob.slice(0, 2))
      }
    },
    idle: async () => {
      await removal.idle()
      shards.close()
    },
  }
}

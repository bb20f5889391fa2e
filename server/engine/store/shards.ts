import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'
import type { Halt } from './halt.ts'
import type { Marks } from './mark.ts'
import { fsync, syncFolders } from './sync.ts'

/** A folder of blobs; `name`: two hex digits. */
type Shard = {
  readonly name: string
  fd: number
  placed: number
  unsettled: number
  syncing?: Promise<void> | undefined
  next?: Promise<void> | undefined
}

export type Shards = {
  /** The shard for a new blob; it stays in use until that blob is settled. */
  take(): Promise<Shard>
  /** An fsync of the folder that begins after the call. @throws Halted if it fails */
  sync(shard: Shard): Promise<void>
  /** Call once for each `take`. */
  settle(name: string): void
  close(): void
}

const BLOBS_PER_SHARD = 1024

/**
 * The folders below `dir/data` for blobs. New blobs go to one shard for a while, so that concurrent requests share the
 * folder's fsync; the index names the shards in use since the last sweep, so that a start checks only these.
 */
export const openShards = (dir: string, db: Database, commits: Commits, halt: Halt, marks: Marks): Shards => {
  const shards = new Map<string, Shard>()
  let active: Shard | undefined
  let opening: Promise<void> | undefined
  /** Whether a shard's folder was created, and its parent is not synced yet. */
  let unsynced = false

  const retire = (shard: Shard): void => {
    if (shard === active || shard.unsettled > 0) return
    shards.delete(shard.name)
    fs.closeSync(shard.fd)
    commits.later(() => {
      if (!shards.has(shard.name)) db.run('DELETE FROM shard WHERE name = ?', shard.name)
    })
  }

  const openNext = async (): Promise<void> => {
    const before = active
    const name = randomInt(256).toString(16).padStart(2, '0')
    const known = shards.get(name)
    if (fs.mkdirSync(join(dir, 'data', name), { recursive: true, mode: 0o700 }) !== undefined) unsynced = true
    if (unsynced) await syncFolders([join(dir, 'data')], halt)
    unsynced = false
    const shard = known ?? { name, fd: fs.openSync(join(dir, 'data', name), 'r'), placed: 0, unsettled: 0 }
    if (!known) {
      shards.set(name, shard)
      try {
        await commits.run(() => db.run('INSERT OR IGNORE INTO shard (name) VALUES (?)', name))
        await marks.write(false)
        await syncFolders([dir], halt)
      } catch (error) {
        shards.delete(name)
        fs.closeSync(shard.fd)
        throw error
      }
    }
    shard.placed = 0
    active = shard
    if (before) retire(before)
  }

  const take = async (): Promise<Shard> => {
    for (;;) {
      if (active && active.placed < BLOBS_PER_SHARD) {
        active.placed += 1
        active.unsettled += 1
        return active
      }
      opening ??= openNext().finally(() => {
        opening = undefined
      })
      await opening
    }
  }

  /** Calls during a running fsync share the next. */
  const sync = (shard: Shard): Promise<void> => {
    if (!shard.syncing) {
      shard.syncing = fsync(shard.fd)
        .catch(error => {
          throw halt.stop('A sync of a folder of blobs', error)
        })
        .finally(() => {
          shard.syncing = undefined
        })
      return shard.syncing
    }
    shard.next ??= shard.syncing
      .catch(() => undefined)
      .then(() => {
        shard.next = undefined
        return sync(shard)
      })
    return shard.next
  }

  return {
    take,
    sync,
    settle: name => {
      const shard = shards.get(name)
      if (!shard) return
      shard.unsettled -= 1
      retire(shard)
    },
    close: () => {
      for (const shard of shards.values()) fs.closeSync(shard.fd)
      shards.clear()
    },
  }
}

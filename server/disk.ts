import { randomFill } from 'node:crypto'
import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MiB } from '../domain/limits.ts'

/** The free space of a folder's disk. Each database has one for its folder. */
export type Disk = {
  /** Whether less than the reserve is free, with the bytes in flight counted as stored. */
  isFull(): boolean
  /** Bytes free and in all, and those kept free. */
  space(): { free: number; total: number; reserve: number }
  /** Reserves room for `bytes` until it is released. @throws DiskFull */
  claim(bytes: number): Claim
  /** Call before each commit: frees the ballast when almost nothing is free, and recreates it when there is room. */
  adjustBallast(): void
  /** Frees the ballast but for what the next start needs, after a write that failed for lack of space. */
  releaseBallast(): void
  close(): Promise<void>
}

/** Room that is reserved for bytes in flight. */
type Claim = Disposable & {
  /** `bytes` more were handed to the file system; if they exceed the claim, it grows. @throws DiskFull */
  wrote(bytes: number): void
}

/** No room above the reserve. Carries the error code of a full file system. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC'
  constructor() {
    super('Not enough storage space!')
  }
}

/** An error of the operating system or of SQLite. */
export const isErrno = (error: unknown): error is Error & { code: string; errcode?: number } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

const SQLITE_FULL = 13
const noSpace = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** True if SQLite could not grow its file. */
export const isSqliteFull = (error: unknown): boolean => isErrno(error) && error.errcode === SQLITE_FULL

/** SQLite's shared memory of a database could not be made, which a reader needs too: SQLITE_IOERR_SHMSIZE. */
const SHMSIZE = 4874
export const isTooFullToRead = (error: unknown): boolean => isErrno(error) && error.errcode === SHMSIZE

/** True if the disk cannot store more: full, its quota used up, the file beyond its limit, or a database full. */
export const isDiskFull = (error: unknown): boolean =>
  isErrno(error) && (noSpace.includes(error.code) || isSqliteFull(error))

/** Bytes of the ballast: the maximum size of a database's log (8 MiB), and as much again for what a checkpoint adds. */
export const ballastBytes = 16 * MiB
/** Bytes of it that only a start frees, as what was freed before may have been used up. */
export const startBytes = MiB
/** Free bytes below which the ballast is freed. */
const least = 4 * MiB
/** Bytes written a moment ago may not be counted as used yet. */
const lag = MiB
const mostReserve = 512 * MiB

/** Bytes that stay free of `total`; `set`: the setting, null without one. */
export const reserveOf = (set: number | null, total: number): number =>
  set ?? Math.min(mostReserve, Math.floor(total / 20))

export type DiskOptions = {
  dir: string
  /** Bytes that stay free; null: 5 % of the disk, 512 MiB at most. 0: no reserve, and no ballast. */
  reserve: number | null
  /** Called when writes begin to be refused, and when they are accepted again. */
  log?: (message: string) => void
  /** Free and all bytes of the disk; for tests. */
  space?: () => { free: number; total: number }
}

/**
 * Watches the disk of `dir`, and keeps a file `ballast` there: random bytes, which no file system compresses. They are
 * freed so that deletions, sign-ins and a start still work on a full disk.
 */
export const openDisk = (options: DiskOptions): Disk => {
  const { dir, log = () => undefined } = options
  const space =
    options.space ??
    (() => {
      const { bavail, blocks, bsize } = fs.statfsSync(dir)
      return { free: bavail * bsize, total: blocks * bsize }
    })
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
  const ballast = join(dir, 'ballast')
  const reserve = reserveOf(options.reserve, space().total)
  const sizeOf = (path: string): number => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
  let there = sizeOf(ballast) >= ballastBytes
  let making: Promise<void> | undefined
  /** Tells `make` to stop. */
  let stopped = false
  let closed = false
  let claimed = 0
  let full = false

  const releaseBallast = (): void => {
    if (making) fs.rmSync(ballast, { force: true })
    else if (there) fs.truncateSync(ballast, startBytes)
    there = false
    stopped = true
  }

  const make = async (): Promise<void> => {
    stopped = false
    const file = await open(ballast, 'w', 0o600)
    try {
      const bytes = Buffer.alloc(MiB)
      for (let written = 0; written < ballastBytes && !stopped && !closed; written += bytes.length) {
        await promisify(randomFill)(bytes)
        await file.writeFile(bytes)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    there = sizeOf(ballast) >= ballastBytes
  }

  const adjustBallast = (): number => {
    if (reserve === 0) return Number.POSITIVE_INFINITY
    const { free } = space()
    if ((there || making) && free < least) {
      releaseBallast()
      return space().free
    }
    if (!there && !making && !closed && free - claimed > reserve + 2 * ballastBytes) {
      making = make()
        .catch(error => {
          releaseBallast()
          log(`The ballast could not be made: ${String(error)}`)
        })
        .finally(() => {
          making = undefined
        })
    }
    return free
  }

  const hasRoom = (bytes: number): boolean => {
    const free = adjustBallast()
    if (free < reserve !== full) {
      full = !full
      log(
        full
          ? `Less than ${reserve} bytes are free in ${dir}: writes are refused.`
          : `There is room again in ${dir}.`,
      )
    }
    return free - claimed - reserve >= bytes
  }

  if (reserve === 0 || space().free < least) {
    fs.rmSync(ballast, { force: true })
    there = false
  }
  adjustBallast()
  return {
    isFull: () => !hasRoom(0),
    space: () => ({ ...space(), reserve }),
    claim(bytes) {
      let promised = 0
      let written = 0
      let held = 0
      const hold = (next: number): void => {
        claimed += next - held
        held = next
      }
      const extend = (by: number): void => {
        if (!hasRoom(by)) throw new DiskFull()
        promised += by
        hold(held + by)
      }
      extend(bytes)
      return {
        wrote(count) {
          if (written + count > promised) extend(written + count - promised)
          written += count
          hold(promised - Math.max(0, written - lag))
        },
        [Symbol.dispose]: () => hold(0),
      }
    },
    adjustBallast,
    releaseBallast,
    async close() {
      closed = true
      await making
    },
  }
}

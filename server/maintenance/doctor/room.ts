import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { reserveOf } from '../../disk.ts'
import { lastBackup } from '../backup.ts'
import { bad, good, type Verdict, warning } from './verdict.ts'

const day = 86_400_000

/** Whether each disk that Kho writes to has more room than its reserve. */
export function checkDisks({ dataDir, databaseUrl, storage, diskReserve }: Config): Verdict[] {
  const folders = [
    ...(databaseUrl === null ? [dataDir] : []),
    ...(storage.kind === 'embedded' ? [join(dataDir, 's3')] : []),
  ].filter(folder => existsSync(folder))
  if (folders.length === 0) return [good(`Nothing is stored in ${dataDir}.`)]
  const byDisk = new Map(folders.toReversed().map(folder => [statSync(folder).dev, folder]))
  return [...byDisk.values()].map(folder => {
    const { bavail, blocks, bsize } = statfsSync(folder)
    const [free, reserve] = [bavail * bsize, reserveOf(diskReserve, blocks * bsize)]
    const message = `${inMiB(free)} are free for ${folder}, of which ${inMiB(reserve)} are the reserve.`
    const advice = 'Free some, or grow the disk.'
    if (free < reserve) return bad(`${message} Uploads are refused.`, advice)
    return free < 2 * reserve ? warning(message, advice) : good(message)
  })
}

const inMiB = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MiB`

/** The age of the last whole backup. `now`: ms. */
export function checkBackup({ dataDir }: Config, now: number): Verdict {
  const ended = statSync(lastBackup(dataDir), { throwIfNoEntry: false })?.mtimeMs
  const advice = 'Run kho backup DIR, once a day.'
  if (ended === undefined) return warning('There has been no whole backup.', advice)
  const hours = Math.max(0, Math.floor((now - ended) / (day / 24)))
  const message = `The last whole backup ended ${hours} hours ago.`
  return now - ended > 2 * day ? warning(message, advice) : good(message)
}

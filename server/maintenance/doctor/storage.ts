import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { Problem } from '../../errors/problem.ts'
import { probeStorage } from '../../storage-admin/probe.ts'
import { bad, type Clock, good, readClock, reasonOf, sentence, type Verdict, warning } from './verdict.ts'

/** ms */
const patience = 10_000

/** Whether the storage answers, and what the console's keys may do there. */
export async function checkStorage({ dataDir, storage }: Config, clocks: Clock[]): Promise<Verdict[]> {
  const { kind, endpoint, region, admin: keys } = storage
  if (kind === 'embedded' || endpoint === null || keys === null) return checkEngine(join(dataDir, 's3'))
  const { host } = new URL(endpoint)
  const name = kind === 'rgw' ? `Ceph RGW at ${host}` : `The storage at ${host}`
  try {
    const { value: missing, clock } = await readClock(name.replace('The', 'the'), async () => {
      const probe = await probeStorage({ kind, endpoint, region, keys }, patience)
      // Half of the second to which it is rounded down.
      return { value: probe.missing, date: (probe.date ?? Number.NaN) + 500 }
    })
    if (!Number.isNaN(clock.ahead)) clocks.push(clock)
    if (missing.length === 0) return [good(`${name} answers, and accepts the keys.`)]
    const caps = missing.join(';')
    const message = `${name} accepts the keys, but their user lacks ${caps}.`
    const advice = `On the cluster: radosgw-admin caps add --uid=UID --caps='${caps}'.`
    // Without it there are no charts of traffic.
    return [
      missing.every(each => each.startsWith('usage=')) ? warning(message, advice) : bad(message, advice),
    ]
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const refused = error.code === 'STORAGE_REFUSES'
    return [
      bad(
        sentence(`${name} ${refused ? 'refuses the keys' : 'cannot be used'}: ${reasonOf(error)}`),
        refused
          ? 'Correct KHO_S3_ADMIN_KEY, KHO_S3_ADMIN_SECRET and KHO_S3_REGION, what their user may do, or the clock.'
          : 'Correct KHO_S3_ENDPOINT, or start the storage.',
      ),
    ]
  }
}

async function checkEngine(dir: string): Promise<Verdict[]> {
  const lost = join(dir, 'quarantine', 'lost')
  const files = await readdir(lost).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return files.length === 0
    ? [good(`The embedded engine keeps the files in ${dir}.`)]
    : [
        warning(
          `${lost} holds ${files.length} files that the index has lost.`,
          'Restore the newest backup of the whole data folder.',
        ),
      ]
}

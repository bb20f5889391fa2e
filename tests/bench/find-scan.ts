import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { nameWords } from '../../domain/name-search.ts'
import { inTurns } from '../../server/limits/in-turns.ts'
import { makeClient } from '../../server/storage/client.ts'
import { listPage } from '../../server/storage/list-objects.ts'
import { type ScanPosition, scanNames } from '../../server/storage/search-objects.ts'
import { seeded } from '../engine/support.ts'
import { startCeph } from '../support/ceph.ts'
import { keyMaker } from './find-names.ts'

const bucket = 'scanned'
/** In no name. */
const words = nameWords('không-có-tên-này')

/**
 * Searches a bucket of so many keys on a Ceph RGW of its own for a name that none has, in turn with a serial listing. `ratios`: of
 * each round the time of the listing over that of the search.
 */
export async function scanOnRgw(
  count: number,
  rounds: number,
): Promise<{ ratios: number[] } | { missing: string }> {
  const ceph = await startCeph()
  if ('missing' in ceph) return ceph
  const { endpoint, accessKey, secretKey } = ceph
  const client = makeClient({ endpoint, region: 'us-east-1', keys: { accessKey, secretKey } })

  async function timed(work: () => Promise<number>): Promise<number> {
    const begun = performance.now()
    const looked = await work()
    if (looked !== keys.size) throw new Error(`${looked} of ${keys.size} keys were seen`)
    return performance.now() - begun
  }

  async function serial(): Promise<number> {
    let listed = 0
    for (let after = ''; ; ) {
      const { files, token } = await listPage(client, { bucket, prefix: '', size: 1000, after })
      listed += files.length
      if (token === undefined) return listed
      after = files.at(-1)!.Key
    }
  }

  async function scan(): Promise<number> {
    const how = { roots: [{ bucket, prefix: '' }], isNamed: true, words, order: 'best', limit: 50 } as const
    let looked = 0
    let at: ScanPosition | null = null
    do {
      const { signal } = new AbortController()
      const page: Awaited<ReturnType<typeof scanNames>> = await scanNames(client, {
        ...how,
        ...{ at, signal, accepts: () => true },
      })
      looked += page.looked
      at = page.next
    } while (at)
    return looked
  }

  const make = keyMaker(seeded(1))
  const keys = new Set(Array.from({ length: count }, make))
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    const Body = Buffer.alloc(0)
    await inTurns(32, [...keys], Key => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body })))
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const listing = await timed(serial)
      ratios.push(listing / (await timed(scan)))
    }
    return { ratios }
  } finally {
    client.destroy()
    await ceph.stop()
  }
}

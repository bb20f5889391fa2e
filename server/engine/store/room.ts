import { rowCharge } from '../../../domain/limits.ts'
import type { BucketRow } from './buckets.ts'
import type { DataKey } from './data-keys.ts'
import type { Store } from './store.ts'
import { requireBucketQuota, requireQuota } from './usage.ts'

/** The maximum bytes of a row on disk, including WAL and indexes. */
const rowBytes = 16 * 1024

/**
 * A body to be stored. `bytes`: as announced, 0 if unknown; `replaces`: the object that it overwrites; `dataKey`: its
 * encryption key.
 */
export type Body = {
  bytes: number
  replaces?: { key: string; size: number } | undefined
  dataKey?: DataKey | undefined
}

/** Reserves disk space for a row without a file, until it is disposed of. @throws DiskFull */
export const roomForRow = ({ disk }: Pick<Store, 'disk'>): Disposable => disk.claim(rowBytes)

export type Room = Disposable & {
  /** Call as bytes are written: beyond the announced ones, more room is reserved. @throws as `roomForBody` */
  wrote(bytes: number): void
  /** Call in the commit that counts the body: until it is durable, other requests would count it twice. */
  counted(): void
}

/**
 * Reserves room for a body on the disk and in the quotas of the bucket and its owner, until it is disposed of. Space
 * freed by an overwritten object counts for one writer at a time.
 * @throws DiskFull; S3Error QuotaExceeded
 */
export const roomForBody = (store: Store, bucket: BucketRow, { bytes, replaces }: Body): Room => {
  const { inFlight, replacing } = store
  const { uid } = bucket
  /** The bucket's key in `inFlight`; no uid starts with a slash. */
  const ofBucket = `/${bucket.id}`
  const slot = `${bucket.id}/${replaces?.key ?? ''}`
  const freed = replaces && !replacing.has(slot) ? replaces.size : null
  let held = 0
  const hold = (charge: number): void => {
    requireQuota(store, uid, charge, inFlight.get(uid))
    requireBucketQuota(store, bucket, charge, inFlight.get(ofBucket))
    for (const name of [uid, ofBucket]) inFlight.set(name, (inFlight.get(name) ?? 0) + charge)
    held += charge
  }
  let slotHeld = freed !== null
  const release = (): void => {
    if (slotHeld) replacing.delete(slot)
    slotHeld = false
    for (const name of [uid, ofBucket]) {
      const left = (inFlight.get(name) ?? 0) - held
      if (left > 0) inFlight.set(name, left)
      else inFlight.delete(name)
    }
    held = 0
  }
  hold(freed === null ? bytes + rowCharge : Math.max(0, bytes - freed))
  if (freed !== null) replacing.add(slot)
  let covered = Math.max(bytes, freed ?? 0)
  let written = 0
  using reserved = new DisposableStack()
  reserved.defer(release)
  const claim = reserved.use(store.disk.claim(rowBytes + bytes))
  const room = reserved.move()
  return {
    wrote(count) {
      written += count
      if (written > covered) {
        hold(written - covered)
        covered = written
      }
      claim.wrote(count)
    },
    counted: release,
    [Symbol.dispose]: () => room.dispose(),
  }
}

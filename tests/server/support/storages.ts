import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import type { KhoOptions } from '../../../server/kho.ts'
import { borrowCeph } from '../../support/borrow.ts'
import { startConsole, type TestConsole } from './console.ts'
import { region } from './engines.ts'

/** A console in front of a storage, its clock the real one; `endpoint` is what keys are for. */
export type StorageConsole = { console: TestConsole; endpoint: string; stop(): Promise<void> }

const realClock: KhoOptions = { now: () => Date.now() }

export async function onEmbedded(): Promise<StorageConsole> {
  const console = await startConsole({}, realClock)
  return { console, endpoint: console.kho.s3Url!, stop: () => console.stop() }
}

async function onRgw(): Promise<StorageConsole | { missing: string }> {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return ceph
  try {
    const console = await startConsole(
      {
        KHO_S3_KIND: 'rgw',
        KHO_S3_ENDPOINT: ceph.endpoint,
        KHO_S3_REGION: region,
        KHO_S3_ADMIN_KEY: ceph.accessKey,
        KHO_S3_ADMIN_SECRET: ceph.secretKey,
      },
      realClock,
    )
    const stop = async () => {
      await console.stop()
      await ceph.stop()
    }
    return { console, endpoint: ceph.endpoint, stop }
  } catch (error) {
    await ceph.stop()
    throw error
  }
}

type Kind = 'embedded' | 'rgw'
/** Has a console started for the tests of a storage, which `use` is given before the first of them. */
type Prepare = (use: (started: StorageConsole) => Promise<void> | void) => void

/**
 * The same tests on the embedded engine and on Ceph RGW; there in the group `storages`, unless the console itself does
 * otherwise there: `onRgwToo`.
 */
export function onEachStorage(tests: (kind: Kind, prepare: Prepare) => void, { onRgwToo = false } = {}): void {
  const on = (kind: Kind, start: () => Promise<StorageConsole | { missing: string }>) =>
    tests(kind, use => {
      let missing: string | null = null
      let stop: (() => Promise<void>) | undefined
      beforeAll(async () => {
        const found = await start()
        if ('missing' in found) {
          missing = found.missing
          return
        }
        stop = found.stop
        await use(found)
      }, 300_000)
      afterAll(() => stop?.())
      beforeEach(context => {
        if (missing !== null) context.skip(missing)
      })
    })
  describe('on the embedded engine', () => on('embedded', onEmbedded))
  describe('on Ceph RGW', { tags: onRgwToo ? [] : ['storages'] }, () => on('rgw', onRgw))
}

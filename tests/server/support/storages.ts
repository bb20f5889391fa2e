import type { KhoOptions } from '../../../server/kho.ts'
import { startCeph } from '../../support/ceph.ts'
import { startConsole, type TestConsole } from './console.ts'
import { region } from './engines.ts'

/** A console in front of a storage, its clock the real one; `endpoint` is what keys are for. */
export type StorageConsole =
  | { missing: string }
  | { console: TestConsole; endpoint: string; stop(): Promise<void> }

const realClock: KhoOptions = { now: () => Date.now() }

export async function onEmbedded(): Promise<StorageConsole> {
  const console = await startConsole({}, realClock)
  return { console, endpoint: console.kho.s3Url!, stop: () => console.stop() }
}

export async function onRgw(): Promise<StorageConsole> {
  const ceph = await startCeph()
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

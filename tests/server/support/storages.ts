import { startCeph } from '../../support/ceph.ts'
import { startConsole, type TestConsole } from './console.ts'

type Started = TestConsole | { missing: string }

/** A console on each kind of storage that it has accounts and keys on. */
export const storages: [string, () => Promise<Started>][] = [
  ['the embedded engine', () => startConsole()],
  ['Ceph RGW', onRgw],
]

async function onRgw(): Promise<Started> {
  const ceph = await startCeph()
  if ('missing' in ceph) return ceph
  const console = await startConsole({
    KHO_S3_KIND: 'rgw',
    KHO_S3_ENDPOINT: ceph.endpoint,
    KHO_S3_ADMIN_KEY: ceph.accessKey,
    KHO_S3_ADMIN_SECRET: ceph.secretKey,
  })
  return {
    ...console,
    async stop() {
      await console.stop()
      await ceph.stop()
    },
  }
}

import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { borrowCeph } from '../../support/borrow.ts'
import { type FaultProxy, startFaultProxy } from '../../support/fault-proxy.ts'
import { region, startConsole, type TestConsole } from './console.ts'

/** A console in front of a storage, which has the machine's clock; `endpoint` is what keys are for. */
export type StorageConsole = {
  console: TestConsole
  endpoint: string
  /** Between the console and a storage of its own, where tests ask for it. */
  line?: FaultProxy | null
  /** Lets time pass for the console alone, in ms. */
  pass(ms: number): void
  stop(): Promise<void>
}

async function startOn(env: Record<string, string>): Promise<Omit<StorageConsole, 'endpoint'>> {
  let passed = 0
  const console = await startConsole(env, { now: () => Date.now() + passed })
  const pass = (ms: number) => {
    passed += ms
  }
  return { console, pass, stop: () => console.stop() }
}

export async function onEmbedded(env: Record<string, string> = {}): Promise<StorageConsole> {
  const started = await startOn(env)
  return { ...started, endpoint: started.console.kho.s3Url! }
}

async function onRgw(proxied: boolean): Promise<StorageConsole | { missing: string }> {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return ceph
  const line = proxied ? await startFaultProxy(ceph.endpoint) : null
  try {
    const started = await startOn({
      KHO_S3_KIND: 'rgw',
      KHO_S3_ENDPOINT: line?.url ?? ceph.endpoint,
      KHO_S3_REGION: region,
      KHO_S3_ADMIN_KEY: ceph.accessKey,
      KHO_S3_ADMIN_SECRET: ceph.secretKey,
    })
    const stop = async () => {
      await started.stop()
      await line?.close()
      await ceph.stop()
    }
    return { ...started, line, endpoint: ceph.endpoint, stop }
  } catch (error) {
    await line?.close()
    await ceph.stop()
    throw error
  }
}

type Kind = 'embedded' | 'rgw'
/** Has a console started for the tests of a storage, which `use` is given before the first of them. */
type Prepare = (use: (started: StorageConsole) => Promise<void> | void) => void

/**
 * The same tests on the embedded engine and on Ceph RGW; there in the group `storages`, unless the console itself does
 * otherwise there: `onRgwToo`. `proxied`: with a `line`.
 */
export function onEachStorage(
  tests: (kind: Kind, prepare: Prepare) => void,
  { onRgwToo = false, proxied = false } = {},
): void {
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
  describe('on Ceph RGW', { tags: onRgwToo ? [] : ['storages'] }, () => on('rgw', () => onRgw(proxied)))
}

import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Visitor } from './audit/actor.ts'
import type { Config } from './config.ts'
import { openEngine } from './engine/engine.ts'
import { closeServer, listen, loopbackOf, makeServer, type RequestTaker, urlHost } from './http/servers.ts'
import type { Vault } from './secret.ts'
import { acceptsAbsentHeaders } from './storage/presign.ts'
import { embeddedAdmin } from './storage-admin/embedded.ts'
import { rgwAdmin } from './storage-admin/rgw.ts'
import { fixedKeyAdmin } from './storage-admin/s3.ts'
import type { StorageAdmin } from './storage-admin/storage-admin.ts'

/** The storage that the console works with, running where it is the embedded engine. */
export type StorageBackend = {
  admin: StorageAdmin
  /** Where the server reaches it. */
  endpoint: string
  /** Its own address, where it is the embedded engine. */
  s3Url: string | null
  /** Where a visitor's browser sends files to, and gets them from. */
  endpoints(visitor: Visitor): { put: string; get: string }
  /** Whether what it is sent has to be signed for the headers that must not come along. STORAGE_UNAVAILABLE. */
  mustSignAbsentHeaders(): Promise<boolean>
  /** Takes a request of the console's own origin that belongs to the storage: below /s3, PUT alone. */
  tryHandle(...request: Parameters<RequestTaker>): boolean
  /** What the start of the embedded engine has found that an operator should know; `loud` where writes may be lost. */
  findings: readonly { loud: boolean; message: string }[]
  close(): Promise<void>
}

export type StorageOptions = {
  /** Bytes that the embedded engine asks of every part but the last; S3's 5 MiB otherwise. */
  minPartSize?: number | undefined
  log(message: string, error: unknown): void
  /** The embedded engine has stopped for good. */
  onHalt(message: string, cause: unknown): void
}

const base = '/s3'

export async function openStorage(
  config: Config,
  vault: Vault,
  options: StorageOptions,
): Promise<StorageBackend> {
  return config.storage.kind === 'embedded' ? embedded(config, vault, options) : outside(config)
}

function outside({ storage }: Config): StorageBackend {
  const { endpoint, region, admin: keys } = storage
  if (endpoint === null || keys === null) throw new Error('The storage has no endpoint or no keys.')
  const seen = storage.publicEndpoint ?? endpoint
  return {
    admin: storage.kind === 'rgw' ? rgwAdmin({ endpoint, region, keys }) : fixedKeyAdmin(keys),
    endpoint,
    s3Url: null,
    findings: [],
    endpoints: () => ({ put: seen, get: seen }),
    mustSignAbsentHeaders:
      storage.kind === 'rgw'
        ? async () => true
        : remembered(() => acceptsAbsentHeaders({ endpoint, region, keys, now: Date.now() })),
    tryHandle: () => false,
    close: async () => undefined,
  }
}

/** Asks once; again only after a failure. */
function remembered<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null
  return () => {
    known ??= ask().catch(error => {
      known = null
      throw error
    })
    return known
  }
}

async function embedded(config: Config, vault: Vault, options: StorageOptions): Promise<StorageBackend> {
  const { region, publicEndpoint } = config.storage
  const engine = await openEngine({
    dir: join(config.dataDir, 's3'),
    region,
    secret: Buffer.from(vault.derive('engine'), 'hex'),
    log: options.log,
    onHalt: options.onHalt,
    disk: { reserve: config.diskReserve },
    ...(options.minPartSize !== undefined && { minPartSize: options.minPartSize }),
  })
  const whole: RequestTaker = (request, response, awaitsContinue) =>
    engine.handle(request, response, { awaitsContinue })
  const servers: Server[] = [makeServer(config.tls, whole)]
  // Addresses are signed for the host that browsers see; a proxy on the way may have put another one.
  const publicHost = config.publicUrl && new URL(config.publicUrl).host
  const scheme = config.tls ? 'https' : 'http'
  const port = await listen(servers[0]!, config.host, config.storage.port)
  let endpoint = `http://${loopbackOf(config.host)}:${port}`
  if (config.tls) {
    const inside = makeServer(null, whole)
    servers.push(inside)
    endpoint = `http://127.0.0.1:${await listen(inside, '127.0.0.1', 0)}`
  }
  return {
    admin: embeddedAdmin(engine.admin),
    endpoint,
    s3Url: `${scheme}://${urlHost(config.host)}:${port}`,
    findings: engine.findings,
    endpoints: visitor => ({
      put: visitor.origin + base,
      get: publicEndpoint ?? `${scheme}://${visitor.hostname}:${port}`,
    }),
    // It refuses every x-amz-* header that is not signed.
    mustSignAbsentHeaders: async () => false,
    tryHandle(request, response, awaitsContinue) {
      if (!request.url?.startsWith(`${base}/`)) return false
      if (publicHost !== null) request.headers.host = publicHost
      engine.handle(request, response, { base, methods: ['PUT'], awaitsContinue })
      return true
    },
    async close() {
      await Promise.all(servers.map(server => closeServer(server)))
      await engine.close()
    },
  }
}

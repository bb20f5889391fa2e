import type { Server } from 'node:http'
import { join } from 'node:path'
import { withoutBase } from '../../domain/base-path.ts'
import { plainAddress } from '../../domain/policy/addresses.ts'
import { differsFromS3 } from '../../domain/storage-differences.ts'
import type { Visitor } from '../audit/actor.ts'
import type { Config } from '../config.ts'
import { type Engine, openEngine } from '../engine/engine.ts'
import { Problem } from '../errors/problem.ts'
import { storageCall } from '../errors/storage-error.ts'
import { strictTransport } from '../http/headers.ts'
import {
  closeServer,
  listen,
  makeServer,
  type OnRequest,
  renewTls,
  type Tls,
  urlHost,
} from '../http/servers.ts'
import type { AnsweredRequest } from '../log.ts'
import type { FoldersHere } from '../storage/folders-here.ts'
import { acceptsAbsentHeaders } from '../storage/presign.ts'
import type { PutHere } from '../storage/put-object.ts'
import type { SearchHere } from '../storage/search-objects.ts'
import type { WatchHere } from '../storage/watch-folder.ts'
import type { ReadHere } from '../storage/zip-entries.ts'
import { embeddedAdmin } from '../storage-admin/embedded.ts'
import { probeStorage } from '../storage-admin/probe.ts'
import { rgwAdmin } from '../storage-admin/rgw.ts'
import { fixedKeyAdmin } from '../storage-admin/s3.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import type { Traces } from '../tracing/trace.ts'
import { engineSecrets, type Vault } from '../vault/vault.ts'

/** The storage: the embedded engine, which runs in this process, or a service. */
export type StorageBackend = {
  admin: StorageAdmin
  /** The storage's URL as the server reaches it. */
  endpoint: string
  /** Whether it answers, and the console's keys. `timeout`: ms. STORAGE_UNAVAILABLE, STORAGE_REFUSES */
  ask(timeout: number): Promise<unknown>
  /** The engine's own URL; null with another storage. */
  s3Url: string | null
  /** The URLs to which a visitor's browser sends files (`put`), and from which it fetches them (`get`). */
  endpoints(visitor: Visitor): { put: string; get: string }
  /** The bucket's own URL (virtual-hosted style); null if none is configured. */
  virtualEndpoint(bucket: string): string | null
  /** Whether pre-signed PUTs must sign that some headers are absent: see `makePresigner`. STORAGE_UNAVAILABLE. */
  mustSignAbsentHeaders(): Promise<boolean>
  /** The engine that runs in this process; null with another storage. */
  engine: Engine | null
  /** Reads objects of that engine, like the server would by `endpoint`. */
  readHere: ReadHere | null
  /** Stores objects in that engine, as if their senders sent them to it. */
  putHere: PutHere | null
  /** Searches that engine's index of names, likewise; null also if it has none. */
  searchHere: SearchHere | null
  /** Asks that engine's index about folders, likewise. */
  foldersHere: FoldersHere | null
  /** Watches folders of that engine. */
  watchHere: WatchHere | null
  /** Handles a request at the console's origin that is for the engine, below /s3 (PUT only); false for any other. */
  tryHandle(...request: Parameters<OnRequest>): boolean
  /** Problems found at the engine's start that the operator should know of; `loud` if writes may be lost. */
  findings: readonly { loud: boolean; message: string }[]
  /** See `renewTls` of servers.ts. */
  renewTls(tls: NonNullable<Tls>): void
  close(): Promise<void>
}

type StorageOptions = {
  /** The smallest part, except the last, that the engine accepts, in bytes; S3's 5 MiB by default. */
  minPartSize?: number | undefined
  log(message: string, error: unknown): void
  /** The engine has stopped permanently. */
  onHalt(message: string, cause: unknown): void
  traces: Traces
  /** Called after each answer of the embedded engine. */
  answered(request: AnsweredRequest): void
}

export async function openStorage(
  config: Config,
  vault: Vault,
  options: StorageOptions,
): Promise<StorageBackend> {
  return config.storage.kind === 'embedded' ? embedded(config, vault, options) : outside(config)
}

function outside({ storage }: Config): StorageBackend {
  const { kind, endpoint, region, admin: keys, inbox } = storage
  if (kind === 'embedded' || endpoint === null || keys === null)
    throw new Error('The storage has no endpoint or no keys.')
  const seen = storage.publicEndpoint ?? endpoint
  return {
    admin:
      kind === 'rgw' ? rgwAdmin({ endpoint, region, keys, inbox: inbox?.url ?? null }) : fixedKeyAdmin(keys),
    endpoint,
    ask: timeout => probeStorage({ kind, endpoint, region, keys }, timeout),
    s3Url: null,
    engine: null,
    readHere: null,
    putHere: null,
    searchHere: null,
    foldersHere: null,
    watchHere: null,
    findings: [],
    renewTls: () => undefined,
    endpoints: () => ({ put: seen, get: seen }),
    virtualEndpoint: () => null,
    mustSignAbsentHeaders: differsFromS3(kind, 'unsigned-headers')
      ? async () => true
      : remembered(() => acceptsAbsentHeaders({ endpoint, region, keys, now: Date.now() })),
    tryHandle: () => false,
    close: async () => undefined,
  }
}

/** Whether the engine answers. `timeout`: ms. STORAGE_UNAVAILABLE */
async function reach(endpoint: string, timeout: number): Promise<void> {
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(timeout) }).catch(error => {
    throw new Problem('STORAGE_UNAVAILABLE', { cause: error })
  })
  await answer.body?.cancel()
  // The request is not signed: a refusal is fine.
  if (answer.status >= 500) throw new Problem('STORAGE_UNAVAILABLE')
}

/** Caches the answer; a failure is not cached. */
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
  const { region, publicEndpoint, hosts, encrypt, signV2, names, lifecycleDay, rate, atOnce } = config.storage
  const engine = await openEngine({
    dir: join(config.dataDir, 's3'),
    region,
    hosts,
    encrypt,
    signV2,
    names,
    ...engineSecrets(vault),
    log: options.log,
    onHalt: options.onHalt,
    traces: options.traces,
    answered: options.answered,
    disk: { reserve: config.diskReserve },
    trustedProxies: config.trustedProxies,
    strictTransport: strictTransport(config.hstsSubdomains),
    limits: { rate, atOnce },
    ...(options.minPartSize !== undefined && { minPartSize: options.minPartSize }),
    ...(lifecycleDay !== null && { lifecycle: { day: lifecycleDay * 1000 } }),
  })
  /** The path of the engine at the console's origin, as browsers see and sign it. */
  const base = `${config.basePath}/s3`
  const whole: OnRequest = (request, response, awaitsContinue) =>
    engine.handle(request, response, { awaitsContinue })
  const servers: Server[] = [makeServer(config.tls, whole)]
  // URLs are signed for the host that browsers see; a proxy in between may have changed it.
  const publicHost = config.publicUrl && new URL(config.publicUrl).host
  const scheme = config.tls ? 'https' : 'http'
  const port = await listen(servers[0]!, config.host, config.storage.port)
  const secure = config.tls !== null || publicEndpoint?.startsWith('https:') === true
  const ofServer = makeServer(null, (request, response, awaitsContinue) =>
    engine.handle(request, response, { awaitsContinue, inside: secure, own: true }),
  )
  servers.push(ofServer)
  const endpoint = `http://127.0.0.1:${await listen(ofServer, '127.0.0.1', 0)}`
  const sender = { address: '127.0.0.1', secure }
  const { search, folders } = engine
  return {
    admin: embeddedAdmin(engine.admin),
    endpoint,
    ask: timeout => reach(endpoint, timeout),
    s3Url: `${scheme}://${urlHost(config.host)}:${port}`,
    engine,
    readHere: (keys, wanted) => engine.readInside(keys, sender, wanted),
    putHere: (keys, { address, secure, userAgent }, { bucket, key, size, contentType, crc32 }, read) =>
      storageCall(() =>
        engine.writeInside(
          keys,
          { address: plainAddress(address), secure },
          {
            ...{ bucket, key, size },
            headers: {
              'user-agent': userAgent,
              ...(contentType !== undefined && { 'content-type': contentType }),
              ...(crc32 !== undefined && { 'x-amz-checksum-crc32': crc32 }),
            },
          },
          consume => read(piece => consume([piece])),
        ),
      ),
    searchHere: search && ((keys, wanted) => storageCall(() => search(keys, sender, wanted))),
    foldersHere: {
      ready: folders.ready,
      sorted: (keys, wanted) => storageCall(async () => folders.sorted(keys, sender, wanted)),
      rows: (keys, wanted) => storageCall(() => folders.rows(keys, sender, wanted)),
      count: (keys, wanted) => storageCall(() => folders.count(keys, sender, wanted)),
    },
    watchHere: wanted =>
      storageCall(async () => {
        const folder = engine.watch(sender, wanted)
        return { ...folder, take: keys => storageCall(async () => folder.take(keys)) }
      }),
    findings: engine.findings,
    renewTls: tls => {
      for (const server of servers) renewTls(server, tls)
    },
    endpoints: visitor => ({
      put: visitor.origin + base,
      get: publicEndpoint ?? `${scheme}://${visitor.hostname}:${port}`,
    }),
    virtualEndpoint(bucket) {
      const [host] = hosts
      // A certificate's wildcard covers one label.
      if (host === undefined || bucket.includes('.')) return null
      const seen = publicEndpoint === null ? null : new URL(publicEndpoint)
      return seen?.hostname === host
        ? `${seen.protocol}//${bucket}.${seen.host}`
        : `${scheme}://${bucket}.${host}:${port}`
    },
    // The engine rejects every x-amz-* header that is not signed.
    mustSignAbsentHeaders: async () => false,
    tryHandle(request, response, awaitsContinue) {
      const { url = '' } = request
      if (!withoutBase(url, config.basePath).startsWith('/s3/')) return false
      // A proxy may have removed the base path, which the signature covers.
      if (!url.startsWith(`${base}/`)) request.url = config.basePath + url
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

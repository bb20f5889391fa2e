import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { OperationId } from '../../domain/permissions.ts'
import type { ErrorCode } from '../../openapi/schema.ts'
import type { Config } from '../config.ts'
import { readContract } from '../contract/document.ts'
import { addConsole, type ConsoleOptions } from '../http/app.ts'
import { ownOrigins } from '../http/servers.ts'
import { linkOrigin, ssoOrigin } from '../mail/links.ts'
import { makeApply } from '../maintenance/apply.ts'
import { serveControl } from '../maintenance/control.ts'
import { makePerform } from '../maintenance/on-engine.ts'
import { unsubscribe } from '../operations/notification-addresses.ts'
import { makeHandlers } from '../operations/operations.ts'
import type { Services } from '../operations/services.ts'
import { ssoChecks } from '../operations/sso-ends.ts'
import { makeZipSlots } from '../operations/zip.ts'
import { root } from '../program.ts'
import { makeProvider } from '../sso/provider.ts'
import { keepSetting } from '../store/settings.ts'
import { setTwoStepOfAll } from '../store/two-step.ts'
import type { StorageBackend } from './storage.ts'
import type { Store } from './store.ts'
import type { openWorkers } from './workers.ts'

export type ConsoleSettings = {
  /** Whether responses are checked against the contract. */
  checkResponses?: boolean
  /** Called with each error code that an operation responds with. */
  onCode?: (operation: OperationId, code: ErrorCode) => void
  /** The folder of the built console. */
  pages?: string
  /** ms within which the body of a request to the console must arrive; a minute by default. */
  bodyTime?: number
  /** ms after which the body of a batch that pauses is cut off; 30 s by default. */
  bodyIdle?: number
}

const contract = readContract()

/**
 * Adds the API and the pages to the app, which does not listen yet, and serves the commands of this computer. Returns
 * what the operations work with. `now`: ms.
 */
export async function openConsole(
  stack: AsyncDisposableStack,
  config: Config,
  {
    store,
    storage,
    workers,
    app,
    traces,
    answered,
    stopping,
    now,
    settings,
  }: Pick<ConsoleOptions, 'traces' | 'answered'> & {
    store: Store
    storage: StorageBackend
    workers: Omit<Awaited<ReturnType<typeof openWorkers>>, 'stop'>
    app: FastifyInstance
    stopping: AbortSignal
    now: () => number
    settings: ConsoleSettings
  },
): Promise<Services> {
  const { db, vault, disk, locks, hashSecret, decoyHash } = store
  const { basePath, brand, publicUrl, hstsSubdomains, requireTwoStep } = config
  await setTwoStepOfAll(db, requireTwoStep)
  const services: Services = {
    ...workers,
    ...{ db, vault, locks, hashSecret, now, stopping, brand, basePath, requireTwoStep, log: app.log },
    decoyHash: await decoyHash,
    region: config.storage.region,
    partSize: config.storage.partSize ?? undefined,
    storageKind: config.storage.kind,
    storageEndpoint: storage.endpoint,
    askStorage: timeout => storage.ask(timeout),
    readHere: storage.readHere,
    putHere: storage.putHere,
    searchHere: storage.searchHere,
    foldersHere: storage.foldersHere,
    watchHere: storage.watchHere,
    zipSlots: makeZipSlots(),
    admin: storage.admin,
    endpoints: visitor => storage.endpoints(visitor),
    virtualEndpoint: bucket => storage.virtualEndpoint(bucket),
    mustSignAbsentHeaders: () => storage.mustSignAbsentHeaders(),
    linkOrigin: visitor => linkOrigin(config, visitor),
    shares: config.shares,
    shareOrigin: visitor => (config.shareUrl ?? publicUrl ?? visitor.origin) + basePath,
    sso: new Map(config.sso.map(settings => [settings.id, makeProvider(settings, now)])),
    ssoOrigin: visitor => ssoOrigin(config, visitor),
  }
  workers.background.add(ssoChecks(services))
  await addConsole(app, {
    ...{ db, disk, contract, publicUrl, hstsSubdomains, basePath, brand, traces, answered },
    sso: config.sso,
    ...{ vault, access: services.access, readHere: storage.readHere },
    ...{ shares: config.shares, shareUrl: config.shareUrl },
    now: () => services.now(),
    endpoints: services.endpoints,
    handlers: makeHandlers(services),
    installation: await keepSetting(db, 'installation', randomBytes(6).toString('hex')),
    unsubscribe: (token, { visitor }) => unsubscribe(services, { visitor, now: services.now() }, token),
    rate: config.apiRate,
    docsUrl: config.docsUrl,
    several: config.databaseUrl !== null,
    checkResponses: settings.checkResponses ?? false,
    onCode: settings.onCode,
    pages: settings.pages ?? join(root, 'dist'),
    bodyTime: settings.bodyTime ?? 60_000,
    bodyIdle: settings.bodyIdle ?? 30_000,
  })
  const apply = makeApply({ services, contract, disk, origin: () => ownOrigins(config, app.server)[0]! })
  const perform = makePerform({ db, vault, engine: storage.engine, config, apply, now })
  const close = await serveControl(config.dataDir, perform)
  if (close) stack.defer(close)
  return services
}

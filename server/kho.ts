import { randomBytes } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { OperationId } from '../domain/permissions.ts'
import type { ErrorCode } from '../openapi/schema.ts'
import { type HashCost, makeHashSecret } from './auth/hash.ts'
import { makeBackground } from './background/runner.ts'
import type { Config } from './config.ts'
import { readContract } from './contract/document.ts'
import { lockDataFolder, requireWhole } from './data-lock.ts'
import { openDisk } from './disk.ts'
import { makeGuard } from './events/address.ts'
import { addDeliveryWorker } from './events/deliver.ts'
import { makeInbox } from './events/inbox.ts'
import { addIntake } from './events/intake.ts'
import { addTopicKeeper } from './events/keep-topics.ts'
import { makeSender } from './events/webhook.ts'
import { addAlerts } from './expiry/alerts.ts'
import { addPruning } from './expiry/pruning.ts'
import { addSampler } from './expiry/sampler.ts'
import { addSweeper } from './expiry/sweeper.ts'
import { addTrafficRollUp, makeRollUpNow } from './expiry/traffic.ts'
import { type FirstUser, makeFirstUser } from './first-user.ts'
import { makeHandlers } from './handlers/handlers.ts'
import { addConsole, makeApp } from './http/app.ts'
import { closeServer, listen, makeServer, ownOrigins, renewTls, type Tls, urlHost } from './http/servers.ts'
import { makeJobWatch } from './jobs/watch.ts'
import { addJobWorker } from './jobs/worker.ts'
import { type AnsweredRequest, type LogStream, loggerOptions } from './log.ts'
import { linkOrigin, ownOrigin } from './mail/links.ts'
import { makeMailer } from './mail/mailer.ts'
import { addMailQueue } from './mail/queue.ts'
import { makeApply } from './maintenance/apply.ts'
import { lastBackup } from './maintenance/backup.ts'
import { doubtsAbout } from './maintenance/check.ts'
import { serveControl } from './maintenance/control.ts'
import { makePerform } from './maintenance/on-engine.ts'
import { countLocks, type Metrics, makeMetrics, makeMetricsServer } from './metrics/metrics.ts'
import { unsubscribe } from './operations/notification-addresses.ts'
import type { Services } from './operations/services.ts'
import { makeZipSlots } from './operations/zip.ts'
import { root } from './program.ts'
import { makeCorsMemory } from './storage/cors.ts'
import { makeAccountAccess } from './storage-admin/account-access.ts'
import { makeBucketGrants } from './storage-admin/bucket-grants.ts'
import { suspendStrangers } from './storage-admin/embedded.ts'
import { makeStorageSync } from './storage-admin/storage-sync.ts'
import { openStorage, type StorageBackend } from './storage-backend.ts'
import { dropClaims } from './store/jobs.ts'
import { openLocks } from './store/locks.ts'
import { openDatabase } from './store/open.ts'
import { newerSchema } from './store/schema-state.ts'
import { keepSetting } from './store/settings.ts'
import { watchDatabase } from './store/watch-database.ts'
import { endRequest, openTraces } from './traces.ts'
import { endUpgrade, olderInPostgres, prepareUpgrade } from './upgrade.ts'
import { openVault, otherSecret } from './vault/open-vault.ts'
import { readOrMakeSecrets } from './vault/secret-files.ts'

export type Kho = {
  consoleUrl: string
  /** The embedded engine's URL; null with another storage. */
  s3Url: string | null
  /** The address of the metrics; null: there is none. */
  metricsUrl: string | null
  /** Set on first run only. */
  firstUser: FirstUser | null
  services: Services
  /** New connections to the console and the embedded engine get this certificate. */
  renewTls(tls: NonNullable<Tls>): void
  /** Problems found at this start; `loud` if the engine may have lost writes. */
  findings: StorageBackend['findings']
  /**
   * Waits up to 12 s for batches of jobs, then up to 10 s for requests in flight. `/api/health` responds 503 from its
   * start.
   */
  close(): Promise<void>
}

const contract = readContract()

export type KhoOptions = {
  /** ms */
  now?: () => number
  /** Whether responses are checked against the contract. */
  checkResponses?: boolean
  /** Called with each error code that an operation responds with. */
  onCode?: (operation: OperationId, code: ErrorCode) => void
  /** The cost of hashing a password or pin; OWASP's by default. */
  hashCost?: HashCost | undefined
  /** The smallest part, except the last, that the engine accepts, in bytes; S3's 5 MiB by default. */
  minPartSize?: number
  /** The folder of the built console. */
  pages?: string
  /** ms within which the body of a request to the console must arrive; a minute by default. */
  bodyTime?: number
  /** ms after which the body of a batch that pauses is cut off; 30 s by default. */
  bodyIdle?: number
  /** ms that batches of jobs have to end on a close; 12 s by default. */
  stopGrace?: number
  /** ms between checks of jobs that a page watches; 1 s by default. */
  watchInterval?: number | undefined
  /** Time limit for sending an event, in ms; 15 s by default. */
  webhookTime?: number
  /** ms from a span's end to sending it to the collector; 5 s by default. */
  traceDelay?: number
  /** The destination of the log; standard output by default. */
  logTo?: LogStream
  /** A commit or sync of the engine or the console failed: the process should end, to be restarted. */
  onHalt?: (message: string, cause: unknown) => void
}

/** Starts everything. Throws, with nothing left running, if something cannot start. */
export async function startKho(config: Config, options: KhoOptions = {}): Promise<Kho> {
  const now = options.now ?? Date.now
  const seconds = () => Math.floor(now() / 1000)
  const closing: (() => Promise<unknown>)[] = []
  const stopping = new AbortController()
  const close = async () => {
    stopping.abort()
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
  let log: FastifyBaseLogger | undefined
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const unlock = lockDataFolder(config.dataDir)
    closing.push(async () => unlock())
    requireWhole(config.dataDir)
    const disk = openDisk({
      dir: config.dataDir,
      reserve: config.databaseUrl === null ? config.diskReserve : 0,
      log: message => log?.warn(message),
    })
    closing.push(() => disk.close())
    const secrets = readOrMakeSecrets(config)
    const onLost = (error: Error) => log?.warn({ err: error }, 'A connection to PostgreSQL was lost.')
    const onHalt = (message: string, cause: unknown) => {
      log?.fatal({ err: cause }, message)
      options.onHalt?.(message, cause)
    }
    const { dataDir } = config
    const upgrade = await prepareUpgrade(config, disk)
    const older = olderInPostgres(config)
    let pool: pg.Pool | undefined
    const onPool = (made: pg.Pool) => {
      pool = made
    }
    const db = await openDatabase({ url: config.databaseUrl, dataDir, older, disk, onLost, onPool, onHalt })
    closing.push(() => db.destroy())
    const { locks, counts } = countLocks(openLocks(config.databaseUrl, onLost))
    closing.push(() => locks.close())
    const vault = await openVault(db, secrets, { begins: true })
    if (config.databaseUrl !== null) {
      const questions = [() => newerSchema(db), () => otherSecret(db, vault)]
      const unwatch = watchDatabase(questions, message => onHalt(message, null))
      closing.push(async () => unwatch())
    }
    const hashSecret = makeHashSecret(options.hashCost)
    const decoyHash = hashSecret('no password of anybody')
    const firstUser = await makeFirstUser({ db, hashSecret }, config.admin, seconds())
    const { traces, close: closeTraces } = openTraces(config.traces, {
      delay: options.traceDelay,
      log: () => log,
    })
    closing.push(closeTraces)
    let metrics: Metrics | undefined
    const answered = (request: AnsweredRequest) => {
      metrics?.answered(request)
      const { trace, ...line } = request
      log?.[config.logRequests ? 'info' : 'debug']({ ...line, trace_id: trace.traceId }, 'answered')
      endRequest(request)
    }
    const storage = await openStorage(config, vault, {
      minPartSize: options.minPartSize,
      log: (message, error) => log?.error({ err: error }, message),
      onHalt,
      traces,
      answered,
    })
    closing.push(() => storage.close())
    const strangers = storage.engine ? await suspendStrangers(db, storage.engine.admin) : []
    if (upgrade !== null) await endUpgrade(dataDir)
    const app = makeApp({
      basePath: config.basePath,
      trustedProxies: config.trustedProxies,
      logger: loggerOptions(config.logLevel, options.logTo),
      serve: handle =>
        makeServer(config.tls, (request, response, awaitsContinue) => {
          if (storage.tryHandle(request, response, awaitsContinue)) return
          if (awaitsContinue) response.writeContinue()
          handle(request, response)
        }),
    })
    log = app.log
    for (const { loud, message } of storage.findings) app.log[loud ? 'error' : 'info'](message)
    for (const doubt of doubtsAbout(config)) app.log.warn(doubt)
    if (upgrade !== null) app.log.warn(upgrade)
    if (strangers.length > 0)
      app.log.warn({ users: strangers }, 'Users of the storage that have no account here were suspended.')
    closing.push(() => app.close())
    const { region } = config.storage
    const sync = makeStorageSync({ db, vault, admin: storage.admin, locks, now })
    const access = makeAccountAccess({
      db,
      vault,
      admin: storage.admin,
      storageKind: config.storage.kind,
      sync,
      endpoint: storage.endpoint,
      region,
      now,
    })
    closing.push(() => access.close())
    const grants = makeBucketGrants({ db, access, admin: storage.admin, locks, log: app.log })
    const background = makeBackground({ now, traces, log: app.log })
    const sweeper = addSweeper(background, { db, sync, grants, now })
    const samples =
      storage.admin.capabilities.usage && addSampler(background, { db, admin: storage.admin, now })
    const rollUps = addTrafficRollUp(background, { db, admin: storage.admin, now })
    const origin = ownOrigin(config)
    const alerts = addAlerts(background, { db, vault, origin, admin: storage.admin, now })
    const pruning = addPruning(background, db, { seconds, auditDays: config.auditDays })
    const mailer = makeMailer(config)
    const mails = addMailQueue(background, { db, vault, mailer, now, log: app.log })
    const guard = makeGuard(config.webhookAllow)
    const sender = makeSender({ guard, ...(options.webhookTime && { timeout: options.webhookTime }) })
    // Events may be many: they end before the writes of others would be refused.
    const crowded = () => disk.space().free < 2 * disk.space().reserve
    const deliverer = addDeliveryWorker(background, {
      ...{ db, vault, sender, crowded, origin, now, traces, log: app.log },
    })
    const { engine } = storage
    const intake =
      engine &&
      addIntake(
        background,
        { db, vault, events: engine.events, topics: engine.admin.topics, crowded, now },
        () => deliverer.wake(),
      )
    const { inbox } = config.storage
    // Without an inbox as well: topics from before must not stay at RGW.
    const topicKeeper =
      config.storage.kind === 'rgw' &&
      addTopicKeeper(background, {
        ...{ db, access, locks, inbox: inbox?.url ?? null, endpoint: storage.endpoint, region, now },
        log: app.log,
      })
    if (inbox) {
      const take = makeInbox({ db, region, crowded, now, log: app.log, taken: () => deliverer.wake() })
      const server = makeServer(null, take)
      await listen(server, inbox.host, inbox.port)
      closing.push(() => closeServer(server))
    }
    const cors = makeCorsMemory({
      origins: () => ownOrigins(config, app.server),
      locks,
      now,
      refused: (error, bucket) =>
        app.log.warn({ err: error, bucket }, 'The bucket did not take the CORS rule for the console.'),
    })
    // Neither another process nor a request pending at the storage can still be working for them.
    if (config.databaseUrl === null && storage.engine) await dropClaims(db, seconds())
    const jobs = addJobWorker(background, {
      ...{ db, access, admin: storage.admin, storage: config.storage.kind, cors, locks, now, traces },
      stopGrace: options.stopGrace ?? 12_000,
      log: app.log,
    })
    const jobWatch = makeJobWatch(db, options.watchInterval)
    const services: Services = {
      db,
      vault,
      now,
      log: app.log,
      region,
      brand: config.brand,
      partSize: config.storage.partSize ?? undefined,
      storageKind: config.storage.kind,
      storageEndpoint: storage.endpoint,
      askStorage: timeout => storage.ask(timeout),
      readHere: storage.readHere,
      putHere: storage.putHere,
      zipSlots: makeZipSlots(),
      access,
      admin: storage.admin,
      sync,
      grants,
      locks,
      sweeper,
      rollUpNow: makeRollUpNow({ db, admin: storage.admin, now, log: app.log }),
      cors,
      endpoints: visitor => storage.endpoints(visitor),
      virtualEndpoint: bucket => storage.virtualEndpoint(bucket),
      mustSignAbsentHeaders: () => storage.mustSignAbsentHeaders(),
      mailer,
      mails,
      deliverer,
      guard,
      jobs,
      background,
      jobWatch,
      stopping: stopping.signal,
      basePath: config.basePath,
      linkOrigin: visitor => linkOrigin(config, visitor),
      hashSecret,
      decoyHash: await decoyHash,
    }
    await addConsole(app, {
      db,
      now: () => services.now(),
      endpoints: services.endpoints,
      disk,
      contract,
      handlers: makeHandlers(services),
      publicUrl: config.publicUrl,
      basePath: config.basePath,
      installation: await keepSetting(db, 'installation', randomBytes(6).toString('hex')),
      unsubscribe: (token, { visitor }) => unsubscribe(services, { visitor, now: services.now() }, token),
      rate: config.apiRate,
      brand: config.brand,
      docsUrl: config.docsUrl,
      traces,
      answered,
      several: config.databaseUrl !== null,
      checkResponses: options.checkResponses ?? false,
      onCode: options.onCode,
      pages: options.pages ?? join(root, 'dist'),
      bodyTime: options.bodyTime ?? 60_000,
      bodyIdle: options.bodyIdle ?? 30_000,
    })
    const apply = makeApply({ services, contract, disk, origin: () => ownOrigins(config, app.server)[0]! })
    const control = await serveControl(
      config.dataDir,
      makePerform({ db, vault, engine: storage.engine, config, apply, now }),
    )
    if (control) closing.push(control)
    let metricsUrl: string | null = null
    if (config.metrics) {
      metrics = makeMetrics({
        ...{ db, background, engine: storage.engine, disk: disk.space, now, locks: counts },
        backedUp: () => statSync(lastBackup(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? 0,
        pool: pool
          ? () => ({ total: pool!.totalCount, idle: pool!.idleCount, waiting: pool!.waitingCount })
          : null,
      })
      const server = makeMetricsServer(metrics, config.metrics.host, error =>
        app.log.error({ err: error }, 'The metrics could not be read.'),
      )
      const port = await listen(server, config.metrics.host, config.metrics.port)
      metricsUrl = `http://${urlHost(config.metrics.host)}:${port}/metrics`
      closing.push(() => closeServer(server))
    }
    const port = await listen(app.server, config.host, config.port)
    closing.push(() => closeServer(app.server))
    // Before the listener that storage and browsers use is closed.
    closing.push(() => jobs.stop())
    closing.push(() => deliverer.stop())
    closing.push(() => background.stop())
    closing.push(async () => jobWatch.close())
    for (const worker of [pruning, sweeper, mails, jobs, rollUps, deliverer]) worker.wake()
    intake?.wake()
    if (topicKeeper) topicKeeper.wake()
    for (const worker of [samples, alerts]) if (worker) worker.wake(60_000)
    const scheme = config.tls ? 'https' : 'http'
    const consoleUrl = `${scheme}://${urlHost(config.host)}:${port}`
    const { s3Url, findings } = storage
    const renew = (tls: NonNullable<Tls>) => {
      renewTls(app.server, tls)
      storage.renewTls(tls)
    }
    return { consoleUrl, s3Url, metricsUrl, firstUser, services, renewTls: renew, findings, close }
  } catch (error) {
    await close()
    throw error
  }
}

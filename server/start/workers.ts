import type { FastifyInstance } from 'fastify'
import { makeBackground } from '../background/runner.ts'
import type { Config } from '../config.ts'
import { addAlerts } from '../expiry/alerts.ts'
import { addPruning } from '../expiry/pruning.ts'
import { addSampler } from '../expiry/sampler.ts'
import { addSweeper } from '../expiry/sweeper.ts'
import { addTrafficRollUp, makeRollUpNow } from '../expiry/traffic.ts'
import { ownOrigins } from '../http/servers.ts'
import { makeJobWatch } from '../jobs/watch.ts'
import { addJobWorker } from '../jobs/worker.ts'
import { ownOrigin } from '../mail/links.ts'
import { makeMailer } from '../mail/mailer.ts'
import { addMailQueue } from '../mail/queue.ts'
import { makeCorsMemory } from '../storage/cors.ts'
import { makeAccountAccess } from '../storage-admin/account-access.ts'
import { makeBucketGrants } from '../storage-admin/bucket-grants.ts'
import { makeStorageSync } from '../storage-admin/storage-sync.ts'
import { dropClaims } from '../store/job-claims.ts'
import type { Traces } from '../tracing/trace.ts'
import { openEvents } from './events.ts'
import type { StorageBackend } from './storage.ts'
import type { Store } from './store.ts'

export type WorkerSettings = {
  /** ms that batches of jobs have to end on a close; 12 s by default. */
  stopGrace?: number
  /** ms between checks of jobs that a page watches; 1 s by default. */
  watchInterval?: number | undefined
  /** Time limit for sending an event, in ms; 15 s by default. */
  webhookTime?: number
}

/**
 * The background work, which is not started yet, and what it shares with requests. `stop`: before the listener closes
 * that storage and browsers use. `now`: ms.
 */
export async function openWorkers(
  stack: AsyncDisposableStack,
  config: Config,
  {
    store,
    storage,
    app,
    traces,
    now,
    settings,
  }: {
    store: Store
    storage: StorageBackend
    app: FastifyInstance
    traces: Traces
    now: () => number
    settings: WorkerSettings
  },
) {
  const { db, vault, disk, locks } = store
  const { admin, endpoint } = storage
  const { log } = app
  const { kind: storageKind, region } = config.storage
  const seconds = () => Math.floor(now() / 1000)
  const sync = makeStorageSync({ db, vault, admin, locks, now })
  const access = makeAccountAccess({ db, vault, admin, storageKind, sync, endpoint, region, now })
  stack.defer(() => access.close())
  const grants = makeBucketGrants({ db, access, admin, locks, log })
  const background = makeBackground({ now, traces, log })
  const sweeper = addSweeper(background, { db, sync, grants, now })
  if (admin.capabilities.usage) addSampler(background, { db, admin, now })
  addTrafficRollUp(background, { db, admin, now })
  addAlerts(background, { db, vault, origin: ownOrigin(config), admin, now })
  addPruning(background, db, { seconds, auditDays: config.auditDays })
  const mailer = makeMailer(config)
  const mails = addMailQueue(background, { db, vault, mailer, now, log })
  const { webhookTime } = settings
  const shared = { db, vault, disk, locks, background, storage, access, now, traces, log }
  const { guard, deliverer } = await openEvents(stack, config, { ...shared, webhookTime })
  const cors = makeCorsMemory({
    origins: () => ownOrigins(config, app.server),
    locks,
    now,
    refused: (error, bucket) =>
      log.warn({ err: error, bucket }, 'The bucket did not take the CORS rule for the console.'),
  })
  // Neither another process nor a request pending at the storage can still be working for them.
  if (config.databaseUrl === null && storage.engine) await dropClaims(db, seconds())
  const jobs = addJobWorker(background, {
    ...{ db, access, admin, storage: storageKind, cors, locks, now, traces, log },
    stopGrace: settings.stopGrace ?? 12_000,
  })
  const jobWatch = makeJobWatch(db, settings.watchInterval)
  return {
    ...{ sync, access, grants, background, sweeper, mailer, mails, guard, deliverer, cors, jobs, jobWatch },
    rollUpNow: makeRollUpNow({ db, admin, now, log }),
    async stop() {
      jobWatch.close()
      await background.stop()
      await deliverer.stop()
      await jobs.stop()
    },
  }
}

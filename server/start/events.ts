import type { FastifyBaseLogger } from 'fastify'
import type { Background } from '../background/runner.ts'
import type { Config } from '../config.ts'
import { makeGuard } from '../events/address.ts'
import { addDeliveryWorker } from '../events/deliver.ts'
import { makeInbox } from '../events/inbox.ts'
import { addIntake } from '../events/intake.ts'
import { addTopicKeeper } from '../events/keep-topics.ts'
import { makeWebhookClient } from '../events/webhook.ts'
import { closeServer, listen, makeServer } from '../http/servers.ts'
import { ownOrigin } from '../mail/links.ts'
import type { AccountAccess } from '../storage-admin/account-access.ts'
import type { Traces } from '../tracing/trace.ts'
import type { StorageBackend } from './storage.ts'
import type { Store } from './store.ts'

/**
 * The events of buckets, from the engine or from RGW's calls of the inbox, which listens at once, to their delivery.
 * `now`: ms. `webhookTime`: ms.
 */
export async function openEvents(
  stack: AsyncDisposableStack,
  config: Config,
  deps: Pick<Store, 'db' | 'vault' | 'disk' | 'locks'> & {
    background: Background
    storage: Pick<StorageBackend, 'engine' | 'endpoint'>
    access: AccountAccess
    webhookTime: number | undefined
    now: () => number
    traces: Traces
    log: FastifyBaseLogger
  },
) {
  const { db, vault, disk, locks, background, access, now, traces, log } = deps
  const { engine, endpoint } = deps.storage
  const { region, kind, inbox } = config.storage
  const guard = makeGuard(config.webhookAllow, undefined, config.webhookHosts)
  const sender = makeWebhookClient({ guard, ...(deps.webhookTime && { timeout: deps.webhookTime }) })
  // Events may be many: they end before the writes of others would be refused.
  const crowded = () => disk.space().free < 2 * disk.space().reserve
  const origin = ownOrigin(config)
  const deliverer = addDeliveryWorker(background, { db, vault, sender, crowded, origin, now, traces, log })
  const deliver = () => deliverer.wake()
  if (engine) {
    const { events, admin } = engine
    addIntake(background, { db, vault, events, topics: admin.topics, crowded, now }, deliver)
  }
  // Without an inbox as well: topics from before must not stay at RGW.
  if (kind === 'rgw')
    addTopicKeeper(background, { db, access, locks, inbox: inbox?.url ?? null, endpoint, region, now, log })
  if (inbox) {
    const server = makeServer(null, makeInbox({ db, region, crowded, now, log, taken: deliver }))
    await listen(server, inbox.host, inbox.port)
    stack.defer(() => closeServer(server))
  }
  return { guard, deliverer }
}

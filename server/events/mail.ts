import type { FastifyBaseLogger } from 'fastify'
import { eventMailsPerDay } from '../../domain/limits.ts'
import { unsubscribeLink } from '../mail/links.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { bucketEventsMail, topicRefusedMail } from '../mail/texts.ts'
import { takeAttempts } from '../store/attempts.ts'
import { waitingDeliveries } from '../store/deliveries.ts'
import { endWaiting } from '../store/delivery-states.ts'
import { listReceivers } from '../store/notification-addresses.ts'
import { findGroup } from '../store/notification-groups.ts'
import type { Database, Transaction } from '../store/open.ts'
import { holdTopic, type Topic, updateTopic } from '../store/topics.ts'
import { findOwner, ownerLocale } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'

type Deps = {
  db: Database
  vault: Vault
  /** See `ownOrigin`. */
  origin: string | null
  holder: string
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Seconds between two mails of a topic: events in between are in the next mail. */
const pause = 300
/** Maximum number of events that one mail lists, and that it covers. */
const named = 50
const told = 10_000
/** Seconds that the limit of mails counts. */
const day = 86_400
/** Seconds after which such a mail is no longer worth sending. */
const life = day

/**
 * Sends the pending events of a topic to its group's confirmed addresses, in one mail; without any they have failed. Once
 * the account has had its mails of a day, they wait. `now`: unix seconds.
 */
export async function mailEvents(
  { db, vault, origin, holder, log }: Deps,
  topic: Topic,
  now: number,
): Promise<void> {
  const first = await waitingDeliveries(db, topic.id, told)
  if (first.length === 0) return
  const group = topic.groupId === null ? null : await findGroup(db, topic.accountId, topic.groupId)
  const locale = await ownerLocale(db, topic.accountId)
  await db.transaction().execute(async trx => {
    if ((await holdTopic(trx, topic.id, holder)) === null) return
    const receivers = group ? await listReceivers(trx, topic.accountId, group.emails) : []
    const limit = { attempts: eventMailsPerDay, seconds: day }
    const wait =
      receivers.length === 0
        ? null
        : await takeAttempts(trx, `event mails ${topic.accountId}`, limit, receivers.length, now)
    if (wait !== null) {
      log.warn(
        { account: topic.accountId, topic: topic.name, seconds: wait },
        'Mails about events wait: the account has had those of a day.',
      )
      await updateTopic(trx, topic.id, { retry_at: now + wait })
      return
    }
    await endWaiting(trx, topic.id, first, receivers.length > 0 ? 'delivered' : 'failed', now)
    await updateTopic(trx, topic.id, { retry_at: now + pause })
    const events = first.slice(0, named)
    for (const { id, email } of receivers) {
      const unsubscribe = unsubscribeLink(vault, origin, id)
      const more = first.length - events.length
      const content = bucketEventsMail(locale, email, topic.name, events, { more, origin })
      const mail = { ...content, unsubscribe }
      const request = { mail, link: null, receiver: id, topic: topic.id }
      await storeMail({ db: trx, vault }, request, life, now, topic.accountId)
    }
  })
}

/** Tells the account's owner that the topic was paused, as its address wants no more events. */
export async function tellOfRefusal(
  { db, vault }: Pick<Deps, 'vault'> & { db: Transaction },
  topic: Topic,
  now: number,
): Promise<void> {
  const owner = await findOwner(db, topic.accountId)
  if (!owner) return
  const mail = topicRefusedMail(owner.locale ?? 'vi', owner.email, topic.name, new URL(topic.address).origin)
  await storeMail({ db, vault }, { mail, link: null }, noticeLife, now, topic.accountId)
}

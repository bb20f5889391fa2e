import { storeMail } from '../mail/queue.ts'
import { bucketEventsMail } from '../mail/texts.ts'
import type { Vault } from '../secret.ts'
import { endWaiting, waitingDeliveries } from '../store/deliveries.ts'
import { findGroup } from '../store/notification-groups.ts'
import type { Database } from '../store/open.ts'
import { holdTopic, type Topic, updateTopic } from '../store/topics.ts'
import { ownerLocale } from '../store/users.ts'

type Deps = { db: Database; vault: Vault; holder: string }

/** Seconds between two mails of a topic: events in between are in the next mail. */
const pause = 300
/** Maximum number of events that one mail lists, and that it covers. */
const named = 50
const told = 10_000
/** Seconds after which such a mail is no longer worth sending. */
const life = 86_400

/**
 * Sends the pending events of a topic to its group, in one mail; without a group they have failed. `now`: unix seconds.
 */
export async function mailEvents({ db, vault, holder }: Deps, topic: Topic, now: number): Promise<void> {
  const first = await waitingDeliveries(db, topic.id, told)
  if (first.length === 0) return
  const group = topic.groupId === null ? null : await findGroup(db, topic.accountId, topic.groupId)
  const locale = await ownerLocale(db, topic.accountId)
  await db.transaction().execute(async trx => {
    if ((await holdTopic(trx, topic.id, holder)) === null) return
    await endWaiting(trx, topic.id, first, group ? 'delivered' : 'failed', now)
    await updateTopic(trx, topic.id, { retry_at: now + pause })
    const events = first.slice(0, named)
    for (const to of group?.emails ?? []) {
      const mail = bucketEventsMail(locale, to, topic.name, events, first.length - events.length)
      await storeMail({ db: trx, vault }, { mail, link: null }, life, now, topic.accountId)
    }
  })
}

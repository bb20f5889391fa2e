import type { Database } from './open.ts'

/**
 * A mail that this process has claimed; `tries` includes the claim, and distinguishes it from those of other processes.
 */
export type ClaimedMail = { id: string; request: string; tries: number; expiresAt: number }

/** Adds a mail that is due now. `request`: sealed; `eventsOf`: the account whose events it lists; times: unix seconds. */
export async function addMail(
  db: Database,
  mail: { id: string; request: string; now: number; expiresAt: number; eventsOf?: string | undefined },
): Promise<void> {
  const { id, request, now, expiresAt, eventsOf } = mail
  await db
    .insertInto('mails')
    .values({ id, request, due_at: now, tries: 0, expires_at: expiresAt, events_of: eventsOf ?? null })
    .execute()
}

/**
 * The ids of mails that are due, the longest due first; lists of events come last, those of accounts in turns: one account
 * may have thousands of them every five minutes.
 */
export async function dueMails(db: Database, now: number, most: number): Promise<string[]> {
  const due = (account: string | null) =>
    db
      .selectFrom('mails')
      .select(['id', 'due_at'])
      .where('events_of', account === null ? 'is' : '=', account)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .orderBy('id')
      .limit(most)
      .execute()
  const first = await due(null)
  if (first.length === most) return first.map(({ id }) => id)
  // By the index: all mails that wait may be hundreds of thousands.
  const accounts = await db
    .selectFrom('mails')
    .select(({ fn }) => ['events_of', fn.min('due_at').as('since')])
    .where('events_of', 'is not', null)
    .groupBy('events_of')
    .having(({ fn }) => fn.min('due_at'), '<=', now)
    .orderBy('since')
    .limit(most)
    .execute()
  const lists = await Promise.all(accounts.map(({ events_of }) => due(events_of)))
  const turns = lists.flatMap(list =>
    list.map(({ id, due_at }, turn) => ({ id, due_at: Number(due_at), turn })),
  )
  turns.sort((a, b) => a.turn - b.turn || a.due_at - b.due_at || (a.id < b.id ? -1 : 1))
  return [...first, ...turns].slice(0, most).map(({ id }) => id)
}

/** Claims a mail until `until`, in one statement. Null if another process has claimed it. */
export async function claimMail(
  db: Database,
  id: string,
  now: number,
  until: number,
): Promise<ClaimedMail | null> {
  const row = await db
    .updateTable('mails')
    .set(query => ({ due_at: until, tries: query('tries', '+', 1) }))
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .returning(['request', 'tries', 'expires_at'])
    .executeTakeFirst()
  return row ? { id, request: row.request, tries: row.tries, expiresAt: row.expires_at } : null
}

/** Replaces the request of a claimed mail. False if another process has claimed it since. */
export async function replaceRequest(db: Database, claimed: ClaimedMail, request: string): Promise<boolean> {
  const replaced = await db
    .updateTable('mails')
    .set({ request })
    .where('id', '=', claimed.id)
    .where('tries', '=', claimed.tries)
    .executeTakeFirst()
  return replaced.numUpdatedRows === 1n
}

/** Releases a claimed mail, to be retried at `dueAt`. */
export async function delayMail(db: Database, claimed: ClaimedMail, dueAt: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ due_at: dueAt })
    .where('id', '=', claimed.id)
    .where('tries', '=', claimed.tries)
    .execute()
}

/** Removes a claimed mail that was sent or given up. False if another process has claimed it since. */
export async function removeMail(db: Database, claimed: ClaimedMail): Promise<boolean> {
  const removed = await db
    .deleteFrom('mails')
    .where('id', '=', claimed.id)
    .where('tries', '=', claimed.tries)
    .executeTakeFirst()
  return removed.numDeletedRows === 1n
}

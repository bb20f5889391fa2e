import { sql } from 'kysely'
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
  const place = sql<number>`case when events_of is null then 0
    else row_number() over (partition by events_of order by due_at, id) end`
  const rows = await db
    .selectFrom('mails')
    .select(['id', place.as('place')])
    .where('due_at', '<=', now)
    .orderBy('place')
    .orderBy('due_at')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(row => row.id)
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

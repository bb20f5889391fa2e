import type { Database, Transaction } from './open.ts'

type Ticket = { hash: string; userId: string; sessionId: string }

/** Stores a ticket until `expiresAt` (unix seconds) in the place of the session's earlier ones. For a transaction. */
export async function keepTicket(
  db: Transaction,
  { hash, userId, sessionId }: Ticket,
  expiresAt: number,
): Promise<void> {
  await db.deleteFrom('confirmation_tickets').where('session_id', '=', sessionId).execute()
  await db
    .insertInto('confirmation_tickets')
    .values({ hash, user_id: userId, session_id: sessionId, expires_at: expiresAt })
    .execute()
}

/** Whether the ticket is valid. `now`: unix seconds. */
export async function isTicketOf(db: Database, ticket: Ticket, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('confirmation_tickets')
    .select('hash')
    .where('hash', '=', ticket.hash)
    .where('user_id', '=', ticket.userId)
    .where('session_id', '=', ticket.sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a ticket up, in one statement. False if another request did, or it is not valid. `now`: unix seconds. */
export async function takeTicket(db: Transaction, ticket: Ticket, now: number): Promise<boolean> {
  const taken = await db
    .deleteFrom('confirmation_tickets')
    .where('hash', '=', ticket.hash)
    .where('user_id', '=', ticket.userId)
    .where('session_id', '=', ticket.sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows === 1n
}

/** Ends what a user has confirmed in all sessions, and the tickets. */
export async function forgetConfirmations(db: Database, userId: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmed_until: 0 }).where('user_id', '=', userId).execute()
  await db.deleteFrom('confirmation_tickets').where('user_id', '=', userId).execute()
}

export async function pruneTickets(db: Database, now: number): Promise<void> {
  await db.deleteFrom('confirmation_tickets').where('expires_at', '<=', now).execute()
}

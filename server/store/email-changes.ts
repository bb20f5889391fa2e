import { endRows } from './ended-rows.ts'
import { fieldsOf } from './fields.ts'
import type { Database, Transaction } from './open.ts'

/** A change that waits for the link mailed to the new address, `email`. `origin`: where the user requested it. */
export type EmailChange = { hash: string; userId: string; email: string; origin: string; expiresAt: number }

/** A change that the link mailed to the old address, `email`, undoes. Times are unix seconds. */
type EmailUndo = {
  hash: string
  userId: string
  email: string
  changedAt: number
  expiresAt: number
}

/**
 * The user of an address: who signs in with it, or can restore it by undoing a change; null: none. `now`: unix seconds.
 */
export async function emailHolder(
  db: Database,
  email: string,
  now: number,
): Promise<{ id: string; accountId: string } | null> {
  const undos = db
    .selectFrom('email_undos')
    .select('user_id')
    .where('email', '=', email)
    .where('expires_at', '>', now)
  const row = await db
    .selectFrom('users')
    .select(['id', 'account_id'])
    .where(({ eb, or }) => or([eb('email', '=', email), eb('id', 'in', undos)]))
    .executeTakeFirst()
  return row ? fieldsOf(row) : null
}

/**
 * Whether an address must stay free for a user other than `userId`, who may undo a change. Call after the address was
 * written, in the same transaction: before, a concurrent change is not visible.
 */
export async function isReserved(
  db: Transaction,
  email: string,
  userId: string | null,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('email_undos')
    .select('hash')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .$if(userId !== null, query => query.where('user_id', '!=', userId!))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Changes the address that a user signs in with to a confirmed one, and invalidates links mailed to the old address and the user's pending
 * change.
 * False if another user has the address, or may still restore it. For a transaction that locks the user's row; roll it
 * back if this returns false.
 */
export async function setEmail(
  db: Transaction,
  userId: string,
  email: string,
  now: number,
): Promise<boolean> {
  try {
    await db.updateTable('users').set({ email, email_confirmed: 1 }).where('id', '=', userId).execute()
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
  if (await isReserved(db, email, userId, now)) return false
  await endRows(db, userId, 'email')
  return true
}

/** Whether a unique constraint refused a row. Source: PostgreSQL, "PostgreSQL Error Codes"; SQLite, "Result Codes". */
function isTaken(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23505' || errcode === 2067
}

/** Stores a change, replacing an earlier one of the user. */
export async function keepEmailChange(db: Transaction, change: EmailChange): Promise<void> {
  const { hash, userId, email, origin, expiresAt } = change
  await db.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await db
    .insertInto('email_changes')
    .values({ hash, user_id: userId, email, origin, expires_at: expiresAt })
    .execute()
}

/** Null if the link is unknown, used, replaced or expired. */
export async function findEmailChange(db: Database, hash: string, now: number): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('email_changes')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? fieldsOf(row) : null
}

/** For a transaction that locks the user's row. */
export async function keepEmailUndo(db: Transaction, undo: EmailUndo): Promise<void> {
  const { hash, userId, email, changedAt, expiresAt } = undo
  const last = await db
    .selectFrom('email_undos')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const position = Number(last?.position ?? 0) + 1
  await db
    .insertInto('email_undos')
    .values({ hash, user_id: userId, email, changed_at: changedAt, expires_at: expiresAt, position })
    .execute()
}

/** Null if the link is unknown, used or expired, or an earlier change was undone. */
export async function findEmailUndo(db: Database, hash: string, now: number): Promise<EmailUndo | null> {
  const row = await db
    .selectFrom('email_undos')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ? fieldsOf(row) : null
}

/** Uses up a link with those of the user's later changes. For a transaction that locks the user's row. */
export async function spendEmailUndo(db: Transaction, { hash, userId }: EmailUndo): Promise<void> {
  const own = db.selectFrom('email_undos').select('position').where('hash', '=', hash)
  await db
    .deleteFrom('email_undos')
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('hash', '=', hash), eb('position', '>', own)]))
    .execute()
}

export async function dropEmailUndos(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('email_undos').where('user_id', '=', userId).execute()
}

export async function pruneEmailChanges(db: Database, now: number): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now).execute()
  await db.deleteFrom('email_undos').where('expires_at', '<=', now).execute()
}

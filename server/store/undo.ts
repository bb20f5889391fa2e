import { escaped, type JobScope } from './jobs.ts'
import type { Database, Transaction } from './open.ts'
import type { Tables } from './schema.ts'

export type UndoAct = Tables['undo_acts']['act']

/** What an act left at a key. `etag`: without quotes; empty: it was changed before it could be noted. `modified`: unix seconds. */
export type Left = { etag: string; modified: number }

/**
 * What an act did to the object `key`. A move or copy: `to` is where it is now. A deletion: `marker` is the version id of
 * its delete marker; null: not known, as the process ended before it was stored, and `left` is what the marker covers.
 * `again`: the key was deleted twice for that reason.
 */
export type UndoEntry = {
  key: string
  to?: string
  left?: Left
  marker?: string | null
  again?: true
}

/** An act as journalled. `targetBucket`: of a move or copy. */
export type JournalledAct = {
  id: string
  accountId: string
  userId: string
  act: UndoAct
  bucket: string
  targetBucket: string | null
}

/** Entries of an act; with more it cannot be undone. */
export const maxEntries = 100_000

/** Acts kept per account; older ones can no longer be undone. */
const actsKept = 100

/** Stands for `entries` of an act that has too many. */
const tooMany = -1

/** Adds to the journal of an act, and begins it. An entry of the same key is replaced. `now`: unix seconds. */
export async function addUndoEntries(
  trx: Transaction,
  { id, accountId, userId, act, bucket, targetBucket }: JournalledAct,
  entries: readonly UndoEntry[],
  now: number,
): Promise<void> {
  if (entries.length === 0) return
  const stored = await trx.selectFrom('undo_acts').select('entries').where('id', '=', id).executeTakeFirst()
  if (stored?.entries === tooMany) return
  if (!stored) {
    await trx
      .insertInto('undo_acts')
      .values({
        ...{ id, account_id: accountId, user_id: userId, act, bucket },
        ...{ target_bucket: targetBucket, created_at: now },
      })
      .execute()
    await dropOldActs(trx, accountId)
  }
  // SQLite and PostgreSQL limit the values of one statement.
  for (let at = 0; at < entries.length; at += 100) {
    await trx
      .insertInto('undo_entries')
      .values(
        entries
          .slice(at, at + 100)
          .map(entry => ({ act_id: id, key: escaped(entry.key), entry: JSON.stringify(entry) })),
      )
      .onConflict(conflict =>
        conflict.columns(['act_id', 'key']).doUpdateSet(({ ref }) => ({ entry: ref('excluded.entry') })),
      )
      .execute()
  }
  await countEntries(trx, id)
}

async function countEntries(trx: Transaction, id: string): Promise<void> {
  const { count } = await trx
    .selectFrom('undo_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('act_id', '=', id)
    .executeTakeFirstOrThrow()
  const entries = Number(count) > maxEntries ? tooMany : Number(count)
  if (entries === tooMany) await trx.deleteFrom('undo_entries').where('act_id', '=', id).execute()
  await trx.updateTable('undo_acts').set({ entries }).where('id', '=', id).execute()
}

async function dropOldActs(trx: Transaction, accountId: string): Promise<void> {
  await trx
    .deleteFrom('undo_acts')
    .where('account_id', '=', accountId)
    .where('id', 'not in', query =>
      query
        .selectFrom('undo_acts')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(actsKept),
    )
    .execute()
}

/** Takes what was undone, or did not happen, out of the journal of an act. */
export async function dropUndoEntries(trx: Transaction, id: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  for (let at = 0; at < keys.length; at += 100)
    await trx
      .deleteFrom('undo_entries')
      .where('act_id', '=', id)
      .where('key', 'in', keys.slice(at, at + 100).map(escaped))
      .execute()
  await countEntries(trx, id)
}

/** Up to `most` entries of an act after the key `after`, and the key to read on from; null: these were the last. */
export async function readUndoEntries(
  db: Database,
  id: string,
  after: string | null,
  most: number,
): Promise<{ entries: UndoEntry[]; next: string | null }> {
  const rows = await db
    .selectFrom('undo_entries')
    .select(['key', 'entry'])
    .where('act_id', '=', id)
    .$if(after !== null, query => query.where('key', '>', after!))
    .orderBy('key')
    .limit(most + 1)
    .execute()
  const page = rows.slice(0, most)
  return {
    entries: page.map(({ entry }) => JSON.parse(entry) as UndoEntry),
    next: rows.length > most ? page.at(-1)!.key : null,
  }
}

/** The entries of an act for these keys, as far as it has them. */
export async function entriesOf(
  db: Database,
  id: string,
  keys: readonly string[],
): Promise<Map<string, UndoEntry>> {
  const found = new Map<string, UndoEntry>()
  for (let at = 0; at < keys.length; at += 100) {
    const rows = await db
      .selectFrom('undo_entries')
      .select('entry')
      .where('act_id', '=', id)
      .where('key', 'in', keys.slice(at, at + 100).map(escaped))
      .execute()
    for (const { entry } of rows) {
      const stored = JSON.parse(entry) as UndoEntry
      found.set(stored.key, stored)
    }
  }
  return found
}

/** An act that has something to undo, and is not being undone; null: none. `entries`: how many. */
export async function findUndoAct(
  db: Database,
  { accountId, userId }: JobScope,
  id: string,
): Promise<(JournalledAct & { entries: number }) | null> {
  const row = await db
    .selectFrom('undo_acts')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('entries', '>', 0)
    .where('undone_by', 'is', null)
    .$if(userId !== null, query => query.where('user_id', '=', userId!))
    .executeTakeFirst()
  if (!row) return null
  const { act, bucket, entries } = row
  return {
    ...{ id, act, bucket, entries },
    ...{ accountId: row.account_id, userId: row.user_id, targetBucket: row.target_bucket },
  }
}

/** Notes the job that undoes an act: it is then no longer offered. */
export async function noteUndoneBy(db: Database, id: string, job: string): Promise<void> {
  await db.updateTable('undo_acts').set({ undone_by: job }).where('id', '=', id).execute()
}

export async function pruneUndo(db: Database, before: number): Promise<void> {
  await db.deleteFrom('undo_acts').where('created_at', '<=', before).execute()
}

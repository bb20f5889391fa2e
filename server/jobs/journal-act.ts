import { randomUUID } from 'node:crypto'
import type { By } from '../audit/actor.ts'
import type { Database } from '../store/open.ts'
import { addUndoEntries } from '../store/undo.ts'
import type { Journal } from './kind.ts'

/** Journals what a request did at once; null: nothing of it can be undone. */
export async function journalAct(
  db: Database,
  by: By,
  { entries, ...what }: Journal,
): Promise<string | null> {
  if (entries.length === 0) return null
  const { accountId, id: userId } = by.user
  const act = { id: randomUUID(), accountId, userId, ...what }
  await db.transaction().execute(trx => addUndoEntries(trx, act, entries, Math.floor(by.now / 1000)))
  return act.id
}

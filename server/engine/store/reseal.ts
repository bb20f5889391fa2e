import type { Accounts } from './accounts.ts'
import type { Commits } from './commits.ts'
import type { DataKeys } from './data-keys.ts'
import type { Database } from './database.ts'

/** Numbers of values. `unreadable`: those that neither secret opens, which stay as they are. */
export type Resealed = { keys: number; dataKeys: number; unreadable: number }

/** Rows read in one transaction. */
const BATCH = 500

type Row = { a: string | number; b: number; sealed: Uint8Array }
type Source = { first: [string | number, number]; rows: string; write: string }

/**
 * The columns sealed under the engine's secret, by primary key. Parts come before segments, into which a completed upload
 * copies them.
 */
const ACCESS_KEYS: Source = {
  first: ['', 0],
  rows: 'SELECT access_key AS a, 0 AS b, secret AS sealed FROM access_key WHERE access_key > ?1 AND ?2 = 0 ORDER BY access_key LIMIT ?3',
  write: 'UPDATE access_key SET secret = ?3 WHERE access_key = ?1 AND ?2 = 0',
}
const DATA_KEYS: Source[] = [
  {
    first: ['', 0],
    rows: 'SELECT upload AS a, number AS b, data_key AS sealed FROM part WHERE (upload, number) > (?1, ?2) ORDER BY upload, number LIMIT ?3',
    write: 'UPDATE part SET data_key = ?3 WHERE upload = ?1 AND number = ?2',
  },
  {
    first: [0, 0],
    rows: 'SELECT content AS a, number AS b, data_key AS sealed FROM segment WHERE (content, number) > (?1, ?2) ORDER BY content, number LIMIT ?3',
    write: 'UPDATE segment SET data_key = ?3 WHERE content = ?1 AND number = ?2',
  },
  {
    first: [0, 0],
    rows: 'SELECT id AS a, 0 AS b, data_key AS sealed FROM content WHERE id > ?1 AND ?2 = 0 ORDER BY id LIMIT ?3',
    write: 'UPDATE content SET data_key = ?3 WHERE id = ?1 AND ?2 = 0',
  },
]

/**
 * Seals access keys and wraps data keys with the secret that are still under the earlier one, while requests are served;
 * no body is read. What is done stays done if it is cut off. Resolves with null once `signal` is aborted.
 */
export const reseal = async (
  {
    db,
    commits,
    accounts,
    dataKeys,
  }: { db: Database; commits: Commits; accounts: Accounts; dataKeys: DataKeys },
  signal: AbortSignal,
): Promise<Resealed | null> => {
  const done: Resealed = { keys: 0, dataKeys: 0, unreadable: 0 }

  const visit = async (
    { first, rows, write }: Source,
    name: 'keys' | 'dataKeys',
    renew: (row: Row) => Uint8Array | null,
  ): Promise<boolean> => {
    let after = first
    for (;;) {
      if (signal.aborted) return false
      const last = await commits.run(() => {
        const found = db.all<Omit<Row, 'sealed'> & { sealed: Uint8Array | null }>(rows, ...after, BATCH)
        for (const { a, b, sealed } of found) {
          if (sealed === null) continue
          let renewed: Uint8Array | null
          try {
            renewed = renew({ a, b, sealed })
          } catch {
            done.unreadable++
            continue
          }
          if (renewed) done[name] += db.run(write, a, b, renewed)
        }
        return found.length < BATCH ? undefined : found.at(-1)
      })
      if (!last) return true
      after = [last.a, last.b]
    }
  }

  if (!(await visit(ACCESS_KEYS, 'keys', row => accounts.reseal(String(row.a), row.sealed)))) return null
  for (const source of DATA_KEYS)
    if (!(await visit(source, 'dataKeys', row => dataKeys.rewrap(row.sealed)))) return null
  await dataKeys.noteSecret()
  return done
}

import { randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { folded } from '../../domain/folded.ts'
import type { AuditAction } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** What was done, by whom, to what, from where. Never with a secret in it. */
export type AuditRecord = {
  /** The account that it belongs to, or null (an unknown user's failed sign-in). */
  account: { id: string; name: string } | null
  /** An e-mail address; empty for the server itself. */
  user: string
  action: AuditAction
  target?: string
  detail?: string
  address: string
  device: string
}

/** Adds a record; `now` in ms. Give a transaction as `db` where the act itself is written in one. */
export async function addAudit(db: Database, record: AuditRecord, now: number): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(now),
      at: Math.floor(now / 1000),
      account_id: record.account?.id ?? null,
      account: record.account?.name ?? '',
      user: clean(record.user, 254),
      action: record.action,
      target: clean(record.target ?? '', 1024),
      detail: clean(record.detail ?? '', 1024),
      address: record.address,
      device: record.device,
    })
    .execute()
}

let last = { at: 0, count: 0 }

/** Sorts by time, within a millisecond by what this process recorded first. */
function newId(now: number): string {
  last = { at: now, count: last.at === now ? (last.count + 1) % 65536 : 0 }
  const count = last.count.toString(16).padStart(4, '0')
  return idTime(now) + count + randomBytes(6).toString('hex')
}

/** PostgreSQL keeps no NUL in texts. */
function clean(text: string, length: number): string {
  return text.slice(0, length).replaceAll('\0', '\u{fffd}')
}

export type AuditEntry = {
  id: string
  /** Unix seconds. */
  at: number
  account: string
  user: string
  action: AuditAction
  target: string
  detail: string
  address: string
  device: string
}

export type AuditFilter = {
  /** Only this account's; null: of all accounts, and those that belong to none. */
  accountId: string | null
  action?: AuditAction | undefined
  /** Part of who or of what it was done to, in any case. */
  search?: string | undefined
  /** Unix seconds, included. */
  from?: number | undefined
  /** Unix seconds, excluded. */
  to?: number | undefined
}

/** Whether `text` can be the id of a record. */
export function isAuditId(text: string): boolean {
  return /^[\da-f]{28}$/.test(text)
}

const batch = 1000

/**
 * The records that the filter lets through, the newest first, those older than the record `after` where it is given.
 * Reads them by their ids, a thousand at a time, and filters here: the database never looks through the whole table
 * in one statement, other requests go on in between, and letters are compared alike in SQLite and PostgreSQL.
 */
export async function* readAudit(
  db: Database,
  filter: AuditFilter,
  after: string | null,
): AsyncGenerator<AuditEntry> {
  const { accountId, action, from, to } = filter
  const search = folded(filter.search ?? '')
  let before = after
  for (;;) {
    let query = db
      .selectFrom('audit')
      .select(['id', 'at', 'account', 'user', 'action', 'target', 'detail', 'address', 'device'])
      .orderBy('id', 'desc')
      .limit(batch)
    if (accountId !== null) query = query.where('account_id', '=', accountId)
    if (before !== null) query = query.where('id', '<', before)
    if (from !== undefined) query = query.where('id', '>=', firstId(from))
    if (to !== undefined) query = query.where('id', '<', firstId(to))
    const rows: AuditEntry[] = await query.execute()
    for (const row of rows) {
      if (action !== undefined && row.action !== action) continue
      if (search !== '' && !folded(row.user).includes(search) && !folded(row.target).includes(search))
        continue
      yield row
    }
    if (rows.length < batch) return
    before = rows.at(-1)!.id
    await breathe()
  }
}

/** What the ids of records from this second on begin with, and are not before. */
function firstId(seconds: number): string {
  return idTime(seconds * 1000)
}

function idTime(ms: number): string {
  return ms.toString(16).padStart(12, '0')
}

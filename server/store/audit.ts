import { randomBytes } from 'node:crypto'
import { logText } from '../../domain/audit-text.ts'
import { folded } from '../../domain/folded.ts'
import type { AuditAction, AuditDetail, AuditEntry, DetailActions } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

/** The detail that a record of the action may have. */
export type DetailOf<Action extends AuditAction> = {
  [Kind in keyof DetailActions]: Action extends DetailActions[Kind]
    ? Extract<AuditDetail, { kind: Kind }>
    : never
}[keyof DetailActions]

export type AuditedWhat<Action extends AuditAction> = {
  target?: string
  detail?: DetailOf<Action> | undefined
}

/** What was done, by whom, to what, from where. Must not contain secrets. */
export type AuditRecord<Action extends AuditAction> = AuditedWhat<Action> & {
  /** Null for an unknown user's failed sign-in. */
  account: { id: string; name: string } | null
  /** An e-mail address; empty for the server itself. */
  user: string
  action: Action
  address: string
  device: string
}

/** Adds a record; `now` in ms. Pass the transaction of the act as `db`, if it has one. */
export async function addAudit<Action extends AuditAction>(
  db: Database,
  record: AuditRecord<Action>,
  now: number,
): Promise<void> {
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
      detail: '',
      data: record.detail ? stored(record.detail) : null,
      address: record.address,
      device: record.device,
    })
    .execute()
}

let last = { at: 0, count: 0 }

/** Sorts by time; within a millisecond, in the order of this process's records. */
function newId(now: number): string {
  last = { at: now, count: last.at === now ? (last.count + 1) % 65536 : 0 }
  const count = last.count.toString(16).padStart(4, '0')
  return idTime(now) + count + randomBytes(6).toString('hex')
}

/** PostgreSQL rejects NUL in text. */
function clean(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().replaceAll('\0', '\u{fffd}')
}

/** Long texts are cut, and long lists end early. */
function stored(detail: AuditDetail): string {
  return JSON.stringify(detail, (_, value: unknown) => {
    if (typeof value === 'string') return clean(value, 1024)
    return Array.isArray(value) ? beginning(value) : value
  })
}

/** The first items of a list, about 1,024 characters as JSON. */
function beginning(list: unknown[]): unknown[] {
  let room = 1024
  return list.filter(each => {
    const fits = room > 0
    if (fits) room -= JSON.stringify(each).length
    return fits
  })
}

export type AuditFilter = {
  /** Only this account's; null: all records, including those without an account. */
  accountId: string | null
  action?: AuditAction | undefined
  /** The exact target. */
  target?: string | undefined
  /** The exact user. */
  user?: string | undefined
  /** Part of the user, the target or the detail, ignoring case. */
  search?: string | undefined
  /** Unix seconds, included. */
  from?: number | undefined
  /** Unix seconds, excluded. */
  to?: number | undefined
}

export function isAuditId(text: string): boolean {
  return /^[\da-f]{28}$/.test(text)
}

const batch = 1000

/**
 * The records that match the filter, newest first; `after`: only those older than this record. Indexes answer
 * everything but the search, which reads a thousand records at a time and compares here, so that no statement scans the
 * whole table, other requests run in between, and letters compare the same in SQLite and PostgreSQL. Ends early once
 * `signal` is aborted.
 * `atOnce`: how many records the reader wants, at most a thousand.
 */
export async function* readAudit(
  db: Database,
  filter: AuditFilter,
  {
    after = null,
    atOnce = batch,
    signal,
  }: { after?: string | null; atOnce?: number; signal?: AbortSignal } = {},
): AsyncGenerator<AuditEntry> {
  const { accountId, action, target, user, from, to } = filter
  const search = folded(filter.search ?? '')
  const limit = search === '' ? Math.min(atOnce, batch) : batch
  let before = after
  while (!signal?.aborted) {
    let query = db
      .selectFrom('audit')
      .select(['id', 'at', 'account', 'user', 'action', 'target', 'detail', 'data', 'address', 'device'])
      .orderBy('id', 'desc')
      .limit(limit)
    if (accountId !== null) query = query.where('account_id', '=', accountId)
    if (action !== undefined) query = query.where('action', '=', action)
    if (target !== undefined) query = query.where('target', '=', target)
    if (user !== undefined) query = query.where('user', '=', user)
    if (before !== null) query = query.where('id', '<', before)
    if (from !== undefined) query = query.where('id', '>=', firstId(from))
    if (to !== undefined) query = query.where('id', '<', firstId(to))
    const rows = await query.execute()
    for (const { data, ...row } of rows) {
      const detail: AuditEntry['detail'] = data === null ? row.detail : JSON.parse(data)
      const found = (text: string) => folded(text).includes(search)
      if (search === '' || [row.user, row.target, logText(detail)].some(found)) yield { ...row, detail }
    }
    if (rows.length < limit) return
    before = rows.at(-1)!.id
  }
}

/**
 * Deletes up to a thousand of the records older than `until` (unix seconds), the oldest first. Returns whether there
 * are more.
 */
export async function pruneAudit(db: Database, until: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('audit')
    .where('id', 'in', query =>
      query.selectFrom('audit').select('id').where('id', '<', firstId(until)).orderBy('id').limit(batch),
    )
    .executeTakeFirst()
  return numDeletedRows === BigInt(batch)
}

/** A lower bound for the ids of records from this second on. */
function firstId(seconds: number): string {
  return idTime(seconds * 1000)
}

function idTime(ms: number): string {
  return ms.toString(16).padStart(12, '0')
}

import { randomBytes } from 'node:crypto'
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
      id: now.toString(16).padStart(12, '0') + randomBytes(8).toString('hex'),
      at: Math.floor(now / 1000),
      account_id: record.account?.id ?? null,
      account: record.account?.name ?? '',
      user: record.user.slice(0, 254),
      action: record.action,
      target: (record.target ?? '').slice(0, 1024),
      detail: (record.detail ?? '').slice(0, 1024),
      address: record.address,
      device: record.device,
    })
    .execute()
}

import { randomUUID } from 'node:crypto'
import type { AlertKind } from '../../domain/alerts.ts'
import type { Database } from './open.ts'

/** An alert that was sent to these addresses; none if no group subscribed to it. Bytes; times in unix seconds. */
export type Alert = {
  kind: AlertKind
  threshold: number
  at: number
  used: number | null
  total: number | null
  expireDate: number | null
  emails: string[]
}

/** An account with the thresholds that were last seen; 0: none. */
export type AlertedAccount = {
  id: string
  name: string
  storageUid: string
  expireDate: number
  thresholds: Record<AlertKind, number>
}

const columns = { quota: 'quota_alert', expiry: 'expiry_alert' } as const

/** Accounts in use that were not checked since `since` (unix seconds), by id, after `after`; at most 100. */
export async function accountsToCheck(db: Database, since: number, after: string): Promise<AlertedAccount[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'storage_uid', 'expire_date', 'quota_alert', 'expiry_alert'])
    .where('alerts_checked_at', '<=', since)
    .where('suspended', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(row => ({
    ...{ id: row.id, name: row.name, storageUid: row.storage_uid, expireDate: row.expire_date },
    thresholds: { quota: row.quota_alert, expiry: row.expiry_alert },
  }))
}

/** Claims the check of an account, in one statement. False if another process did. */
export async function claimCheck(
  db: Database,
  id: string,
  { since, now }: { since: number; now: number },
): Promise<boolean> {
  const claimed = await db
    .updateTable('accounts')
    .set({ alerts_checked_at: now })
    .where('id', '=', id)
    .where('alerts_checked_at', '<=', since)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** Records the threshold that an account has reached. False if it is no longer `before`. */
export async function setThreshold(
  db: Database,
  id: string,
  kind: AlertKind,
  { before, threshold }: { before: number; threshold: number },
): Promise<boolean> {
  const changed = await db
    .updateTable('accounts')
    .set({ [columns[kind]]: threshold })
    .where('id', '=', id)
    .where(columns[kind], '=', before)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

export async function addAlert(db: Database, accountId: string, alert: Alert): Promise<void> {
  const { expireDate, emails, ...rest } = alert
  await db
    .insertInto('alerts')
    .values({
      ...rest,
      id: randomUUID(),
      account_id: accountId,
      expire_date: expireDate,
      emails: JSON.stringify(emails),
    })
    .execute()
}

/** The account's last alerts, the newest first; at most `most`. */
export async function listAlerts(db: Database, accountId: string, most: number): Promise<Alert[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id: _, account_id: __, expire_date, emails, ...rest }) => ({
    ...rest,
    expireDate: expire_date,
    emails: JSON.parse(emails) as string[],
  }))
}

/** Deletes alerts older than `oldest` (unix seconds). */
export async function pruneAlerts(db: Database, oldest: number): Promise<void> {
  await db.deleteFrom('alerts').where('at', '<', oldest).execute()
}

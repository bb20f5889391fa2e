import { randomUUID } from 'node:crypto'
import type { AlertKind } from '../../domain/alerts.ts'
import { lockAccount } from './accounts.ts'
import type { Database, Transaction } from './open.ts'

/** `alerts`: the alerts that the group receives. */
export type Group = { id: string; name: string; emails: string[]; alerts: AlertKind[] }

type Row = { id: string; name: string; emails: string; alerts: string }

function groupOf({ id, name, emails, alerts }: Row): Group {
  return { id, name, emails: JSON.parse(emails) as string[], alerts: JSON.parse(alerts) as AlertKind[] }
}

export async function listGroups(db: Database, accountId: string): Promise<Group[]> {
  const rows = await db
    .selectFrom('notification_groups')
    .select(['id', 'name', 'emails', 'alerts'])
    .where('account_id', '=', accountId)
    .execute()
  return rows.map(groupOf)
}

export async function findGroup(db: Database, accountId: string, id: string): Promise<Group | null> {
  const row = await db
    .selectFrom('notification_groups')
    .select(['id', 'name', 'emails', 'alerts'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ? groupOf(row) : null
}

/**
 * Adds a group to the account, which may have `limit`. `full` if it has them already, `taken` if another one has the
 * name. `db`: a transaction. `now`: unix seconds.
 */
export async function addGroup(
  db: Transaction,
  accountId: string,
  group: Omit<Group, 'id'>,
  { limit, now }: { limit: number; now: number },
): Promise<Group | 'full' | 'taken'> {
  await lockAccount(db, accountId)
  const { count } = await db
    .selectFrom('notification_groups')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= limit) return 'full'
  const id = randomUUID()
  if (await hasName(db, accountId, group.name)) return 'taken'
  await db
    .insertInto('notification_groups')
    .values({
      id,
      account_id: accountId,
      name: group.name,
      emails: JSON.stringify(group.emails),
      alerts: JSON.stringify(group.alerts),
      created_at: now,
    })
    .execute()
  return { id, ...group }
}

/**
 * Changes a group of the account; `alerts`: undefined: unchanged. `taken` if another one has the name; null if the
 * account has no such group.
 * `db`: a transaction.
 */
export async function changeGroup(
  db: Transaction,
  accountId: string,
  change: Omit<Group, 'alerts'> & { alerts: AlertKind[] | undefined },
): Promise<{ before: Group; after: Group } | 'taken' | null> {
  await lockAccount(db, accountId)
  const before = await findGroup(db, accountId, change.id)
  if (!before) return null
  const group = { ...change, alerts: change.alerts ?? before.alerts }
  if (await hasName(db, accountId, group.name, group.id)) return 'taken'
  await db
    .updateTable('notification_groups')
    .set({
      name: group.name,
      emails: JSON.stringify(group.emails),
      alerts: JSON.stringify(group.alerts),
    })
    .where('id', '=', group.id)
    .execute()
  return { before, after: group }
}

/** Deletes a group of the account and returns its name; null if the account has no such group. */
export async function deleteGroup(db: Database, accountId: string, id: string): Promise<string | null> {
  const gone = await db
    .deleteFrom('notification_groups')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  return gone?.name ?? null
}

async function hasName(db: Database, accountId: string, name: string, except = ''): Promise<boolean> {
  const found = await db
    .selectFrom('notification_groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('id', '!=', except)
    .executeTakeFirst()
  return found !== undefined
}

import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type Before = {
  notification_groups: { id: string; account_id: string; emails: string }
  topics: { group_id: string | null; delivered: number }
  alerts: { account_id: string; emails: string }
  users: { account_id: string; email: string; is_sub_user: number; email_confirmed: number }
  notification_addresses: { id: string; account_id: string; email: string; state: string }
}

/**
 * Whether the addresses of notification groups were confirmed. Those of before are confirmed if somebody of the account
 * signs in with them, and kept if they were mailed before; see docs/decisions.md.
 */
export const notificationAddresses: Migration = {
  async up(db: Kysely<Before>) {
    await db.schema
      .alterTable('users')
      .addColumn('email_confirmed', 'integer', column => column.notNull().defaultTo(sql.raw('0')))
      .execute()
    await db.updateTable('users').set({ email_confirmed: 1 }).where('is_sub_user', '=', 0).execute()
    await db.schema
      .createTable('notification_addresses')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column =>
        column.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('link_hash', 'text')
      .addColumn('link_expires_at', 'bigint', column => column.notNull().defaultTo(sql.raw('0')))
      .addUniqueConstraint('notification_addresses_email', ['account_id', 'email'])
      .addUniqueConstraint('notification_addresses_link', ['link_hash'])
      .execute()
    await addExisting(db)
  },
}

async function addExisting(db: Kysely<Before>): Promise<void> {
  const groups = await db.selectFrom('notification_groups').select(['id', 'account_id', 'emails']).execute()
  const mailing = await db
    .selectFrom('topics')
    .select('group_id')
    .where('group_id', 'is not', null)
    .where('delivered', '>', 0)
    .execute()
  const mailed = new Set(mailing.map(({ group_id }) => group_id))
  for (const [account, own] of Map.groupBy(groups, group => group.account_id)) {
    const emailsOf = (rows: readonly { emails: string }[]) =>
      new Set(rows.flatMap(({ emails }) => JSON.parse(emails) as string[]))
    const users = await db.selectFrom('users').select('email').where('account_id', '=', account).execute()
    const alerts = await db.selectFrom('alerts').select('emails').where('account_id', '=', account).execute()
    const signIn = new Set(users.map(({ email }) => email))
    const kept = emailsOf([...alerts, ...own.filter(({ id }) => mailed.has(id))])
    for (const email of emailsOf(own)) {
      const state = signIn.has(email) ? 'confirmed' : kept.has(email) ? 'kept' : 'pending'
      const row = { id: randomUUID(), account_id: account, email, state }
      await db.insertInto('notification_addresses').values(row).execute()
    }
  }
}

import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { namedAccount, namedUser } from '../name-order.ts'
import type { Tables } from '../schema.ts'

/** What the lists of customers and sub-users are sorted by and searched in, and their indexes. */
export const peopleLists: Migration = {
  async up(db: Kysely<Tables>) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
    // Compared byte by byte in both databases.
    const text = isSqlite ? 'text' : 'text collate "C"'
    for (const column of ['accounts add column sort_name', 'users add column sort_name'])
      await sql.raw(`alter table ${column} ${text} not null default ''`).execute(db)
    for (const column of ['accounts add column search_text', 'users add column search_name'])
      await sql.raw(`alter table ${column} text not null default ''`).execute(db)
    const accounts = await db.selectFrom('accounts').select(['id', 'name', 'contract_code']).execute()
    for (const { id, name, contract_code } of accounts)
      await db.updateTable('accounts').set(namedAccount(name, contract_code)).where('id', '=', id).execute()
    const users = await db.selectFrom('users').select(['id', 'name']).execute()
    for (const { id, name } of users)
      await db.updateTable('users').set(namedUser(name)).where('id', '=', id).execute()
    for (const index of [
      'accounts_name on accounts (sort_name, id)',
      'users_name on users (account_id, sort_name, id)',
      'users_owner on users (account_id) where is_admin = 1',
    ])
      await sql.raw(`create index ${index}`).execute(db)
  },
}

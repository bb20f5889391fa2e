import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = `
create table undo_acts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  user_id text not null,
  act text not null,
  bucket text not null,
  target_bucket text,
  entries integer not null default 0,
  undone_by text,
  created_at bigint not null
);
create index undo_acts_account on undo_acts (account_id, created_at);

create table undo_entries (
  act_id text not null references undo_acts (id) on delete cascade,
  key text not null,
  entry text not null,
  constraint undo_entries_key primary key (act_id, key)
)
`

/** The journal of acts on files, from which they are undone. */
export const undo: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
  },
}

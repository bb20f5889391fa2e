import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  aaguid text not null,
  name text not null,
  backed_up integer not null,
  created_at bigint not null,
  last_used_at bigint
)`,
  'create index passkeys_user on passkeys (user_id)',
  `create table used_passkey_challenges (
  hash text primary key,
  expires_at bigint not null
)`,
  `create table confirmation_tickets (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  session_id text not null references sessions (id) on delete cascade,
  expires_at bigint not null
)`,
  'create index confirmation_tickets_user on confirmation_tickets (user_id)',
  'create index confirmation_tickets_session on confirmation_tickets (session_id)',
]

/** Passkeys, and what confirms a user in the place of PIN and code. */
export const passkeys: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

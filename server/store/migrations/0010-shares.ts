import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = `
create table shares (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  token_hash text not null unique,
  bucket text not null,
  path text not null,
  version_id text,
  mode text not null,
  expire_date bigint not null,
  password_hash text,
  download_limit integer,
  note text not null,
  language text,
  pause text,
  created_at bigint not null,
  views integer not null default 0,
  downloads integer not null default 0,
  last_at bigint,
  last_from text not null default '',
  audited integer not null default 0,
  audited_at bigint not null default 0
);
create index shares_account on shares (account_id, created_at);
create index shares_user on shares (user_id);

create table share_downloads (
  share_id text not null references shares (id) on delete cascade,
  guest text not null,
  etag text not null,
  bytes_left bigint not null,
  expires_at bigint not null,
  primary key (share_id, guest, etag)
);
create index share_downloads_expiry on share_downloads (expires_at)
`

export const shares: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
  },
}

import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = `
create table sso_requests (
  state_hash text primary key,
  secret_hash text not null,
  provider text not null,
  return_to text not null,
  expires_at bigint not null
);
create index sso_requests_expiry on sso_requests (expires_at);

create table sso_identities (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  ended_from bigint,
  constraint sso_identities_subject unique (issuer, subject),
  constraint sso_identities_user unique (user_id, issuer)
);

create table sso_links (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  provider text not null,
  terms text not null,
  expires_at bigint not null
);
create index sso_links_user on sso_links (user_id);

alter table sign_in_challenges add column sso text;

alter table sessions add column sso_identity text;

alter table sessions add column second_factor integer not null default 0;

create index sessions_sso on sessions (sso_identity)
`

export const sso: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
  },
}

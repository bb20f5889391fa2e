import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = `
create table sso_grants (
  id text primary key,
  issuer text not null,
  subject text not null,
  provider text not null,
  refresh_token text not null,
  checked_at bigint not null,
  constraint sso_grants_subject unique (issuer, subject)
);
create index sso_grants_due on sso_grants (provider, checked_at);

create table used_logout_tokens (
  hash text primary key,
  expires_at bigint not null
);

alter table sessions add column sso_provider text;

alter table sessions add column sso_sid text;

alter table sso_links add column sid text
`

/** What ends a sign-in at a provider: its refusal, or its word that the person has signed out there. */
export const ssoEnds: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
  },
}

import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Of traffic by day and by month alike. */
const traffic = `read_good bigint not null,
  read_client_error bigint,
  read_server_error bigint,
  write_good bigint not null,
  write_client_error bigint,
  write_server_error bigint,
  list_good bigint not null,
  list_client_error bigint,
  list_server_error bigint,
  delete_good bigint not null,
  delete_client_error bigint,
  delete_server_error bigint,
  other_good bigint not null,
  other_client_error bigint,
  other_server_error bigint,
  refused bigint not null,
  received bigint not null,
  sent bigint not null,
  console_good bigint,
  console_client_error bigint,
  console_server_error bigint`

/** The tables of version 0.1.0. `without rowid` is for SQLite alone. */
const tables = `
create table settings (
  name text primary key,
  value text not null
);

create table accounts (
  id text primary key,
  name text not null,
  storage_uid text not null unique,
  expire_date bigint not null,
  created_at bigint not null,
  contract_code text not null default '',
  site text not null default '',
  quota bigint,
  enable_bucket_notification integer not null default 0,
  suspended integer not null default 0,
  expired integer not null default 0,
  sampled_day integer not null default 0,
  traffic_day integer not null default 0,
  full_since bigint,
  quota_alert bigint not null default 0,
  expiry_alert bigint not null default 0,
  alerts_checked_at bigint not null default 0,
  sampled_bytes bigint not null default 0,
  sampled_objects bigint not null default 0,
  job_turn_at bigint not null default 0
);
create index accounts_expiry on accounts (expire_date);

create table users (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  email text not null unique,
  name text not null,
  password_hash text not null,
  pin_hash text,
  is_admin integer not null,
  is_supper_admin integer not null,
  is_sub_user integer not null,
  permission text not null,
  require_change_pass integer not null,
  created_at bigint not null,
  phone text not null default '',
  company text not null default '',
  gender text not null default '',
  address text not null default '',
  city text not null default '',
  district text not null default '',
  ward text not null default '',
  expire_date bigint not null default 0,
  two_step integer not null default 0,
  two_step_counter bigint not null default 0,
  last_sign_in_at bigint,
  two_step_secret text,
  two_step_pending text,
  two_step_pending_until bigint not null default 0,
  confirmation_method text not null default 'pin',
  expired integer not null default 0,
  locale text,
  scope text,
  email_confirmed integer not null default 0
);
create index users_account on users (account_id);
create index users_expiry on users (expire_date);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  access_hash text not null unique,
  access_expires_at bigint not null,
  refresh_hash text not null unique,
  refresh_expires_at bigint not null,
  created_at bigint not null,
  confirmed_until bigint not null default 0,
  last_used_at bigint not null default 0,
  address text not null default '',
  user_agent text not null default ''
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (refresh_expires_at);

create table used_refresh_tokens (
  hash text primary key,
  session_id text not null references sessions (id) on delete cascade,
  used_at bigint not null
);
create index used_refresh_tokens_session on used_refresh_tokens (session_id);
create index used_refresh_tokens_age on used_refresh_tokens (used_at);

create table attempts (
  name text primary key,
  count integer not null,
  reset_at bigint not null
);
create index attempts_reset on attempts (reset_at);

create table account_keys (
  account_id text primary key references accounts (id) on delete cascade,
  access_key text not null,
  secret_key text not null,
  created_at bigint not null
);

create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  hash text not null,
  constraint recovery_codes_key primary key (user_id, hash)
);

create table sign_in_challenges (
  user_id text not null references users (id) on delete cascade,
  hash text primary key,
  expires_at bigint not null
);

create table password_resets (
  user_id text not null references users (id) on delete cascade,
  hash text primary key,
  expires_at bigint not null
);

create table pin_resets (
  user_id text not null references users (id) on delete cascade,
  hash text not null,
  expires_at bigint not null,
  constraint pin_resets_key primary key (user_id)
);

create table access_keys (
  user_id text not null references users (id) on delete cascade,
  access_key text primary key,
  secret_key text not null,
  name text not null,
  enabled integer not null,
  console integer not null,
  created_at bigint not null,
  expire_date bigint not null default 0,
  permission text,
  scope text
);
create index access_keys_user on access_keys (user_id);

create table api_clients (
  user_id text not null references users (id) on delete cascade,
  id text primary key,
  name text not null,
  token_hash text not null unique,
  permission text not null,
  expire_date bigint not null,
  created_at bigint not null,
  last_used_at bigint
);
create index api_clients_user on api_clients (user_id);

create table notification_groups (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  emails text not null,
  created_at bigint not null,
  alerts text not null default '["quota","expiry"]',
  constraint notification_groups_name unique (account_id, name)
);

create table audit (
  id text primary key,
  at bigint not null,
  account_id text,
  account text not null,
  "user" text not null,
  action text not null,
  target text not null,
  detail text not null,
  address text not null,
  device text not null,
  data text
);
create index audit_account on audit (account_id, id);
create index audit_account_target on audit (account_id, target, id);
create index audit_account_action on audit (account_id, action, id);
create index audit_action on audit (action, id);

create table storage_users (
  storage_uid text primary key,
  account_id text not null unique,
  desired_version bigint not null default 0,
  applied_version bigint not null default 0,
  applying_version bigint,
  unsure_since bigint not null default 0,
  verify_at bigint not null default 0,
  quota_set integer not null default 0
);

create table devices (
  hash text not null,
  user_id text not null references users (id) on delete cascade,
  last_used_at bigint not null,
  constraint devices_key primary key (hash, user_id)
);
create index devices_user on devices (user_id);

create table wrong_pins (
  user_id text primary key references users (id) on delete cascade,
  count integer not null,
  wait_until bigint not null
);

create table mails (
  id text primary key,
  request text not null,
  due_at bigint not null,
  tries integer not null,
  expires_at bigint not null,
  events_of text
);
create index mails_due on mails (due_at);
create index mails_turns on mails (events_of, due_at, id);

create table jobs (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  user_id text not null,
  visitor text not null,
  kind text not null,
  bucket text not null,
  input text not null,
  state text not null,
  live text unique,
  cancelling integer not null default 0,
  cursor text,
  done bigint not null default 0,
  failed bigint not null default 0,
  total bigint,
  bytes bigint not null default 0,
  error text,
  holder text,
  lease_until bigint not null default 0,
  tries integer not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  ended_at bigint,
  bucket_identity text not null default '',
  source text,
  target_bucket text,
  target_key text,
  skipped integer not null default 0,
  started_at bigint,
  acl text,
  sources integer not null default 0
);
create index jobs_of_account on jobs (account_id, created_at);
create index jobs_due on jobs (ended_at, lease_until);

create table job_failures (
  job_id text not null references jobs (id) on delete cascade,
  number integer not null,
  key text not null,
  version_id text,
  code text not null,
  lock text,
  until bigint,
  constraint job_failures_key primary key (job_id, number)
);

create table bucket_grants (
  account_id text not null references accounts (id) on delete cascade,
  bucket text not null,
  desired_version bigint not null,
  applied_version bigint not null default 0,
  constraint bucket_grants_key primary key (account_id, bucket)
);

create table downloads (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at bigint not null,
  selection text not null,
  size bigint not null
);
create index downloads_user on downloads (user_id);

create table email_changes (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  email text not null,
  expires_at bigint not null,
  origin text not null,
  constraint email_changes_user unique (user_id)
);

create table email_undos (
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  email text not null,
  expires_at bigint not null,
  changed_at bigint not null,
  position bigint not null default 0
);
create index email_undos_user on email_undos (user_id);
create index email_undos_email on email_undos (email);

create table topics (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  stamp text not null,
  address text not null,
  group_id text references notification_groups (id) on delete set null,
  secret text not null,
  old_secret text,
  old_secret_until bigint not null default 0,
  paused integer not null default 0,
  last_number bigint not null default 0,
  lost bigint not null default 0,
  failures integer not null default 0,
  failing_since bigint,
  retry_at bigint not null default 0,
  holder text,
  lease_until bigint not null default 0,
  created_at bigint not null,
  pending bigint not null default 0,
  delivered bigint not null default 0,
  failed bigint not null default 0,
  gone bigint not null default 0,
  renewed_at bigint not null default 0,
  opaque text not null default '',
  inbox text default '',
  altered_at bigint,
  refused_at bigint,
  constraint topics_name unique (account_id, name)
);

create table deliveries (
  id text primary key,
  topic_id text not null references topics (id) on delete cascade,
  number bigint not null,
  line text not null,
  state text not null,
  head integer not null,
  due_at bigint not null,
  tries integer not null default 0,
  status integer,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  event_id text not null default '',
  configuration text
);
create index deliveries_log on deliveries (topic_id, state, number);
create index deliveries_number on deliveries (topic_id, number);
create index deliveries_due on deliveries (topic_id, due_at) where state = 'pending' and head = 1;
create index deliveries_line on deliveries (topic_id, line, number) where state = 'pending';
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;
create index deliveries_event on deliveries (event_id);

create table delivery_attempts (
  delivery_id text not null references deliveries (id) on delete cascade,
  number integer not null,
  at bigint not null,
  ms integer not null,
  status integer,
  problem text,
  answer text not null,
  next_at bigint,
  constraint delivery_attempts_key primary key (delivery_id, number)
);

create table invitations (
  user_id text primary key references users (id) on delete cascade,
  hash text not null unique,
  expires_at bigint not null
);

create table alerts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  threshold integer not null,
  at bigint not null,
  used bigint,
  total bigint,
  expire_date bigint,
  emails text not null
);
create index alerts_account on alerts (account_id, at);

create table bucket_samples (
  account_id text not null references accounts (id) on delete cascade,
  bucket text not null,
  day integer not null,
  at bigint not null,
  bytes bigint,
  objects bigint,
  constraint bucket_samples_key primary key (account_id, bucket, day)
) without rowid;

create table traffic_days (
  account_id text not null references accounts (id),
  day integer not null,
  bucket text not null,
  ${traffic},
  constraint traffic_days_key primary key (account_id, day, bucket)
) without rowid;

create table traffic_months (
  account_id text not null references accounts (id),
  month integer not null,
  bucket text not null,
  ${traffic},
  constraint traffic_months_key primary key (account_id, month, bucket)
) without rowid;

create table begun_requests (
  id text primary key,
  at bigint not null
);

create table events (
  id text primary key,
  name text not null,
  bucket text not null,
  key text not null,
  body text not null,
  created_at bigint not null
);
create index events_age on events (created_at);

create table notification_addresses (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  email text not null,
  state text not null,
  link_hash text,
  link_expires_at bigint not null default 0,
  constraint notification_addresses_email unique (account_id, email),
  constraint notification_addresses_link unique (link_hash)
);
`

export const begin: Migration = {
  async up(db: Kysely<unknown>) {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
    const text = isSqlite ? tables : tables.replaceAll(' without rowid', '')
    for (const statement of text.split(';\n').filter(each => each.trim() !== ''))
      await sql.raw(statement).execute(db)
  },
}

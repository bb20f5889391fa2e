import type { DatabaseSync } from 'node:sqlite'

/**
 * The index. One row of `version` per version of an object, or delete marker, the newest of a key with the largest
 * `seq` and `latest = 1`; at most one of a key is the `null` version, the only one if the bucket was never versioned.
 * `latest = 1 AND marker = 0` is what listings see, by a partial index, so that versions and delete markers cost a
 * listing nothing. Bytes belong to `content`, which several versions may share (a copy uses no space): one file
 * (`blob`), the `segment`s of a multipart upload, or, of a small body, the `bytes` themselves with their CRC32. An
 * encrypted body has its `data_key`, wrapped under the secret that `progress.secret_id` names. `trash` is the journal
 * of unreferenced files, `shard` of folders that may hold files which no commit names yet. `progress` counts commits,
 * so that an index that is older than its files is detected. `event` is the outbox; `lost_event` counts events that its
 * limits removed unread. `folder` counts the current objects directly in each folder that has some, and of these the files
 * (all but an empty object that stands for its folder) and their bytes; a current row of `version` names its folder. Keys are TEXT, compared as UTF-8 bytes. A blob's id begins with its shard and its time, so
 * that the indexes on it grow in one place. Times are unix ms.
 */
export const migrations = [
  `
CREATE TABLE user (
  uid TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  quota INTEGER,
  bytes INTEGER NOT NULL DEFAULT 0,
  objects INTEGER NOT NULL DEFAULT 0,
  suspended INTEGER NOT NULL DEFAULT 0,
  uploads INTEGER NOT NULL DEFAULT 0,
  parts INTEGER NOT NULL DEFAULT 0,
  notifications INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

CREATE TABLE access_key (
  access_key TEXT PRIMARY KEY,
  uid TEXT NOT NULL REFERENCES user(uid),
  sub_user TEXT,
  level TEXT NOT NULL CHECK (level IN ('none', 'read', 'write', 'readwrite', 'full')),
  secret BLOB NOT NULL,
  created INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX access_key_of_user ON access_key (uid, sub_user);

CREATE TABLE bucket (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  uid TEXT NOT NULL REFERENCES user(uid),
  created INTEGER NOT NULL,
  bytes INTEGER NOT NULL DEFAULT 0,
  objects INTEGER NOT NULL DEFAULT 0,
  cors TEXT,
  versioning TEXT,
  object_lock TEXT,
  lifecycle TEXT,
  acl TEXT,
  policy TEXT,
  tags TEXT,
  notification TEXT,
  ownership TEXT,
  block TEXT,
  encryption TEXT,
  grants TEXT,
  quota INTEGER
) STRICT;
CREATE INDEX bucket_of_user ON bucket (uid, name);

CREATE TABLE content (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  refs INTEGER NOT NULL,
  size INTEGER NOT NULL,
  blob TEXT,
  parts INTEGER NOT NULL DEFAULT 0,
  crc INTEGER,
  bytes BLOB,
  data_key BLOB
) STRICT;
CREATE INDEX content_blob ON content (blob) WHERE blob IS NOT NULL;

CREATE TABLE segment (
  content INTEGER NOT NULL REFERENCES content(id),
  start INTEGER NOT NULL,
  number INTEGER NOT NULL,
  size INTEGER NOT NULL,
  blob TEXT,
  checksum TEXT,
  data_key BLOB,
  PRIMARY KEY (content, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX segment_blob ON segment (blob) WHERE blob IS NOT NULL;
CREATE UNIQUE INDEX segment_start ON segment (content, start, number);

CREATE TABLE version (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  bucket INTEGER NOT NULL REFERENCES bucket(id),
  key TEXT NOT NULL,
  version_id TEXT NOT NULL,
  latest INTEGER NOT NULL,
  marker INTEGER NOT NULL,
  content INTEGER REFERENCES content(id),
  size INTEGER NOT NULL,
  etag TEXT NOT NULL,
  modified INTEGER NOT NULL,
  headers TEXT NOT NULL,
  checksum TEXT,
  tags TEXT,
  acl TEXT,
  lock_mode TEXT,
  lock_until INTEGER,
  legal_hold INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX version_listed ON version (bucket, key) WHERE latest = 1 AND marker = 0;
CREATE INDEX version_of_key ON version (bucket, key, seq DESC);
CREATE INDEX version_null ON version (bucket, key) WHERE version_id = 'null' AND latest = 0;

CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  bucket INTEGER NOT NULL REFERENCES bucket(id),
  key TEXT NOT NULL,
  started INTEGER NOT NULL,
  headers TEXT NOT NULL,
  checksum_algorithm TEXT,
  checksum_type TEXT,
  tags TEXT,
  lock TEXT,
  acl TEXT,
  initiator TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX upload_of_key ON upload (bucket, key, id);

CREATE TABLE part (
  upload TEXT NOT NULL REFERENCES upload(id),
  number INTEGER NOT NULL,
  blob TEXT,
  size INTEGER NOT NULL,
  etag TEXT NOT NULL,
  modified INTEGER NOT NULL,
  checksum TEXT,
  data_key BLOB,
  PRIMARY KEY (upload, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX part_blob ON part (blob) WHERE blob IS NOT NULL;

CREATE TABLE completed (
  upload TEXT PRIMARY KEY,
  bucket INTEGER NOT NULL,
  key TEXT NOT NULL,
  etag TEXT NOT NULL,
  checksum TEXT,
  at INTEGER NOT NULL,
  version_id TEXT,
  encrypted INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX completed_at ON completed (at);

CREATE TABLE trash (blob TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE shard (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  commits INTEGER NOT NULL,
  scrub_began INTEGER NOT NULL DEFAULT 0,
  scrub_place INTEGER NOT NULL DEFAULT 0,
  lifecycle_day INTEGER NOT NULL DEFAULT 0,
  lifecycle_place TEXT,
  secret_id BLOB
) STRICT;
INSERT INTO progress (id, commits) VALUES (1, 0);

CREATE TABLE traffic (
  uid TEXT NOT NULL,
  bucket TEXT NOT NULL,
  hour INTEGER NOT NULL,
  kind TEXT NOT NULL,
  good INTEGER NOT NULL,
  client_error INTEGER NOT NULL,
  server_error INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  received INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (uid, hour, bucket, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX traffic_hour ON traffic (hour);

CREATE TABLE event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  name TEXT NOT NULL,
  bucket TEXT NOT NULL,
  owner TEXT NOT NULL,
  key TEXT,
  version_id TEXT,
  size INTEGER,
  etag TEXT,
  request_id TEXT,
  uid TEXT,
  sub_user TEXT,
  address TEXT,
  targets TEXT NOT NULL DEFAULT '[]'
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('event', 0);

CREATE TABLE lost_event (
  owner TEXT NOT NULL,
  topic TEXT NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (owner, topic)
) STRICT, WITHOUT ROWID;

CREATE TABLE topic (
  uid TEXT NOT NULL REFERENCES user(uid),
  name TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  opaque TEXT NOT NULL,
  created INTEGER NOT NULL,
  PRIMARY KEY (uid, name)
) STRICT, WITHOUT ROWID;
`,
  `
CREATE TABLE folder (
  id INTEGER PRIMARY KEY,
  bucket INTEGER NOT NULL REFERENCES bucket(id),
  path TEXT NOT NULL,
  objects INTEGER NOT NULL,
  files INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX folder_of_path ON folder (bucket, path);

ALTER TABLE version ADD COLUMN folder INTEGER;
CREATE INDEX version_by_size ON version (folder, size) WHERE latest = 1 AND marker = 0 AND folder IS NOT NULL;
CREATE INDEX version_by_date ON version (folder, modified) WHERE latest = 1 AND marker = 0 AND folder IS NOT NULL;

ALTER TABLE progress ADD COLUMN folders_place INTEGER NOT NULL DEFAULT 0;
UPDATE progress SET folders_place = (SELECT coalesce(max(seq), 0) FROM version);
`,
]

/** The schemas 1 to 19 were those of before version 0.1.0. */
const firstSchema = 20

/** Whether a program from before version 0.1.0 wrote the index. `schema`: its `user_version`. */
export const isBeforeBegin = (schema: number): boolean => schema > 0 && schema < firstSchema

/** The schema of this program's index; it is in the index's `user_version`. */
export const indexSchema = (): number => firstSchema - 1 + migrations.length

/**
 * Migrates the index to this program's schema, each migration in a transaction of its own.
 * @throws if a newer program wrote the index, or one from before version 0.1.0
 */
export const migrate = (db: DatabaseSync): void => {
  const row = db.prepare('PRAGMA user_version').get()
  const current = Number(row?.user_version)
  if (current > indexSchema() || isBeforeBegin(current)) {
    throw new Error(`The index has schema ${current}; this program knows ${firstSchema} to ${indexSchema()}.`)
  }
  for (const [index, sql] of migrations.entries()) {
    if (firstSchema + index <= current) continue
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(sql)
      db.exec(`PRAGMA user_version = ${firstSchema + index}`)
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
}

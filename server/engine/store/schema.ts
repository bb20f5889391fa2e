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
 * limits removed unread. Keys are TEXT, compared as UTF-8 bytes. A blob's id begins with its shard and its time, so
 * that the indexes on it grow in one place. Times are unix ms.
 */
const migrations = [
  `
CREATE TABLE user (
  uid TEXT PRIMARY KEY,
  display_name TEXT NOT NULL,
  quota INTEGER,
  bytes INTEGER NOT NULL DEFAULT 0,
  objects INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE access_key (
  access_key TEXT PRIMARY KEY,
  uid TEXT NOT NULL REFERENCES user(uid),
  level TEXT NOT NULL CHECK (level IN ('read', 'write', 'readwrite', 'full')),
  secret BLOB NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
  notification TEXT
) STRICT;
CREATE INDEX bucket_of_user ON bucket (uid, name);

CREATE TABLE content (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  refs INTEGER NOT NULL,
  size INTEGER NOT NULL,
  blob TEXT,
  parts INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX content_blob ON content (blob) WHERE blob IS NOT NULL;

CREATE TABLE segment (
  content INTEGER NOT NULL REFERENCES content(id),
  start INTEGER NOT NULL,
  number INTEGER NOT NULL,
  size INTEGER NOT NULL,
  blob TEXT,
  checksum TEXT,
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
CREATE UNIQUE INDEX version_of_key ON version (bucket, key, version_id);
CREATE INDEX version_listed ON version (bucket, key) WHERE latest = 1 AND marker = 0;

CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  bucket INTEGER NOT NULL REFERENCES bucket(id),
  key TEXT NOT NULL,
  started INTEGER NOT NULL,
  headers TEXT NOT NULL,
  checksum_algorithm TEXT,
  checksum_type TEXT
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
  PRIMARY KEY (upload, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX part_blob ON part (blob) WHERE blob IS NOT NULL;

CREATE TABLE completed (
  upload TEXT PRIMARY KEY,
  bucket INTEGER NOT NULL,
  key TEXT NOT NULL,
  etag TEXT NOT NULL,
  checksum TEXT,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX completed_at ON completed (at);

CREATE TABLE trash (blob TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE shard (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`,
  `
ALTER TABLE user ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;
ALTER TABLE access_key ADD COLUMN sub_user TEXT;
CREATE INDEX access_key_of_user ON access_key (uid, sub_user);
`,
  `
CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), commits INTEGER NOT NULL) STRICT;
INSERT INTO progress (id, commits) VALUES (1, 0);
`,
  `
ALTER TABLE user ADD COLUMN uploads INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN parts INTEGER NOT NULL DEFAULT 0;
UPDATE user SET
  uploads = (SELECT count(*) FROM bucket JOIN upload ON upload.bucket = bucket.id WHERE bucket.uid = user.uid),
  parts = (SELECT count(*) FROM bucket JOIN upload ON upload.bucket = bucket.id
    JOIN part ON part.upload = upload.id WHERE bucket.uid = user.uid);
`,
  `
ALTER TABLE content ADD COLUMN crc INTEGER;
ALTER TABLE content ADD COLUMN bytes BLOB;
`,
  `
DROP INDEX version_of_key;
CREATE INDEX version_of_key ON version (bucket, key, seq DESC);
CREATE INDEX version_null ON version (bucket, key) WHERE version_id = 'null' AND latest = 0;
ALTER TABLE upload ADD COLUMN tags TEXT;
ALTER TABLE upload ADD COLUMN lock TEXT;
ALTER TABLE completed ADD COLUMN version_id TEXT;
`,
  `
ALTER TABLE bucket ADD COLUMN ownership TEXT;
ALTER TABLE bucket ADD COLUMN block TEXT;
ALTER TABLE upload ADD COLUMN acl TEXT;
`,
  `
ALTER TABLE progress ADD COLUMN scrub_began INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN scrub_place INTEGER NOT NULL DEFAULT 0;
`,
  `
CREATE TABLE traffic (
  uid TEXT NOT NULL,
  bucket TEXT NOT NULL,
  hour INTEGER NOT NULL,
  kind TEXT NOT NULL,
  requests INTEGER NOT NULL,
  received INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (uid, hour, bucket, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX traffic_hour ON traffic (hour);
`,
  `
ALTER TABLE progress ADD COLUMN lifecycle_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN lifecycle_place TEXT;
`,
  `
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
  address TEXT
) STRICT;
INSERT INTO sqlite_sequence (name, seq) VALUES ('event', 0);
`,
  `
ALTER TABLE content ADD COLUMN data_key BLOB;
ALTER TABLE segment ADD COLUMN data_key BLOB;
ALTER TABLE part ADD COLUMN data_key BLOB;
ALTER TABLE progress ADD COLUMN secret_id BLOB;
ALTER TABLE bucket ADD COLUMN encryption TEXT;
ALTER TABLE completed ADD COLUMN encrypted INTEGER NOT NULL DEFAULT 0;
`,
  `
ALTER TABLE access_key RENAME TO old_access_key;
DROP INDEX access_key_of_user;
CREATE TABLE access_key (
  access_key TEXT PRIMARY KEY,
  uid TEXT NOT NULL REFERENCES user(uid),
  sub_user TEXT,
  level TEXT NOT NULL CHECK (level IN ('none', 'read', 'write', 'readwrite', 'full')),
  secret BLOB NOT NULL,
  created INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO access_key (access_key, uid, sub_user, level, secret, created)
  SELECT access_key, uid, sub_user, level, secret, created FROM old_access_key;
DROP TABLE old_access_key;
CREATE INDEX access_key_of_user ON access_key (uid, sub_user);
`,
  `
ALTER TABLE bucket ADD COLUMN grants TEXT;
`,
  `
ALTER TABLE traffic RENAME TO old_traffic;
DROP INDEX traffic_hour;
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
INSERT INTO traffic
  SELECT uid, bucket, hour, iif(kind = 'head', 'read', kind), sum(requests), 0, 0, 0, sum(received), sum(sent)
  FROM old_traffic GROUP BY 1, 2, 3, 4;
DROP TABLE old_traffic;
CREATE INDEX traffic_hour ON traffic (hour);
`,
  `
ALTER TABLE bucket ADD COLUMN quota INTEGER;
`,
  `
DELETE FROM event;
ALTER TABLE event ADD COLUMN targets TEXT NOT NULL DEFAULT '[]';
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
ALTER TABLE upload ADD COLUMN initiator TEXT;
`,
  `
ALTER TABLE user ADD COLUMN notifications INTEGER NOT NULL DEFAULT 1;
`,
]

/** The schema of this program's index; it is in the index's `user_version`. */
export const indexSchema = migrations.length

/**
 * Migrates the index to this program's schema, each migration in a transaction of its own.
 * @throws if a newer program wrote the index
 */
export const migrate = (db: DatabaseSync): void => {
  const row = db.prepare('PRAGMA user_version').get()
  const current = Number(row?.user_version)
  if (current > migrations.length) {
    throw new Error(`The index has schema ${current}; this program knows ${migrations.length} at most.`)
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < current) continue
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(sql)
      db.exec(`PRAGMA user_version = ${index + 1}`)
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
}

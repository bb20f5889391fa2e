import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Disk } from '../disk.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { identity } from './migrations/0002-identity.ts'
import { storageRights } from './migrations/0003-storage-rights.ts'
import { storageSync } from './migrations/0004-storage-sync.ts'
import { knownDevices } from './migrations/0005-known-devices.ts'
import { mails } from './migrations/0006-mails.ts'
import { jobs } from './migrations/0007-jobs.ts'
import { bucketSamples } from './migrations/0008-bucket-samples.ts'
import { scopes } from './migrations/0009-scopes.ts'
import { keyExpiry } from './migrations/0010-key-expiry.ts'
import { jobBuckets } from './migrations/0011-job-buckets.ts'
import { keyLimits } from './migrations/0012-key-limits.ts'
import { copyJobs } from './migrations/0013-copy-jobs.ts'
import { downloads } from './migrations/0014-downloads.ts'
import { deleteObjects } from './migrations/0015-delete-objects.ts'
import { grantsApart } from './migrations/0016-grants-apart.ts'
import { traffic } from './migrations/0019-traffic.ts'
import { auditIndexes } from './migrations/0020-audit-indexes.ts'
import { emailChanges } from './migrations/0021-email-changes.ts'
import { fullSince } from './migrations/0022-full-since.ts'
import { topics } from './migrations/0023-topics.ts'
import { invitations } from './migrations/0024-invitations.ts'
import { alerts } from './migrations/0025-alerts.ts'
import { emailUndoOrder } from './migrations/0026-email-undo-order.ts'
import { sampleChanges } from './migrations/0027-sample-changes.ts'
import { jobAcl } from './migrations/0028-job-acl.ts'
import { auditData } from './migrations/0029-audit-data.ts'
import { nodeSqliteDialect, type OnHalt } from './node-sqlite.ts'
import type { Tables } from './schema.ts'

export type Database = Kysely<Tables>

const int8 = 20

/** pg returns a bigint as text; ours are unix seconds and counts, which fit a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text'),
}

/**
 * Opens the database and migrates it. `url`: postgres://; null: SQLite in `dataDir`. Throws if the database cannot be
 * reached or a migration fails.
 */
export async function openDatabase(options: {
  url: string | null
  dataDir: string
  /** The disk of `dataDir`. */
  disk?: Disk
  log?: (event: LogEvent) => void
  /** Called if SQLite's file could not be synced: the process should end. */
  onHalt?: OnHalt
  /** Called when PostgreSQL drops an idle connection; the pool opens a new one. */
  onLost?: (error: Error) => void
}): Promise<Database> {
  const { url } = options
  if (url !== null) {
    // A migration of large tables may take longer than the limits.
    const unlimited = new Kysely<Tables>({ dialect: postgres(url) })
    await migrate(unlimited).finally(() => unlimited.destroy())
  }
  const db = new Kysely<Tables>({
    dialect:
      url === null
        ? sqlite(options.dataDir, options.disk, options.onHalt)
        : postgres(url, { onLost: options.onLost, limits }),
    ...(options.log && { log: options.log }),
  })
  if (url === null) {
    await migrate(db).catch(async error => {
      await db.destroy()
      throw error
    })
  }
  return db
}

async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-accounts': accounts,
        '0002-identity': identity,
        '0003-storage-rights': storageRights,
        '0004-storage-sync': storageSync,
        '0005-known-devices': knownDevices,
        '0006-mails': mails,
        '0007-jobs': jobs,
        '0008-bucket-samples': bucketSamples,
        '0009-scopes': scopes,
        '0010-key-expiry': keyExpiry,
        '0011-job-buckets': jobBuckets,
        '0012-key-limits': keyLimits,
        '0013-copy-jobs': copyJobs,
        '0014-downloads': downloads,
        '0015-delete-objects': deleteObjects,
        '0016-grants-apart': grantsApart,
        '0019-traffic': traffic,
        '0020-audit-indexes': auditIndexes,
        '0021-email-changes': emailChanges,
        '0022-full-since': fullSince,
        '0023-topics': topics,
        '0024-invitations': invitations,
        '0025-alerts': alerts,
        '0026-email-undo-order': emailUndoOrder,
        '0027-sample-changes': sampleChanges,
        '0028-job-acl': jobAcl,
        '0029-audit-data': auditData,
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

function sqlite(dataDir: string, disk?: Disk, onHalt?: OnHalt) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return nodeSqliteDialect(join(dataDir, 'kho.sqlite'), disk, onHalt)
}

/**
 * No statement of the console takes seconds: a slow one waits for a lock, perhaps of a dead process, whose idle
 * transaction then ends.
 */
const limits = "set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '15s'"

function postgres(
  url: string,
  more: { onLost?: ((error: Error) => void) | undefined; limits?: string } = {},
) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    types,
    onConnect: async client => {
      if (more.limits) await client.query(more.limits)
    },
  })
  pool.on('error', more.onLost ?? (() => undefined))
  return new PostgresDialect({ pool })
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { accounts } from './migrations/0001-accounts.ts'
import { identity } from './migrations/0002-identity.ts'
import { storageRights } from './migrations/0003-storage-rights.ts'
import { storageSync } from './migrations/0004-storage-sync.ts'
import { nodeSqliteDialect } from './node-sqlite.ts'
import type { Tables } from './schema.ts'

export type Database = Kysely<Tables>

const int8 = 20

/** PostgreSQL gives a bigint as text; ours are unix seconds and fit a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === int8 && format !== 'binary' ? Number : pg.types.getTypeParser(id, format as 'text'),
}

/**
 * Opens the store and brings its tables up to date. `url` is a postgres:// URL, or null for SQLite in `dataDir`.
 * Throws where the database cannot be reached or a migration fails.
 */
export async function openDatabase(options: {
  url: string | null
  dataDir: string
  log?: (event: LogEvent) => void
  /** Told of an idle connection that PostgreSQL dropped; the pool makes a new one by itself. */
  onLost?: (error: Error) => void
}): Promise<Database> {
  const db = new Kysely<Tables>({
    dialect: options.url === null ? sqlite(options.dataDir) : postgres(options.url, options.onLost),
    ...(options.log && { log: options.log }),
  })
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        '0001-accounts': accounts,
        '0002-identity': identity,
        '0003-storage-rights': storageRights,
        '0004-storage-sync': storageSync,
      }),
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) {
    await db.destroy()
    throw error
  }
  return db
}

function sqlite(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return nodeSqliteDialect(join(dataDir, 'kho.sqlite'))
}

function postgres(url: string, onLost: (error: Error) => void = () => undefined) {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000, types })
  pool.on('error', onLost)
  return new PostgresDialect({ pool })
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, type Transaction as KyselyTransaction, type LogEvent, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Disk } from '../disk.ts'
import { migrations } from './migrations/migrations.ts'
import { nodeSqliteDialect, type OnHalt } from './node-sqlite.ts'
import type { Tables } from './schema.ts'
import { migrationsIn, schemaOf } from './schema-state.ts'

export type Database = Kysely<Tables>
/** The database within a transaction: what takes one is part of what its caller does in whole or not at all. */
export type Transaction = KyselyTransaction<Tables>

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
  /** The sentence with which a database of an older version is refused; otherwise it is migrated. */
  older?: string | undefined
  /** The disk of `dataDir`. */
  disk?: Disk
  log?: (event: LogEvent) => void
  /** Called if SQLite's file could not be synced: the process should end. */
  onHalt?: OnHalt
  /** Receives the connections to PostgreSQL. */
  onPool?: (pool: pg.Pool) => void
  /** Called when PostgreSQL drops an idle connection; the pool opens a new one. */
  onLost?: (error: Error) => void
}): Promise<Database> {
  const { url } = options
  if (url !== null) {
    // A migration of large tables may take longer than the limits.
    const unlimited = connectPostgres(url)
    await migrate(unlimited, options.older).finally(() => unlimited.destroy())
  }
  const db = new Kysely<Tables>({
    dialect:
      url === null
        ? sqlite(options.dataDir, options.disk, options.onHalt)
        : postgres(url, { onLost: options.onLost, onPool: options.onPool, limits }),
    ...(options.log && { log: options.log }),
  })
  if (url === null) {
    await migrate(db, options.older).catch(async error => {
      await db.destroy()
      throw error
    })
  }
  return db
}

/** The database in PostgreSQL as it is. @throws on use, if it cannot be reached */
export const connectPostgres = (url: string): Database => new Kysely<Tables>({ dialect: postgres(url) })

async function migrate(db: Database, older: string | undefined): Promise<void> {
  const schema = schemaOf(await migrationsIn(db))
  if (schema.state === 'foreign') throw new Error(schema.why)
  if (schema.state === 'older' && older) throw new Error(older)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
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
  more: {
    onLost?: ((error: Error) => void) | undefined
    onPool?: ((pool: pg.Pool) => void) | undefined
    limits?: string
  } = {},
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
  more.onPool?.(pool)
  pool.on('error', more.onLost ?? (() => undefined))
  return new PostgresDialect({ pool })
}

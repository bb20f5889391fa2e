import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { requireWhole } from '../../data-lock.ts'
import { connectPostgres } from '../../store/open.ts'
import { migrationsIn, type SchemaState, schemaOf } from '../../store/schema-state.ts'
import { databasesOf } from '../../upgrade.ts'
import { bad, type Clock, good, readClock, reasonOf, type Verdict, warning } from './verdict.ts'

const oldestPostgres = 14

/**
 * Whether each database of these settings can be read, and has the schema of this version. Changes nothing. `runs`: whether
 * Kho does, which has upgraded those in the data folder, and keeps others out of the index.
 */
export async function checkDatabase(config: Config, runs: boolean, clocks: Clock[]): Promise<Verdict[]> {
  const local = runs
    ? [good(`The running Kho uses the databases in ${config.dataDir}.`)]
    : checkFolder(config)
  return config.databaseUrl === null
    ? local
    : [...local, ...(await checkPostgres(config.databaseUrl, clocks))]
}

function checkFolder(config: Config): Verdict[] {
  const { dataDir, databaseUrl } = config
  requireWhole(dataDir)
  const databases = databasesOf(config)
  const verdicts = databases.map(({ path, state, schema, why = '' }) =>
    ofSchema(path, state === 'foreign' ? { state, schema, why } : { state }, beforeStart),
  )
  if (databaseUrl !== null || databases.some(({ path }) => path === 'kho.sqlite')) return verdicts
  const advice =
    'The first start makes them. If there are some elsewhere, correct KHO_DATA_DIR or KHO_DATABASE_URL.'
  return [...verdicts, warning(`${dataDir} has no accounts yet.`, advice)]
}

const beforeStart = 'Make a backup before the next start, which upgrades it.'

async function checkPostgres(url: string, clocks: Clock[]): Promise<Verdict[]> {
  const { host } = new URL(url)
  const db = connectPostgres(url)
  try {
    const { value, clock } = await readClock('PostgreSQL', async () => {
      const { rows } = await sql<{ version: number; encoding: string; now: number }>`
        select current_setting('server_version_num')::int / 10000 as version,
          current_setting('server_encoding') as encoding,
          extract(epoch from clock_timestamp())::float8 * 1000 as now`.execute(db)
      return { value: rows[0]!, date: rows[0]!.now }
    })
    clocks.push(clock)
    const { version, encoding } = value
    const name = `PostgreSQL ${version} at ${host}`
    if (version < oldestPostgres)
      return [bad(`${name} is too old.`, `Kho needs version ${oldestPostgres} or newer.`)]
    if (encoding !== 'UTF8')
      return [bad(`${name} has the encoding ${encoding}.`, 'Create the database with ENCODING UTF8.')]
    const upgrade =
      'Stop all processes, keep a copy made by pg_dump, and start one with KHO_UPGRADE_WITHOUT_COPY=1.'
    return [ofSchema(name, schemaOf(await migrationsIn(db)), upgrade)]
  } catch (error) {
    return [
      bad(
        `PostgreSQL at ${host} cannot be used: ${reasonOf(error)}.`,
        'Correct KHO_DATABASE_URL, or start the database.',
      ),
    ]
  } finally {
    await db.destroy()
  }
}

function ofSchema(name: string, schema: SchemaState, upgrade: string): Verdict {
  if (schema.state === 'foreign') return bad(`${name}: ${schema.why}`, 'Start that one instead.')
  if (schema.state === 'older') return warning(`${name} has the schema of an older version.`, upgrade)
  return good(
    schema.state === 'new'
      ? `${name} is empty: the first start makes the tables.`
      : `${name} has the schema of this version.`,
  )
}

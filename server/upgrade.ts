import { existsSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import type { Config } from './config.ts'
import { type Disk, DiskFull, isTooFullToRead } from './disk.ts'
import { syncFile } from './engine/store/backup.ts'
import { indexSchema, isBeforeBegin } from './engine/store/schema.ts'
import { beforeBegin, program, version } from './program.ts'
import { newer, schemaOf } from './store/schema-state.ts'

/** A database of the data folder, and its schema beside this version's. `why`: the reason not to open it. */
type FoundDatabase = {
  path: string
  bytes: number
  state: 'older' | 'current' | 'foreign'
  schema: string
  why?: string
}

/** In one step: nothing else has it open. */
const allPages = 2 ** 30

const accounts = 'kho.sqlite'

const copyOf = (dataDir: string) => join(dataDir, 'before-upgrade')
/** Marker file: exists while an upgrade is in progress. */
const markOf = (dataDir: string) => join(copyOf(dataDir), 'unfinished')
/** Beside the copies: the version that migrated the databases, for the way back in docs/operations.md. */
const upgraderOf = (folder: string) => join(folder, 'upgraded-to')

/**
 * Before databases of an older version are migrated, copies them to `before-upgrade` in the data folder, in place of the
 * copies of an earlier upgrade. Gives a sentence about it; null: nothing is migrated.
 * @throws if this version does not open one of them, before any is changed; or if there is no room for the copies
 */
export async function prepareUpgrade(config: Config, disk: Pick<Disk, 'claim'>): Promise<string | null> {
  const { dataDir, upgradeWithoutCopy } = config
  const databases = databasesOf(config)
  const foreign = databases.find(({ state }) => state === 'foreign')
  if (foreign) throw new Error(foreign.why)
  if (databases.every(({ state }) => state === 'current')) return null
  if (upgradeWithoutCopy) return `The data is upgraded to ${version}, without a copy of its databases.`
  const bytes = databases.reduce((sum, each) => sum + each.bytes, 0)
  try {
    using _room = disk.claim(bytes)
    if (!wasInterrupted(dataDir, databases)) await copy(dataDir, databases)
  } catch (error) {
    if (!(error instanceof DiskFull)) throw error
    throw new Error(
      `${dataDir} has no room for a copy of its databases before the upgrade to ${version}: ${bytes} bytes and the reserve. Free some, or set KHO_UPGRADE_WITHOUT_COPY=1.`,
    )
  }
  return `The data is upgraded to ${version}; its databases from before are in ${copyOf(dataDir)}.`
}

/** Everything is migrated: the next upgrade makes new copies. */
export const endUpgrade = (dataDir: string): Promise<void> => rm(markOf(dataDir), { force: true })

/** Whether an upgrade has begun to migrate, and not ended: its copies are the only ones from before. */
function wasInterrupted(dataDir: string, databases: FoundDatabase[]): boolean {
  if (!existsSync(markOf(dataDir))) return false
  const copied = databasesIn(copyOf(dataDir))
  return databases.some(({ path, schema }) => copied.find(each => each.path === path)?.schema !== schema)
}

/** The sentence with which a database in PostgreSQL of an older version is refused; undefined: it is to be migrated. */
export function olderInPostgres({ databaseUrl, upgradeWithoutCopy }: Config): string | undefined {
  if (databaseUrl === null || upgradeWithoutCopy) return undefined
  const url = new URL(databaseUrl)
  url.password = ''
  return `The accounts in PostgreSQL are of an older version. Stop all other processes, keep a copy (pg_dump --format=custom --file=before-${version}.dump '${url}'), and start ${program} once with KHO_UPGRADE_WITHOUT_COPY=1.`
}

/** The databases in the data folder that Kho opens with these settings. */
export const databasesOf = (config: Config): FoundDatabase[] =>
  databasesIn(config.dataDir).filter(({ path }) => isUsed(path, config))

/** Whether Kho opens it with these settings: what a change to PostgreSQL or Ceph has left behind stays as it is. */
const isUsed = (path: string, { databaseUrl, storage }: Config) =>
  path === accounts ? databaseUrl === null : storage.kind === 'embedded'

function databasesIn(dataDir: string): FoundDatabase[] {
  const found = [read(dataDir, accounts, accountsSchema), read(dataDir, 's3/index.sqlite', filesSchema)]
  return found.filter(each => each !== null)
}

function read(
  dataDir: string,
  path: string,
  schema: (db: DatabaseSync) => Omit<FoundDatabase, 'path' | 'bytes'>,
): FoundDatabase | null {
  const file = join(dataDir, path)
  if (!existsSync(file)) return null
  const bytes = [file, `${file}-wal`].map(name => statSync(name, { throwIfNoEntry: false })?.size ?? 0)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return { path, bytes: bytes[0]! + bytes[1]!, ...schema(db) }
  } catch (error) {
    if (!isTooFullToRead(error)) throw error
    throw new Error(`The disk of ${dataDir} is full to the last byte: free some megabytes.`, { cause: error })
  } finally {
    db.close()
  }
}

function accountsSchema(db: DatabaseSync) {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get()
  const rows = table ? db.prepare('SELECT name FROM kysely_migration').all() : []
  const names = rows.map(({ name }) => String(name)).sort()
  const found = schemaOf(names)
  if (found.state === 'foreign') return found
  return { state: found.state === 'older' ? 'older' : 'current', schema: names.at(-1) ?? '' } as const
}

function filesSchema(db: DatabaseSync) {
  const found = Number(db.prepare('PRAGMA user_version').get()?.user_version)
  const schema = String(found)
  if (found > indexSchema()) return { state: 'foreign', schema, why: newer(schema) } as const
  if (isBeforeBegin(found)) return { state: 'foreign', schema, why: beforeBegin } as const
  return { state: found > 0 && found < indexSchema() ? 'older' : 'current', schema } as const
}

async function copy(dataDir: string, databases: FoundDatabase[]): Promise<void> {
  const target = copyOf(dataDir)
  const unfinished = `${target}.new`
  await rm(unfinished, { recursive: true, force: true })
  for (const { path } of databases) {
    const file = join(unfinished, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const source = new DatabaseSync(join(dataDir, path), { readOnly: true })
    try {
      await backup(source, file, { rate: allPages })
    } finally {
      source.close()
    }
    await syncFile(file)
    await syncFile(dirname(file))
  }
  await writeFile(upgraderOf(unfinished), `${version}\n`)
  await writeFile(join(unfinished, basename(markOf(dataDir))), '')
  await syncFile(unfinished)
  await rm(target, { recursive: true, force: true })
  await rename(unfinished, target)
  await syncFile(dataDir)
}

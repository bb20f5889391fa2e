import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEvent } from 'kysely'
import { afterAll, afterEach, describe, type TestContext } from 'vitest'
import { type Database, openDatabase } from '../../../server/store/open.ts'
import { sharedPostgres } from '../../support/borrow.ts'
import { putNewDatabases } from './new-databases.ts'

type Log = (event: LogEvent) => void
export type StoreName = 'SQLite' | 'PostgreSQL'

/** New, empty SQLite databases; `stop` deletes their files. */
export function sqliteStores() {
  const dirs: string[] = []
  return {
    async open(log?: Log): Promise<Database> {
      const dataDir = mkdtempSync(join(tmpdir(), 'kho-store-'))
      dirs.push(dataDir)
      await putNewDatabases(dataDir)
      return openDatabase({ url: null, dataDir, ...(log && { log }) })
    },
    stop() {
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * The same tests on SQLite and, in the group `databases`, on PostgreSQL. `makeUrl` makes a test a new, empty database there,
 * and gives its address, or null for SQLite; it skips the test where PostgreSQL is not installed.
 */
export function onEachUrl(
  tests: (makeUrl: (context: TestContext) => Promise<string | null>, store: StoreName) => void,
): void {
  describe('on SQLite', () => tests(async () => null, 'SQLite'))
  describe('on PostgreSQL', { tags: ['databases'] }, () =>
    tests(async context => {
      const postgres = await sharedPostgres()
      return 'missing' in postgres ? context.skip(postgres.missing) : postgres.database()
    }, 'PostgreSQL'),
  )
}

/** As `onEachUrl`; `open` opens the database for a test, and closes it after it. */
export function onEachStore(
  tests: (store: StoreName, open: (context: TestContext, log: Log) => Promise<Database>) => void,
): void {
  onEachUrl((makeUrl, store) => {
    const sqlite = sqliteStores()
    let db: Database | undefined
    afterAll(() => sqlite.stop())
    afterEach(async () => {
      await db?.destroy()
      db = undefined
    })
    tests(store, async (context, log) => {
      const url = await makeUrl(context)
      db = url === null ? await sqlite.open(log) : await openDatabase({ url, dataDir: '', log })
      return db
    })
  })
}

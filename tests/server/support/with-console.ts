import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'
import type { KhoOptions } from '../../../server/kho.ts'
import type { Database } from '../../../server/store/open.ts'
import { type MailServer, startMailServer } from '../../support/mail.ts'
import { startConsole, type TestConsole } from './console.ts'

/**
 * What `make` gives, once for all tests of the file or of the `describe` around it; `end` ends it. To be used in tests and
 * hooks alone: it is made in a hook.
 */
export function shared<T extends object>(make: () => Promise<T>, end?: (made: T) => unknown): T {
  let made: T | undefined
  beforeAll(async () => {
    made = await make()
  })
  afterAll(() => made && end?.(made))
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(made!, name),
    set: (_, name, value) => Reflect.set(made!, name, value),
  })
}

/** Environment of a console: as it is, or made when the console starts. */
type Env = Record<string, string> | (() => Record<string, string>)

/** A console for this test alone. */
export async function ownConsole(...how: Parameters<typeof startConsole>): Promise<TestConsole> {
  const console = await startConsole(...how)
  onTestFinished(() => console.stop())
  return console
}

/** A console for all tests of the file or of the `describe` around it. */
export function sharedConsole(env: Env = {}, options: KhoOptions = {}): TestConsole {
  return shared(
    () => startConsole(typeof env === 'function' ? env() : env, options),
    console => console.stop(),
  )
}

/** The same; each test finds its database as the first did, and the clock right. What the storage holds stays. */
export function restoredConsole(env: Env = {}, options: KhoOptions = {}): TestConsole {
  const console = sharedConsole(env, options)
  let rows: Rows
  beforeAll(async () => {
    rows = await rowsOf(console.kho.services.db)
  })
  afterEach(async () => {
    await console.kho.services.mails.run()
    await restore(console.kho.services.db, rows)
    console.clock.now = Date.now()
  })
  return console
}

/** A mail server for all tests of the file, in which each finds only mail of its own. To be made before a console. */
export function sharedMail(): MailServer {
  const mail = shared(startMailServer, one => one.stop())
  beforeEach(() => mail.empty())
  return mail
}

/** All rows of a console's database, by table. */
type Rows = Map<string, Record<string, unknown>[]>

async function rowsOf(db: Database): Promise<Rows> {
  const tables = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(db)
  const rows: Rows = new Map()
  for (const { name } of tables.rows) {
    const all = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    rows.set(name, all.rows)
  }
  return rows
}

function restore(db: Database, rows: Rows): Promise<void> {
  return db.transaction().execute(async trx => {
    await sql`pragma defer_foreign_keys = on`.execute(trx)
    for (const name of rows.keys()) await sql`delete from ${sql.table(name)}`.execute(trx)
    for (const [name, all] of rows)
      for (const row of all)
        await trx
          .insertInto(name as 'users')
          .values(row as never)
          .execute()
  })
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEvent } from 'kysely'
import { type Database, openDatabase } from '../../../server/store/open.ts'
import { startPostgres } from '../../support/postgres.ts'

/** A kind of database that the store's tests run on. `open` gives a new, empty one. */
export type StoreKind = {
  missing: string | null
  open(log?: (event: LogEvent) => void): Promise<Database>
  stop(): Promise<void>
}

export async function sqliteStores(): Promise<StoreKind> {
  const dirs: string[] = []
  return {
    missing: null,
    open(log) {
      const dataDir = mkdtempSync(join(tmpdir(), 'kho-store-'))
      dirs.push(dataDir)
      return openDatabase({ url: null, dataDir, ...(log && { log }) })
    },
    async stop() {
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
    },
  }
}

export async function postgresStores(): Promise<StoreKind> {
  const postgres = await startPostgres()
  if ('missing' in postgres) {
    const cannot = () => Promise.reject(new Error(postgres.missing))
    return { missing: postgres.missing, open: cannot, stop: async () => undefined }
  }
  return {
    missing: null,
    stop: postgres.stop,
    async open(log) {
      return openDatabase({ url: await postgres.database(), dataDir: '', ...(log && { log }) })
    },
  }
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { makeClient } from '../../server/storage/client.ts'
import { type Console, startConsole } from './console.ts'
import type { Killable } from './move-kills.ts'
import { startPostgres } from './postgres.ts'
import { withMethods } from './s3.ts'

/** One process with the embedded engine, on SQLite; it is started again after each kill. */
export async function oneOnSqlite(): Promise<Killable> {
  const kho = await startConsole()
  return {
    client: clientOf(kho.s3Url, await kho.keys()),
    url: () => kho.url,
    begin: job => job(),
    async kill() {
      await kho.kill()
      const db = new DatabaseSync(join(kho.dataDir, 'kho.sqlite'))
      db.exec('UPDATE jobs SET lease_until = 0')
      db.close()
      await kho.restart()
      return true
    },
    stop: () => kho.stop(),
  }
}

/**
 * Two processes on one PostgreSQL, before an engine of its own. After a kill the other one takes the job over once its lease
 * has run out, and the killed one is started again. `missing`: what is not installed.
 */
export async function twoOnPostgres(
  start: typeof startPostgres = startPostgres,
): Promise<Killable | { missing: string }> {
  const postgres = await start()
  if ('missing' in postgres) return postgres
  const engine = await startConsole({ pin: false })
  const keys = await engine.keys()
  const database = await postgres.database()
  const env = {
    ...{ KHO_DATABASE_URL: database, KHO_SECRET: 's'.repeat(32) },
    ...{ KHO_S3_KIND: 's3', KHO_S3_PORT: '', KHO_S3_ENDPOINT: engine.s3Url },
    ...{ KHO_S3_ADMIN_KEY: keys.accessKey, KHO_S3_ADMIN_SECRET: keys.secretKey },
  }
  let runs = await startConsole({ env })
  let other = await startConsole({ env, pin: false })
  const db = new pg.Client(database)
  await db.connect()
  /** Which claim holds a job; null once it has ended. */
  const holderOf = async (id: string): Promise<string | null> => {
    const { rows } = await db.query<{ holder: string | null }>(
      'SELECT holder FROM jobs WHERE id = $1 AND ended_at IS NULL',
      [id],
    )
    return rows[0]?.holder ?? null
  }
  /** The claim of `runs`, made while the other one could make none. */
  let holder: string | null = null
  return {
    client: clientOf(engine.s3Url, keys),
    url: () => runs.url,
    async begin(job) {
      process.kill(other.pid(), 'SIGSTOP')
      const begun = await job()
      while (holder === null) holder = await holderOf(begun.id)
      process.kill(other.pid(), 'SIGCONT')
      return begun
    },
    async kill({ id }) {
      await runs.kill()
      const held = await holderOf(id)
      const wasIts = held !== null && held === holder
      ;[runs, other] = [other, runs]
      while (wasIts && (await holderOf(id)) === held) await pause(100)
      holder = await holderOf(id)
      await other.restart()
      return wasIts
    },
    async stop() {
      await db.end()
      await Promise.all([runs, other].map((kho: Console) => kho.stop()))
      await engine.stop()
      await postgres.stop()
    },
  }
}

function clientOf(endpoint: string, keys: { accessKey: string; secretKey: string }) {
  return withMethods(makeClient({ endpoint, region: 'us-east-1', keys }))
}

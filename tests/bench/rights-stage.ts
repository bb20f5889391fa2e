import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { JobState } from '../../openapi/schema.ts'
import { startCeph } from '../support/ceph.ts'
import { type Console, startConsole } from '../support/console.ts'
import { startPostgres } from '../support/postgres.ts'

/**
 * Processes of one installation. Rights are taken away at `asked`, the process that is killed, and used at `other`, which
 * goes on where there are two.
 */
export type RightsStage = {
  asked: string
  other: string
  /** Of the storage. */
  endpoint: string
  /** Whether the storage ends what it is sending already. */
  endsDownloads: boolean
  /** In a folder that a job copies: it takes longer than a right may live. */
  filesOfJob: number
  kill(): Promise<void>
  /** Starts the killed process again; jobs need not wait until the leases of the dead one have run out. */
  restart(): Promise<void>
  jobState(id: string): Promise<JobState>
  stop(): Promise<void>
}

const env = { TEST_CHEAP_HASHES: '1', KHO_LOG_LEVEL: 'fatal' }
const freeJobs = 'UPDATE jobs SET lease_until = 0 WHERE ended_at IS NULL'

/** One process with the embedded engine, on SQLite. */
export async function oneEmbedded(): Promise<RightsStage> {
  const kho = await startConsole({ env })
  function inDatabase<T>(act: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(`${kho.dataDir}/kho.sqlite`)
    try {
      db.exec('PRAGMA busy_timeout = 5000')
      return act(db)
    } finally {
      db.close()
    }
  }
  return {
    ...{ asked: kho.url, other: kho.url, endpoint: kho.s3Url, endsDownloads: true, filesOfJob: 3_000 },
    kill: () => kho.kill(),
    async restart() {
      inDatabase(db => db.exec(freeJobs))
      await kho.restart()
    },
    jobState: async id =>
      inDatabase(db => db.prepare('SELECT state FROM jobs WHERE id = ?').get(id) as { state: JobState })
        .state,
    stop: () => kho.stop(),
  }
}

/** Two processes on Ceph RGW and PostgreSQL. `missing`: what is not installed. */
export async function twoOnRgw(): Promise<RightsStage | { missing: string }> {
  const postgres = await startPostgres()
  if ('missing' in postgres) return postgres
  const ceph = await startCeph()
  if ('missing' in ceph) {
    await postgres.stop()
    return ceph
  }
  const url = await postgres.database()
  const options = {
    env: {
      ...env,
      KHO_DATABASE_URL: url,
      KHO_SECRET: 's'.repeat(32),
      KHO_S3_KIND: 'rgw',
      KHO_S3_ENDPOINT: ceph.endpoint,
      KHO_S3_ADMIN_KEY: ceph.accessKey,
      KHO_S3_ADMIN_SECRET: ceph.secretKey,
    },
  }
  const asked: Console = await startConsole(options)
  const other = await startConsole({ ...options, pin: false })
  const db = new pg.Client(url)
  await db.connect()
  return {
    ...{ asked: asked.url, other: other.url, endpoint: ceph.endpoint, endsDownloads: false },
    filesOfJob: 600,
    kill: () => asked.kill(),
    async restart() {
      await db.query(freeJobs)
      await asked.restart()
    },
    async jobState(id) {
      const { rows } = await db.query<{ state: JobState }>('SELECT state FROM jobs WHERE id = $1', [id])
      return rows[0]!.state
    },
    async stop() {
      await db.end()
      await Promise.all([asked.stop(), other.stop()])
      await ceph.stop()
      await postgres.stop()
    },
  }
}

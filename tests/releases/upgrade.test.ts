import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Disk, DiskFull } from '../../server/disk.ts'
import { migrations as indexMigrations, indexSchema } from '../../server/engine/store/schema.ts'
import { startKho } from '../../server/kho.ts'
import { runUserCommand } from '../../server/maintenance/user.ts'
import { beforeBegin, version } from '../../server/program.ts'
import { watchDatabase } from '../../server/start/store.ts'
import { migrations } from '../../server/store/migrations/migrations.ts'
import { openDatabase } from '../../server/store/open.ts'
import { newerSchema } from '../../server/store/schema-state.ts'
import { endUpgrade, prepareUpgrade } from '../../server/upgrade.ts'
import { configOf } from '../server/support/console.ts'
import { sharedPostgres } from '../support/borrow.ts'
import { release } from './contents.ts'
import { s3With } from './fill-people.ts'
import { restore } from './opened.ts'

const { archive, contents } = release('0.1.0')
const was = { accounts: contents.consoleSchema, files: contents.indexSchema }
// A later version, whose schemas no release has.
migrations['9998-next'] = {
  up: (db: Kysely<unknown>) => db.schema.alterTable('settings').addColumn('next', 'text').execute(),
}
indexMigrations.push(
  'ALTER TABLE user ADD COLUMN next INTEGER',
  'ALTER TABLE user ADD COLUMN after_next INTEGER',
)
const now = { accounts: '9998-next', files: indexSchema() }

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-upgrade-'))
  execFileSync('tar', ['-xzf', archive, '-C', dir])
})
afterEach(() => rmSync(dir, { recursive: true }))

const config = (env: Record<string, string> = {}) =>
  configOf({
    ...{ KHO_DATA_DIR: dir, KHO_SECRET: contents.secret, KHO_PORT: '0', KHO_S3_PORT: '0' },
    ...env,
  })

function inDatabase<T>(path: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dir, path))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

function schemas(folder = '.') {
  const last = 'SELECT max(name) AS name FROM kysely_migration'
  return {
    accounts: inDatabase(join(folder, 'kho.sqlite'), db => db.prepare(last).get()!.name),
    files: inDatabase(
      join(folder, 's3/index.sqlite'),
      db => db.prepare('PRAGMA user_version').get()!.user_version,
    ),
  }
}

const silent = { write: () => undefined }

const start = async (env?: Record<string, string>) => {
  const lines: string[] = []
  const kho = await startKho(config(env), { logTo: { write: line => void lines.push(line) } })
  await kho.close()
  return lines.join('')
}

const disk = (free = Number.POSITIVE_INFINITY): Pick<Disk, 'claim'> => ({
  claim(bytes) {
    if (bytes > free) throw new DiskFull()
    return { wrote: () => undefined, [Symbol.dispose]: () => undefined }
  },
})

test('an upgrade keeps the databases from before, with which the older version goes on', async () => {
  expect(schemas()).toEqual(was)
  expect(await start()).toContain(
    `The data is upgraded to ${version}; its databases from before are in ${dir}/before-upgrade.`,
  )
  expect(schemas()).toEqual(now)
  expect(schemas('before-upgrade')).toEqual(was)
  expect(await start()).not.toContain('upgraded')

  const later = await startKho(config(), { logTo: silent })
  const client = s3With({ s3Url: later.s3Url! }, contents.owner.key)
  await client.createBucket({ Bucket: 'later' })
  await client.putObject({ Bucket: 'later', Key: 'large', Body: Buffer.alloc(100_000) })
  client.destroy()
  await later.close()

  // The way back, as docs/operations.md has it.
  const wayBack = (from: string) =>
    execFileSync(
      'sh',
      [
        '-c',
        'grep -qx "$0" before-upgrade/upgraded-to && rm -f kho.sqlite* s3/index.sqlite* && cp -a before-upgrade/. . && rm -r before-upgrade upgraded-to',
        from,
      ],
      { cwd: dir },
    )
  // A later version that has migrated nothing has no copies from before it.
  expect(() => wayBack('999.0.0')).toThrow()
  expect(schemas()).toEqual(now)
  wayBack(version)
  expect(schemas()).toEqual(was)
  expect(await start()).toMatch(/upgraded.*quarantine|quarantine.*upgraded/s)
  expect(schemas()).toEqual(now)
  expect(readdirSync(join(dir, 's3/quarantine/lost'))).toHaveLength(1)
})

test('without room for the copies, nothing is migrated unless a flag says so', async () => {
  await expect(prepareUpgrade(config(), disk(1000))).rejects.toThrow(
    /^\S+ has no room for a copy .*: \d{6,} bytes and the reserve\. Free some, or set KHO_UPGRADE_WITHOUT_COPY=1\.$/,
  )
  expect(schemas()).toEqual(was)
  await start({ KHO_UPGRADE_WITHOUT_COPY: '1' })
  expect(schemas()).toEqual(now)
  expect(existsSync(join(dir, 'before-upgrade'))).toBe(false)
})

test.each([
  ['kho.sqlite', `INSERT INTO kysely_migration VALUES ('9999-later', '2030')`, '9999-later'],
  ['s3/index.sqlite', 'PRAGMA user_version = 999', '999'],
])('data of a newer version is refused in one sentence, and not changed: %s', async (path, sql, schema) => {
  inDatabase(path, db => db.exec(sql))
  const before = schemas()
  await expect(start()).rejects.toThrow(
    `A newer version than ${version} has written the data (schema ${schema}). Start that one, or put the databases from before its upgrade back.`,
  )
  expect(schemas()).toEqual(before)
  expect(readdirSync(dir)).not.toContain('before-upgrade')
})

test.each([
  ['kho.sqlite', `INSERT INTO kysely_migration VALUES ('0001-accounts', '2026')`],
  ['s3/index.sqlite', 'PRAGMA user_version = 19'],
])('data from before version 0.1.0 is refused in one sentence, and not changed: %s', async (path, sql) => {
  inDatabase(path, db => db.exec(sql))
  const before = schemas()
  await expect(start()).rejects.toThrow(beforeBegin)
  expect(schemas()).toEqual(before)
})

test('an upgrade that was interrupted keeps its copies; one that ended makes new ones', async () => {
  await prepareUpgrade(config(), disk())
  // The next start finds some migrated.
  inDatabase('s3/index.sqlite', db => db.exec(`PRAGMA user_version = ${was.files + 1}`))
  await prepareUpgrade(config(), disk())
  expect(schemas('before-upgrade')).toEqual(was)
  await endUpgrade(dir)
  await prepareUpgrade(config(), disk())
  expect(schemas('before-upgrade')).toEqual({ ...was, files: was.files + 1 })
})

test('copies of an attempt that changed nothing are made anew', async () => {
  await prepareUpgrade(config(), disk())
  inDatabase('kho.sqlite', db => db.exec("UPDATE users SET name = 'later'"))
  await prepareUpgrade(config(), disk())
  const names = inDatabase('before-upgrade/kho.sqlite', db =>
    db.prepare('SELECT DISTINCT name FROM users').all(),
  )
  expect(names).toEqual([{ name: 'later' }])
})

test('a copy that was cut off is no copy', async () => {
  cpSync(join(dir, 'kho.sqlite'), join(dir, 'before-upgrade.new/kho.sqlite'))
  writeFileSync(join(dir, 'before-upgrade.new/part'), '')
  await prepareUpgrade(config(), disk())
  expect(readdirSync(join(dir, 'before-upgrade')).sort()).toEqual([
    'kho.sqlite',
    's3',
    'unfinished',
    'upgraded-to',
  ])
  expect(existsSync(join(dir, 'before-upgrade.new'))).toBe(false)
})

test.each([
  ['PostgreSQL', { KHO_DATABASE_URL: 'postgres://127.0.0.1/kho' }, ['s3']],
  [
    'Ceph',
    {
      ...{ KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: 'https://rgw.example.com' },
      ...{ KHO_S3_ADMIN_KEY: 'k', KHO_S3_ADMIN_SECRET: 's' },
    },
    ['kho.sqlite'],
  ],
] as const)('what a change to %s has left behind is not copied', async (_, env, copied) => {
  await prepareUpgrade(config(env), disk())
  const names = readdirSync(join(dir, 'before-upgrade'))
  expect(names.filter(name => name !== 'unfinished' && name !== 'upgraded-to')).toEqual(copied)
})

test('a command migrates nothing', async () => {
  const said: string[] = []
  await expect(runUserCommand(config(), 'list', line => said.push(line))).rejects.toThrow(
    `The accounts are of an older version than ${version}: start that once, which upgrades them.`,
  )
  expect([schemas(), said]).toEqual([was, []])
})

describe('in PostgreSQL', { tags: ['databases'] }, () => {
  let url: string
  beforeEach(async context => {
    const postgres = await sharedPostgres()
    if ('missing' in postgres) return context.skip(postgres.missing)
    url = await restore(release('0.1.0-postgres').dump!, await postgres.database())
  })

  test('accounts of an older version are not migrated before somebody says that a copy is kept', async () => {
    const { username, host, pathname } = new URL(url)
    const withPassword = url.replace(`${username}@`, `${username}:geheim@`)
    const env = { KHO_DATABASE_URL: withPassword, KHO_DATA_DIR: join(dir, 'own') }
    const refused = await start(env).catch(error => error.message)
    expect(refused).toBe(
      `The accounts in PostgreSQL are of an older version. Stop all other processes, keep a copy (pg_dump --format=custom --file=before-${version}.dump 'postgres://${username}@${host}${pathname}'), and start node server/main.ts once with KHO_UPGRADE_WITHOUT_COPY=1.`,
    )
    await start({ ...env, KHO_UPGRADE_WITHOUT_COPY: '1' })
    expect(await start(env)).not.toContain('older')
  })

  test('a process halts once one of a newer version has migrated its database', async () => {
    const db = await openDatabase({ url, dataDir: '' })
    onTestFinished(() => db.destroy())
    const halted: string[] = []
    onTestFinished(watchDatabase([() => newerSchema(db)], message => halted.push(message), 10))
    await sql`insert into kysely_migration values ('9999-later', '2030')`.execute(db)
    await expect.poll(() => halted).toEqual([expect.stringContaining('(schema 9999-later)')])
  })
})

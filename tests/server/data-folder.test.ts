import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { lockDataFolder } from '../../server/data-lock.ts'
import { startKho } from '../../server/kho.ts'
import { lastBackup, runBackup } from '../../server/maintenance/backup.ts'
import { runRestore } from '../../server/maintenance/restore.ts'
import { runVerify } from '../../server/maintenance/verify.ts'
import { openDatabase } from '../../server/store/open.ts'
import { storageAccounts } from '../../server/store/storage-users.ts'
import { openVault } from '../../server/vault/open-vault.ts'
import { readOrMakeSecrets, readSecrets, replaceSecretFile } from '../../server/vault/secret-files.ts'
import { startEngine } from '../engine/support.ts'

let dir: string
let dataDir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-stopped-'))
  dataDir = join(dir, 'data')
  mkdirSync(dataDir)
})
afterEach(() => rmSync(dir, { recursive: true }))

const said: string[] = []
const say = (line: string) => void said.push(line)

const outside = {
  KHO_S3_KIND: 's3',
  KHO_S3_ENDPOINT: 'http://127.0.0.1:9',
  KHO_S3_ADMIN_KEY: 'k',
  KHO_S3_ADMIN_SECRET: 's',
}

/** Other bytes in a file, from there on. */
function scribble(path: string, from: number): void {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, from, from + 20_000)
  writeFileSync(path, bytes)
}

const config = (env: Record<string, string> = {}) => {
  const read = readConfig({ KHO_DATA_DIR: dataDir, ...env })
  return 'config' in read ? read.config : expect.fail(read.problems.join())
}

/** Every file with its bytes, but for the lock, the time of a backup, and what SQLite's readers share. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !/^(lock|holder|last-backup)$|-shm$/.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map(name => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ])

/** A folder as a killed process leaves it: commits in the WALs, an object whose lifecycle rule is due, a file of no object. */
async function leaveFolder() {
  const live = join(dir, 'live')
  mkdirSync(live)
  const accounts = await openDatabase({ url: null, dataDir: live })
  const running = await startEngine({ dir: join(live, 's3'), lifecycle: false, disk: { reserve: 1 } })
  const client = running.client()
  await client.createBucket({ Bucket: 'due' })
  await client.putObject({ Bucket: 'due', Key: 'k', Body: Buffer.alloc(20_000) })
  const Rules = [
    {
      ID: 'r',
      Status: 'Enabled' as const,
      Filter: { Prefix: '' },
      Expiration: { Date: new Date('2026-01-01') },
    },
  ]
  await client.putBucketLifecycleConfiguration({ Bucket: 'due', LifecycleConfiguration: { Rules } })
  cpSync(live, dataDir, { recursive: true })
  await running.stop()
  await accounts.destroy()
  mkdirSync(join(dataDir, 's3/data/ff'), { recursive: true })
  writeFileSync(join(dataDir, 's3/data/ff/no-object'), 'x')
}

test.each([
  ['verify', () => runVerify(config(), say)],
  ['backup', () => runBackup(config(), join(dir, 'copy'), say)],
])(
  '%s of a stopped Kho changes nothing: rules are due, a WAL is not replayed, files are of no object',
  async (_, run) => {
    await leaveFolder()
    const before = filesOf(dataDir)
    expect(before.map(([name]) => name)).toContain('s3/index.sqlite-wal')
    expect(await run()).toBe(true)
    expect(filesOf(dataDir)).toEqual(before)
  },
)

test('a backup during which the secret is replaced has the one that opens its database', async () => {
  await (await openDatabase({ url: null, dataDir })).destroy()
  const { secret } = readOrMakeSecrets(config())
  const copy = join(dir, 'copy')
  let ended = false
  const done = runBackup(config(outside), copy, say).finally(() => {
    ended = true
  })
  while (!ended && !existsSync(join(copy, 'kho.sqlite'))) await nextTurn()
  replaceSecretFile(dataDir)
  expect(await done).toBe(true)
  const replaced = readSecrets(config())
  expect(replaced.earlier).toBe(secret)
  expect(readSecrets(config({ KHO_DATA_DIR: copy }))).toEqual(replaced)
})

test('a folder without an engine is said to be one', async () => {
  await expect(runVerify(config(), say)).rejects.toThrow('has no index')
  await expect(runBackup(config(), join(dir, 'copy'), say)).rejects.toThrow('has no index')
})

test('with another storage a backup has accounts, secret and settings, and is restored', async () => {
  await (await openDatabase({ url: null, dataDir })).destroy()
  const { secret } = readOrMakeSecrets(config())
  const brand = { KHO_BRAND_NAME: `Kho 'của' "tôi" & $PATH` }
  const copy = join(dir, 'copy')
  expect(await runBackup(config({ ...outside, ...brand }), copy, say)).toBe(true)
  expect(readdirSync(copy).sort()).toEqual(['kho.env', 'kho.sqlite', 'secret'])
  expect(existsSync(lastBackup(dataDir))).toBe(true)
  const read = execFileSync('sh', ['-c', `. ${join(copy, 'kho.env')}; printf %s "$KHO_BRAND_NAME"`])
  expect(String(read)).toBe(brand.KHO_BRAND_NAME)
  const target = { ...outside, KHO_DATA_DIR: join(dir, 'target') }
  expect(await runRestore(config(target), copy, say)).toBe(true)
  expect(readSecrets(config(target)).secret).toBe(secret)
})

test('a server that ends under a command is said to have ended', async () => {
  await leaveFolder()
  const server = createServer(socket => void socket.once('data', () => socket.destroy()))
  server.listen(join(dataDir, 'control.sock'))
  onTestFinished(() => void server.close())
  await expect(runBackup(config(), join(dir, 'copy'), say)).rejects.toThrow('Kho ended before "backup" did')
  expect(existsSync(lastBackup(dataDir))).toBe(false)
})

describe('accounts that are damaged', () => {
  const accounts = (folder: string) => join(folder, 'kho.sqlite')
  const other = (folder: string) => writeFileSync(join(folder, 'secret'), 'y'.repeat(43))
  test.each<[string, string, (folder: string) => void]>([
    ['cut', 'kho.sqlite is damaged: ', folder => truncateSync(accounts(folder), 8192)],
    ['empty', 'kho.sqlite is empty, or no database of Kho.', folder => truncateSync(accounts(folder))],
    ['overwritten', 'kho.sqlite is damaged: ', folder => scribble(accounts(folder), 20_000)],
    ['missing', 'has no accounts', folder => rmSync(accounts(folder))],
    ['of another secret', 'is not the secret of the accounts beside it', other],
    [
      'beside a damaged index',
      'index.sqlite is damaged: ',
      folder => scribble(join(folder, 's3/index.sqlite'), 0),
    ],
  ])('%s are not restored', async (_, sentence, damage) => {
    await leaveFolder()
    const db = await openDatabase({ url: null, dataDir })
    await openVault(db, readOrMakeSecrets(config()), { begins: true })
    await db.destroy()
    const copy = join(dir, 'copy')
    await runBackup(config(), copy, say)
    damage(copy)
    const target = join(dir, 'target')
    await expect(runRestore(config({ KHO_DATA_DIR: target }), copy, say)).rejects.toThrow(sentence)
    expect(existsSync(target)).toBe(false)
  })

  test('are found by verify', async () => {
    await leaveFolder()
    await (await openDatabase({ url: null, dataDir })).destroy()
    scribble(accounts(dataDir), 20_000)
    expect(await runVerify(config(), say)).toBe(false)
    expect(said.join('\n')).toContain('kho.sqlite is damaged: ')
  })

  test('make no good backup', async () => {
    await leaveFolder()
    await (await openDatabase({ url: null, dataDir })).destroy()
    scribble(accounts(dataDir), 20_000)
    expect(await runBackup(config(), join(dir, 'copy'), say)).toBe(false)
    expect(said.join('\n')).toContain('kho.sqlite is damaged: ')
    expect(existsSync(lastBackup(dataDir))).toBe(false)
  })
})

test('without a dump of the accounts in PostgreSQL there is no backup', async () => {
  const database = {
    KHO_DATABASE_URL: 'postgres://kho:hush@127.0.0.1:1/kho',
    KHO_SECRET: 'secret of the tests, long enough',
  }
  const refused = await runBackup(config({ ...outside, ...database }), join(dir, 'copy'), say).catch(String)
  expect(refused).toMatch(/pg_dump has failed: |there is no pg_dump here/)
  expect(refused).not.toContain('hush')
  expect(existsSync(lastBackup(dataDir))).toBe(false)
})

test.each([
  ['embedded', {}],
  ['s3', outside],
])(
  'with the storage %s, a folder in use is left as it is: no file is opened or migrated',
  async (kind, env) => {
    await leaveFolder()
    const unlock = lockDataFolder(dataDir)
    onTestFinished(unlock)
    const before = filesOf(dataDir)
    await expect(startKho(config({ KHO_S3_KIND: kind, ...env }))).rejects.toThrow(
      `${dataDir} is in use by process ${process.pid}, started`,
    )
    expect(filesOf(dataDir)).toEqual(before)
  },
)

test('a folder that another process has is not read; it says who has it', async () => {
  await leaveFolder()
  const unlock = lockDataFolder(dataDir)
  await expect(runVerify(config(), say)).rejects.toThrow(
    `${dataDir} is in use by process ${process.pid}, started`,
  )
  unlock()
  expect(await runVerify(config(), say)).toBe(true)
})

test('a restore says what is missing, and copies nothing', async () => {
  await leaveFolder()
  const copy = join(dir, 'copy')
  const target = join(dir, 'target')
  await runBackup(config(), copy, say)
  const restore = (from = copy, env = {}) => runRestore(config({ KHO_DATA_DIR: target, ...env }), from, say)
  const inside = restore(copy, { KHO_DATA_DIR: join(copy, 'data') })
  await expect(inside).rejects.toThrow(`${join(copy, 'data')} is in ${copy}: nothing was restored.`)
  const none = join(dir, 'none')
  await expect(restore(none)).rejects.toThrow(`${none} is no backup: it has no s3/index.sqlite.`)
  rmSync(join(copy, 'secret'), { force: true })
  await expect(restore()).rejects.toThrow(`${copy} has no secret: set KHO_SECRET`)
  rmSync(join(copy, 'kho.sqlite'), { force: true })
  await expect(restore()).rejects.toThrow(`${copy} has no accounts. Set KHO_DATABASE_URL`)
  expect(existsSync(target)).toBe(false)
  await expect(restore(copy, { KHO_DATA_DIR: dataDir })).rejects.toThrow(
    `${dataDir} is not empty: nothing was restored.`,
  )
})

test('a backup in a folder that others may read, and what is restored from it, is not theirs to read', async () => {
  await leaveFolder()
  const copy = join(dir, 'copy')
  const target = join(dir, 'target')
  for (const folder of [copy, target]) mkdirSync(folder, { mode: 0o755 })
  await runBackup(config(), copy, say)
  expect(await runRestore(config({ KHO_DATA_DIR: target, KHO_SECRET: 'x'.repeat(32) }), copy, say)).toBe(true)
  const open = [copy, target].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      name => (statSync(join(folder, name)).mode & 0o077) !== 0,
    ),
  )
  expect(readdirSync(target)).toEqual(expect.arrayContaining(['kho.sqlite', 'lock', 's3']))
  expect(open).toEqual([])
})

test('what was restored from a damaged backup starts only where the damage was accepted', async () => {
  await leaveFolder()
  const copy = join(dir, 'copy')
  const target = { KHO_DATA_DIR: join(dir, 'target'), KHO_SECRET: 'x'.repeat(32) }
  await runBackup(config(), copy, say)
  const bodies = join(copy, 's3/data')
  const [name] = readdirSync(bodies, { recursive: true, encoding: 'utf8' }).filter(each => each.length > 3)
  rmSync(join(bodies, name!))
  expect(await runRestore(config(target), copy, say)).toBe(false)
  expect(said.at(-1)).toContain(`${copy} is damaged: ${target.KHO_DATA_DIR} will not start.`)
  await expect(startKho(config(target))).rejects.toThrow('did not end well')
  rmSync(target.KHO_DATA_DIR, { recursive: true })
  said.length = 0
  expect(await runRestore(config(target), copy, say, { acceptDamage: true })).toBe(true)
  expect(said.join('\n')).toContain('"due/k"')
  await (
    await startKho(config({ ...target, KHO_PORT: '0', KHO_S3_PORT: '0' }), {
      logTo: { write: () => undefined },
    })
  ).close()
})

test('users of the storage that no account has are suspended at the start; those of accounts are not', async () => {
  const env = {
    KHO_SECRET: 'x'.repeat(32),
    KHO_PORT: '0',
    KHO_S3_PORT: '0',
    KHO_ADMIN_EMAIL: 'a@example.com',
  }
  const written: string[] = []
  const start = () => startKho(config(env), { logTo: { write: line => void written.push(line) } })
  const first = await start()
  const { db, sync } = first.services
  const [account] = await storageAccounts(db)
  await sync.verify(account!.id)
  await first.services.admin.putUser({ uid: 'trial', displayName: 'Trial' })
  await first.services.admin.setSuspended(account!.storageUid, true)
  await first.close()
  const { services, close } = await start()
  onTestFinished(close)
  expect(await services.admin.getUser('trial')).toMatchObject({ suspended: true })
  const known = () => services.admin.getUser(account!.storageUid)
  await expect.poll(known).toMatchObject({ suspended: false })
  expect(written.join('')).toContain('"users":["trial"]')
})

import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { csvCell } from '../../domain/csv.ts'
import type { Config } from '../config.ts'
import { lockDataFolder, requireWhole, unfinishedMove } from '../data-lock.ts'
import { openStopped } from '../engine/stopped.ts'
import { syncFile } from '../engine/store/backup.ts'
import type { Stored, StoredCounts } from '../engine/stored.ts'
import { Problem } from '../errors/problem.ts'
import { inTurns } from '../limits/in-turns.ts'
import { rgwAdmin } from '../storage-admin/rgw.ts'
import { makeStorageSync } from '../storage-admin/storage-sync.ts'
import { newIncarnation } from '../storage-admin/topics.ts'
import { openLocks } from '../store/locks.ts'
import type { Database } from '../store/open.ts'
import { storageAccounts } from '../store/storage-users.ts'
import { updateTopic } from '../store/topics.ts'
import type { Vault } from '../vault/vault.ts'
import type { Difference } from './compare-objects.ts'
import { withDatabase } from './database.ts'
import { type Account, makeMover } from './move-account.ts'
import { copyFolder, writeRclone } from './rclone.ts'

/** What is not moved, if there is any of it: `{n}` is how much. */
const counted: Record<keyof StoredCounts, string> = {
  versions: 'Previous versions: {n}.',
  markers: 'Delete markers: {n}.',
  locks: 'Retentions and legal holds of objects: {n}.',
  acls: 'ACLs of objects: {n}.',
  tags: 'Tags of objects: {n}.',
  expires: 'Headers “Expires” of objects: {n}.',
  encrypted: 'Encryption at rest of objects: {n}. RGW stores them as it is set up to.',
  uploads: 'Unfinished uploads: {n}.',
  notifications: 'Notifications of buckets: {n}. Save them again in the console.',
  encryption: 'Default encryption of buckets: {n}.',
  ownership: 'Ownership controls of buckets: {n}.',
}

/** Sentences for what the new storage does not have of the old one. */
function leftBehind(counts: StoredCounts): string[] {
  const found = Object.entries(counted).filter(([name]) => counts[name as keyof StoredCounts] > 0)
  const lines = found.map(
    ([name, sentence]) => `  ${sentence.replace('{n}', String(counts[name as keyof StoredCounts]))}`,
  )
  return [
    'Left behind:',
    ...lines,
    '  Times of objects, which are those of the copy (the metadata “mtime” has the old ones), checksums, and',
    '  ETags of uploads in parts; the last use of keys, and traffic that the console had not counted yet.',
  ]
}

type Say = (line: string) => void

/** `from`: the URL of the old engine; `accept`: finish although objects differ. */
export type MoveCommand = { folder: string; from: string; finish: boolean; accept: boolean }

/** The command in what follows `move`; undefined: it is incomplete. */
export function readMoveCommand([folder, ...words]: string[]): MoveCommand | undefined {
  if (folder === undefined || folder.startsWith('-')) return undefined
  const command = { folder: resolve(folder), from: 'http://127.0.0.1:9000', finish: false, accept: false }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const url = word === '--from' ? words.shift() : undefined
    if (url !== undefined && URL.canParse(url)) command.from = url
    else if (word === '--finish') command.finish = true
    else if (word === '--accept-differences') command.accept = true
    else return undefined
  }
  return command.accept && !command.finish ? undefined : command
}

/** Accounts that are moved at once. */
const atOnce = 4

/** Files of the console; with PostgreSQL the accounts are not among them. */
const copiedFiles = ['kho.sqlite', 'kho.sqlite-wal', 'secret', 'secret.old']

/**
 * Step 1 copies the console's data of a stopped Kho, or of its backup, into a new data folder, then creates storage users
 * with the console's keys, and empty buckets, at the new storage. The operator copies objects with rclone. Step 2
 * (`finish`) compares them, and adds what would have blocked the copy: settings, quotas and everybody's keys. Both steps
 * can be repeated and start from the accounts of the old folder, where only the lock is written. No server starts on the
 * new folder before the end. False if objects differ.
 * @throws if a folder cannot be used, or the storage does not fit
 */
export async function runMove(config: Config, command: MoveCommand, say: Say): Promise<boolean> {
  const { folder } = command
  await requireFolders(config, folder)
  const unlockOld = lockDataFolder(folder)
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    const unlock = lockDataFolder(config.dataDir)
    try {
      await copyConsole(config, folder)
      const old = await openStopped(join(folder, 's3'))
      try {
        return await withDatabase(config, (db, vault) =>
          move({ config, db, vault, old: old.stored }, command, say),
        )
      } finally {
        old.close()
      }
    } finally {
      unlock()
    }
  } catch (error) {
    throw error instanceof Problem ? new Error(told(error), { cause: error }) : error
  } finally {
    unlockOld()
  }
}

const told = (problem: Problem) =>
  `Ceph RGW: ${problem.message}${problem.cause instanceof Error ? ` (${problem.cause.message})` : ''}`

async function requireFolders(
  { storage, dataDir, databaseUrl, secret }: Config,
  source: string,
): Promise<void> {
  if (storage.kind !== 'rgw') throw new Error('move is for Ceph RGW: set KHO_S3_KIND=rgw.')
  const has = (name: string) => existsSync(join(source, name))
  if (!has('s3/index.sqlite'))
    throw new Error(`${source} has no s3/index.sqlite: no embedded engine ran there.`)
  if (relative(source, dataDir).split(sep)[0] !== '..')
    throw new Error(`KHO_DATA_DIR is ${dataDir}: it must be a new folder, outside of ${source}.`)
  if (has('kho.sqlite') !== (databaseUrl === null))
    throw new Error(
      databaseUrl === null
        ? `${source} has no accounts. Set KHO_DATABASE_URL to a copy of their database if they are in PostgreSQL.`
        : `The accounts of ${source} are in SQLite: unset KHO_DATABASE_URL.`,
    )
  requireWhole(source)
  if (secret === null && !has('secret')) throw new Error(`${source} has no secret: set KHO_SECRET to it.`)
  if (!existsSync(dataDir) || existsSync(unfinishedMove(dataDir))) return
  const found = (await readdir(dataDir)).filter(name => !['lock', 'holder'].includes(name))
  if (found.length > 0) throw new Error(`${dataDir} is not empty: nothing was moved.`)
}

async function copyConsole({ dataDir }: Config, source: string): Promise<void> {
  await writeFile(unfinishedMove(dataDir), '')
  await syncFile(unfinishedMove(dataDir))
  await syncFile(dataDir)
  await rm(join(dataDir, 'kho.sqlite-shm'), { force: true })
  for (const name of copiedFiles) {
    await rm(join(dataDir, name), { force: true })
    if (!existsSync(join(source, name))) continue
    await copyFile(join(source, name), join(dataDir, name))
    await syncFile(join(dataDir, name))
  }
  await syncFile(dataDir)
}

type Sides = { config: Config; db: Database; vault: Vault; old: Stored }

async function move({ config, db, vault, old }: Sides, command: MoveCommand, say: Say): Promise<boolean> {
  const { endpoint, region, admin: keys } = config.storage
  const admin = rgwAdmin({ endpoint: endpoint!, region, keys: keys! })
  const now = Date.now
  const mover = makeMover({ db, vault, admin, endpoint: endpoint!, region, now })
  const buckets = old.buckets()
  const accounts = (await storageAccounts(db)).map(account => ({
    ...account,
    buckets: buckets.filter(({ uid }) => uid === account.storageUid),
  }))
  const known = new Set(accounts.map(({ storageUid }) => storageUid))
  for (const { name, uid } of buckets)
    if (!known.has(uid)) say(`The bucket ${name} belongs to no account, and is not moved.`)
  const owners = accounts.filter(each => each.buckets.length > 0)
  const copied = await inTurns(atOnce, owners, account => mover.prepare(account, say))
  const count = `${accounts.length} accounts, ${owners.flatMap(each => each.buckets).length} buckets`
  if (!command.finish) {
    const to = endpoint!
    const script = await writeRclone(config.dataDir, copied.flat(), { from: command.from, to, region })
    say(`Prepared: ${count}.`)
    say(`Start the old Kho again, and copy the files:  sh ${script}`)
    say('Then stop the old Kho, copy what has changed since, and run move once more with --finish.')
    return true
  }
  const differences = (await inTurns(atOnce, owners, account => mover.compare(account, old))).flat()
  if (differences.length > 0) {
    const list = await writeDifferences(config.dataDir, differences)
    say(`Files that differ: ${differences.length}. They are listed in ${list}.`)
    if (!command.accept) {
      say('Copy them, or finish without them by --accept-differences. Nothing else was changed.')
      return false
    }
  }
  const quotas = new Map(old.users().map(({ uid, quota }) => [uid, quota]))
  // The engine's stamps are times.
  for (const { id } of await db.selectFrom('topics').select('id').execute())
    await updateTopic(db, id, { stamp: newIncarnation() })
  const locks = openLocks(config.databaseUrl, error => say(error.message))
  try {
    const sync = makeStorageSync({ db, vault, admin, locks, now })
    await inTurns(atOnce, accounts, async (account: Account) => {
      await mover.finish(account, quotas.get(account.storageUid) ?? null, say)
      await sync.verify(account.id)
    })
  } finally {
    await locks.close()
  }
  for (const sentence of leftBehind(old.counts(now()))) say(sentence)
  for (const name of ['rclone.conf', 'copy-files.sh'])
    await rm(join(copyFolder(config.dataDir), name), { force: true })
  await rm(unfinishedMove(config.dataDir))
  say(`Moved: ${count}. Kho can be started on ${config.dataDir}.`)
  return true
}

async function writeDifferences(dataDir: string, differences: readonly Difference[]): Promise<string> {
  const rows = differences.map(({ bucket, key, kind }) => [bucket, key, kind].map(csvCell).join(','))
  const path = join(copyFolder(dataDir), 'differences.csv')
  await mkdir(copyFolder(dataDir), { recursive: true, mode: 0o700 })
  await writeFile(path, `bucket,key,difference\r\n${rows.join('\r\n')}\r\n`, { mode: 0o600 })
  return path
}

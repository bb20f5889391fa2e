import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { lockDataFolder } from '../../server/data-lock.ts'
import { startKho } from '../../server/kho.ts'
import { runCommand } from '../../server/maintenance/command.ts'
import { openDatabase } from '../../server/store/open.ts'
import { startEngine } from '../engine/support.ts'

let dir: string
let dataDir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-stopped-'))
  dataDir = join(dir, 'data')
  mkdirSync(dataDir)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true })
})

const config = (env: Record<string, string> = {}) => {
  const read = readConfig({ KHO_DATA_DIR: dataDir, ...env })
  return 'config' in read ? read.config : expect.fail(read.problems.join())
}

/** Every file with its bytes, but for the lock and what SQLite's readers share. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !/^(lock|holder)$|-shm$/.test(name) && statSync(join(folder, name)).isFile())
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
  await client.send(new CreateBucketCommand({ Bucket: 'due' }))
  await client.send(new PutObjectCommand({ Bucket: 'due', Key: 'k', Body: Buffer.alloc(20_000) }))
  const Rules = [
    {
      ID: 'r',
      Status: 'Enabled' as const,
      Filter: { Prefix: '' },
      Expiration: { Date: new Date('2026-01-01') },
    },
  ]
  await client.send(
    new PutBucketLifecycleConfigurationCommand({ Bucket: 'due', LifecycleConfiguration: { Rules } }),
  )
  cpSync(live, dataDir, { recursive: true })
  await running.stop()
  await accounts.destroy()
  mkdirSync(join(dataDir, 's3/data/ff'), { recursive: true })
  writeFileSync(join(dataDir, 's3/data/ff/no-object'), 'x')
}

test.each([['verify', ''] as const, ['backup', 'copy'] as const])(
  '%s of a stopped Kho changes nothing: rules are due, a WAL is not replayed, files are of no object',
  async (command, target) => {
    await leaveFolder()
    const before = filesOf(dataDir)
    expect(before.map(([name]) => name)).toContain('s3/index.sqlite-wal')
    expect(await runCommand(config(), { command, argument: target && join(dir, target) })).toBe(true)
    expect(filesOf(dataDir)).toEqual(before)
  },
)

test('a folder without an engine is said to be one', async () => {
  await expect(runCommand(config(), { command: 'verify', argument: '' })).rejects.toThrow('has no index')
})

test.each([
  ['embedded', {}],
  ['s3', { KHO_S3_ENDPOINT: 'http://127.0.0.1:9', KHO_S3_ADMIN_KEY: 'k', KHO_S3_ADMIN_SECRET: 's' }],
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
  await expect(runCommand(config(), { command: 'verify', argument: '' })).rejects.toThrow(
    `${dataDir} is in use by process ${process.pid}, started`,
  )
  unlock()
  expect(await runCommand(config(), { command: 'verify', argument: '' })).toBe(true)
})

// @module-tag faults
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole } from './support/console.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'

const elsewhere = '/dev/shm'
const probe = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8' })
const hasOther = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync(tmpdir()).dev

test('a backup on another disk is on that disk before the command ends, a restore is whole, and an old secret stays removed', async context => {
  if (probe.status !== 0) return context.skip('strace cannot be used here')
  if (!hasOther) return context.skip('there is no other file system')
  const folder = mkdtempSync(join(tmpdir(), 'kho-backup-'))
  const target = mkdtempSync(join(elsewhere, 'kho-backup-'))
  onTestFinished(() => {
    for (const each of [folder, target]) rmSync(each, { recursive: true, force: true })
  })
  const data = join(folder, 'data')
  const console = await startConsole({ KHO_DATA_DIR: data })
  const people = await makePeople(console)
  const owner = await people.owner('chu')
  const visitor = await people.visit(owner)
  const bucket = 'sao-luu'
  await request(visitor, 'createBucket', { body: { bucket } })
  const client = await clientOf(console, owner)
  for (const [Key, size] of Object.entries({ small: 10, large: 1_000_000 }))
    await client.putObject({ Bucket: bucket, Key, Body: Buffer.alloc(size, Key) })
  await console.kho.close()

  const trace = join(folder, 'trace')
  const strace = ['-f', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace]
  const env = { ...process.env, KHO_DATA_DIR: data }
  const run = spawnSync('strace', [...strace, process.execPath, 'server/main.ts', 'backup', target], {
    encoding: 'utf8',
    env,
  })
  expect([run.status, run.stderr]).toEqual([0, ''])
  const synced = new Set(
    [...readFileSync(trace, 'utf8').matchAll(/f(?:data)?sync\(\d+<([^>]+)>/g)].map(([, path]) => path),
  )
  const files = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter(each => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(files.length).toBeGreaterThanOrEqual(4)
  expect(files.filter(path => !synced.has(path))).toEqual([])

  const restored = join(folder, 'restored')
  const calls = ['-f', '-y', '-e', 'trace=fsync,fdatasync,unlink,unlinkat', '-o', trace]
  const restore = spawnSync('strace', [...calls, process.execPath, 'server/main.ts', 'restore', target], {
    encoding: 'utf8',
    env: { ...process.env, KHO_DATA_DIR: restored },
  })
  expect([restore.status, restore.stderr]).toEqual([0, ''])
  const [, afterMark] = readFileSync(trace, 'utf8').split(`${restored}/restoring"`)
  expect(afterMark).toContain(`<${restored}>)`)

  const rotate = spawnSync('strace', [...calls, process.execPath, 'server/main.ts', 'rotate', 'secret'], {
    encoding: 'utf8',
    env: { ...process.env, KHO_DATA_DIR: restored },
  })
  expect([rotate.status, rotate.stderr]).toEqual([0, ''])
  const afterOld = readFileSync(trace, 'utf8').split(`${restored}/secret.old"`).at(-1)
  expect(afterOld).toContain(`<${restored}>)`)
})

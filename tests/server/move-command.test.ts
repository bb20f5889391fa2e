import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from '../../server/data-lock.ts'
import { startKho } from '../../server/kho.ts'
import { readMoveCommand, runMove } from '../../server/maintenance/move.ts'
import { configOf } from './support/console.ts'

let dir: string
let old: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-move-'))
  old = join(dir, 'old')
  mkdirSync(join(old, 's3'), { recursive: true })
  for (const name of ['s3/index.sqlite', 'kho.sqlite', 'secret']) writeFileSync(join(old, name), '')
})
afterEach(() => rmSync(dir, { recursive: true }))

const rgw = () => ({
  ...{
    KHO_DATA_DIR: join(dir, 'new'),
    KHO_PORT: '0',
    KHO_S3_KIND: 'rgw',
    KHO_S3_ENDPOINT: 'http://127.0.0.1:9',
  },
  ...{ KHO_S3_ADMIN_KEY: 'admin', KHO_S3_ADMIN_SECRET: 'secret' },
})

const move = (env: Record<string, string> = {}) =>
  runMove(configOf({ ...rgw(), ...env }), readMoveCommand([old])!, () => undefined)

test('differences are accepted at the end only, and an address must be one', () => {
  const plain = { folder: old, from: 'http://127.0.0.1:9000', finish: false, accept: false }
  expect(readMoveCommand([old])).toEqual(plain)
  expect(readMoveCommand([old, '--from', 'https://s3.example.com'])).toEqual({
    ...plain,
    from: 'https://s3.example.com',
  })
  expect(readMoveCommand([old, '--finish', '--accept-differences'])).toEqual({
    ...plain,
    ...{ finish: true, accept: true },
  })
  for (const words of [
    [],
    ['--finish'],
    [old, '--from'],
    [old, '--from', 'there'],
    [old, '--accept-differences'],
  ])
    expect(readMoveCommand(words)).toBeUndefined()
})

test('a move from what is no old folder, or to one in use, says why and writes nothing', async () => {
  await expect(move({ KHO_S3_KIND: 's3' })).rejects.toThrow('set KHO_S3_KIND=rgw')
  await expect(move({ KHO_DATA_DIR: join(old, 'new') })).rejects.toThrow('must be a new folder')
  const database = { KHO_DATABASE_URL: 'postgres://127.0.0.1/kho', KHO_SECRET: 'x'.repeat(32) }
  await expect(move(database)).rejects.toThrow('are in SQLite')
  writeFileSync(join(old, 'restoring'), '')
  await expect(move()).rejects.toThrow('did not end well')
  rmSync(join(old, 'restoring'))
  const unlock = lockDataFolder(old)
  await expect(move()).rejects.toThrow('is in use by')
  unlock()
  rmSync(join(old, 'secret'))
  await expect(move()).rejects.toThrow('has no secret')
  rmSync(join(old, 'kho.sqlite'))
  await expect(move()).rejects.toThrow('has no accounts')
  rmSync(join(old, 's3'), { recursive: true })
  await expect(move()).rejects.toThrow('no embedded engine')
  expect(readdirSync(dir)).toEqual(['old'])
})

test('a data folder that holds something is never moved into, and a half-moved one does not start', async () => {
  mkdirSync(join(dir, 'new'))
  writeFileSync(join(dir, 'new/kho.sqlite'), 'others')
  await expect(move()).rejects.toThrow('is not empty')
  expect(readdirSync(join(dir, 'new'))).toEqual(['kho.sqlite'])
  rmSync(join(dir, 'new/kho.sqlite'))
  await expect(move()).rejects.toThrow()
  await expect(startKho(configOf(rgw()))).rejects.toThrow('is not finished')
})

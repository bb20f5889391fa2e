import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { GiB, MiB } from '../../domain/limits.ts'
import { ballastBytes, DiskFull, isDiskFull, openDisk, startBytes } from '../../server/disk.ts'

let dir: string
let free: number
const said: string[] = []
const disk = (reserve: number | null = 100 * MiB) =>
  openDisk({ dir, reserve, space: () => ({ free, total: 2 * GiB }), log: text => said.push(text) })

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-disk-'))
  said.length = 0
})
afterEach(() => rmSync(dir, { recursive: true }))
const ballast = () => statSync(join(dir, 'ballast'), { throwIfNoEntry: false })?.size ?? 0

test('what is on its way counts until it shows as used or is given up', () => {
  free = 110 * MiB
  const one = disk()
  const first = one.claim(6 * MiB)
  expect(() => one.claim(5 * MiB)).toThrow(DiskFull)
  first.wrote(6 * MiB)
  free -= 6 * MiB
  const second = one.claim(3 * MiB)
  expect(() => one.claim(MiB)).toThrow(DiskFull)
  first[Symbol.dispose]()
  second[Symbol.dispose]()
  second[Symbol.dispose]()
  one.claim(4 * MiB)
  expect(() => one.claim(1)).toThrow(DiskFull)
})

test('a body of unknown length is held against the disk as it comes', () => {
  free = 101 * MiB
  const one = disk()
  const claim = one.claim(0)
  claim.wrote(MiB)
  expect(() => claim.wrote(1)).toThrow(DiskFull)
  claim[Symbol.dispose]()
  expect(one.isFull()).toBe(false)
})

test('the reserve is 5 % of the disk where none is set, and its use is logged once', () => {
  free = 102 * MiB
  const one = disk(null)
  expect([one.isFull(), one.isFull()]).toEqual([true, true])
  free = 103 * MiB
  expect(one.isFull()).toBe(false)
  expect(said).toEqual([
    `Less than ${Math.floor(102.4 * MiB)} bytes are free in ${dir}: writes are refused.`,
    `There is room again in ${dir}.`,
  ])
})

test('the ballast is allocated where there is room, freed but for the next start where there is none, and made again', async () => {
  free = 200 * MiB
  const one = disk()
  const blocks = () => statSync(join(dir, 'ballast'), { throwIfNoEntry: false })?.blocks ?? 0
  await expect.poll(blocks).toBeGreaterThanOrEqual(ballastBytes / 512)
  await one.close()
  free = 4 * MiB - 1
  one.adjustBallast()
  one.adjustBallast()
  expect(ballast()).toBe(startBytes)
  free = 120 * MiB
  const next = disk()
  next.adjustBallast()
  expect(ballast()).toBe(startBytes)
  free = 200 * MiB
  next.adjustBallast()
  await expect.poll(blocks).toBeGreaterThanOrEqual(ballastBytes / 512)
  next.releaseBallast()
  expect(ballast()).toBeLessThanOrEqual(startBytes)
})

test('a start gives the ballast up where almost nothing is free, and takes half a one for none', async () => {
  writeFileSync(join(dir, 'ballast'), Buffer.alloc(ballastBytes))
  free = 0
  disk()
  expect(readdirSync(dir)).toEqual([])
  writeFileSync(join(dir, 'ballast'), Buffer.alloc(startBytes))
  disk()
  expect(readdirSync(dir)).toEqual([])
  writeFileSync(join(dir, 'ballast'), 'half')
  free = GiB
  disk()
  await expect.poll(() => statSync(join(dir, 'ballast')).size).toBe(ballastBytes)
})

test('without a reserve nothing is refused or kept', async () => {
  writeFileSync(join(dir, 'ballast'), Buffer.alloc(ballastBytes))
  free = 0
  const one = disk(0)
  one.claim(GiB)
  expect([one.isFull(), readdirSync(dir)]).toEqual([false, []])
})

test('a full file system, a spent quota and a full database are the same', () => {
  const error = (code: string) => Object.assign(new Error(code), { code })
  const full = Object.assign(error('ERR_SQLITE_ERROR'), { errcode: 13 })
  expect([new DiskFull(), error('ENOSPC'), error('EDQUOT'), full].map(isDiskFull)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([error('EIO'), new Error('other')].map(isDiskFull)).toEqual([false, false])
})

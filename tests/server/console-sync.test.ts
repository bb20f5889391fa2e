import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../server/store/open.ts'
import { keepSetting } from '../../server/store/settings.ts'

type Done = (error: Error | null) => void

let dir: string
let db: Database
let held: Done[]
let halted: string[]
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kho-console-sync-'))
  halted = []
  db = await openDatabase({ url: null, dataDir: dir, onHalt: message => halted.push(message) })
  held = []
  const hold = ((_fd: number, done: Done) => held.push(done)) as unknown as typeof fs.fdatasync
  vi.spyOn(fs, 'fdatasync').mockImplementation(hold)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.destroy()
  rmSync(dir, { recursive: true })
})

/** Whether the work has ended by the time that the event loop has gone round. */
async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  let ended = false
  void work.then(() => {
    ended = true
  })
  await new Promise(resolve => setImmediate(resolve))
  return ended
}

const names = () => db.selectFrom('settings').select('name').execute()

test('a commit resolves once it is synced, which leaves the event loop free', async () => {
  const kept = keepSetting(db, 'a', '1')
  await expect.poll(() => held.length).toBe(1)
  expect(await hasEnded(kept)).toBe(false)
  held[0]!(null)
  expect(await kept).toBe('1')
})

test('a transaction is synced once, and a read never', async () => {
  const made = db.transaction().execute(async trx => {
    await trx.insertInto('settings').values({ name: 'a', value: '1' }).execute()
    await trx.insertInto('settings').values({ name: 'b', value: '2' }).execute()
  })
  await expect.poll(() => held.length).toBe(1)
  held[0]!(null)
  await made
  expect(await names()).toHaveLength(2)
  expect(held).toHaveLength(1)
})

test('a read waits for no transaction, and sees what has been committed before it', async () => {
  const end = Promise.withResolvers<void>()
  const open = db.transaction().execute(async trx => {
    await trx.insertInto('settings').values({ name: 'a', value: '1' }).execute()
    expect(await trx.selectFrom('settings').select('name').execute()).toEqual([{ name: 'a' }])
    expect(await names()).toEqual([])
    await end.promise
  })
  const next = keepSetting(db, 'b', '2')
  end.resolve()
  await expect.poll(() => held.length).toBe(1)
  held[0]!(null)
  await open
  await expect.poll(() => held.length).toBe(2)
  held[1]!(null)
  await next
  expect(await names()).toEqual([{ name: 'a' }, { name: 'b' }])
})

test('a read that may have seen a commit resolves once that is synced', async () => {
  const kept = keepSetting(db, 'a', '1')
  await expect.poll(() => held.length).toBe(1)
  const seen = names()
  // The thread has answered the one before it.
  await expect(sql`select nothing`.execute(db)).rejects.toThrow('nothing')
  expect(await hasEnded(seen)).toBe(false)
  held[0]!(null)
  expect(await seen).toEqual([{ name: 'a' }])
  await kept
})

test('after a failed sync nothing is read or written any more, and the process is told to end [V16.5.3]', async () => {
  const kept = keepSetting(db, 'a', '1')
  await expect.poll(() => held.length).toBe(1)
  held[0]!(new Error('EIO'))
  await expect(kept).rejects.toThrow('A sync of the console’s database failed.')
  await expect(names()).rejects.toThrow('A sync')
  expect(halted).toEqual(['A sync of the console’s database failed.'])
})

test('a long statement lets the event loop go on', async () => {
  const numbers = sql`SELECT max(i) FROM (
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) SELECT i FROM n)`
  let ended = false
  const counted = numbers.execute(db).then(() => {
    ended = true
  })
  for (let turns = 0; turns < 20; turns += 1) {
    await nextTurn()
    expect(ended).toBe(false)
  }
  await counted
})

import fs, { rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { copyIndex } from '../../server/engine/store/backup.ts'
import { findBucket, forgetBucket, requireBucket } from '../../server/engine/store/buckets.ts'
import { openCommits } from '../../server/engine/store/commits.ts'
import { type Database, openDatabase } from '../../server/engine/store/database.ts'
import { createHalt } from '../../server/engine/store/halt.ts'
import { fdatasyncInTurn } from '../../server/engine/store/sync.ts'
import { temporaryFolder } from './support.ts'

let dir: string
let db: Database

beforeEach(() => {
  dir = temporaryFolder()
  db = openDatabase(dir)
  db.run("INSERT INTO user (uid, display_name) VALUES ('owner', 'Owner')")
  db.run("INSERT INTO bucket (name, uid, created) VALUES ('b', 'owner', 0)")
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true })
})

const tags = () => findBucket({ db }, 'b')?.tags

test('a setting that was rolled back is not remembered', () => {
  expect(tags()).toBeNull()
  db.sqlite.exec('BEGIN')
  db.run("UPDATE bucket SET tags = 'new' WHERE name = 'b'")
  forgetBucket({ db }, 'b')
  expect(tags()).toBe('new')
  db.sqlite.exec('ROLLBACK')
  expect(tags()).toBeNull()
})

test('a bucket that was made again under its name is another one', () => {
  const before = findBucket({ db }, 'b')!
  db.run("DELETE FROM bucket WHERE name = 'b'")
  forgetBucket({ db }, 'b')
  expect(findBucket({ db }, 'b')).toBeUndefined()
  db.run("INSERT INTO bucket (name, uid, created) VALUES ('b', 'owner', 1)")
  expect(() => requireBucket({ db }, before)).toThrow('bucket does not exist')
  expect(findBucket({ db }, 'b')?.created).toBe(1)
})

test('a thousand buckets are remembered, and the one least used goes first', () => {
  const named = Array.from({ length: 1000 }, (_, at) => `other-${at}`)
  for (const name of named) db.run("INSERT INTO bucket (name, uid, created) VALUES (?, 'owner', 0)", name)
  for (const name of ['b', ...named.slice(0, -1), 'b', named.at(-1)!]) findBucket({ db }, name)
  // Behind the back of what is remembered: what is read again has the tags.
  db.run("UPDATE bucket SET tags = 'new'")
  expect([tags(), findBucket({ db }, named[0]!)?.tags]).toEqual([null, 'new'])
})

test('what could wait and then could not be written is reported, and hinders nothing else', async () => {
  const lost: unknown[] = []
  const halt = createHalt(() => undefined)
  const commits = openCommits(db, halt, undefined, error => lost.push(error))
  commits.later(() => {
    throw new Error('no such table')
  })
  let written = false
  commits.later(() => {
    written = true
  })
  expect(await commits.run(() => 'done')).toBe('done')
  expect({ written, lost }).toEqual({ written: true, lost: [new Error('no such table')] })
})

test('of many files that are complete at once, eight are synced at a time, each once', async () => {
  const held: [fd: number, done: (error: Error | null) => void][] = []
  const sync = vi.spyOn(fs, 'fdatasync').mockImplementation((fd, done) => {
    held.push([fd, done])
  })
  onTestFinished(() => sync.mockRestore())
  const all = Promise.allSettled(Array.from({ length: 20 }, (_, fd) => fdatasyncInTurn(fd)))
  await expect.poll(() => held.length).toBe(8)
  held[0]![1](new Error('The disk is broken.'))
  held[1]![1](null)
  await expect.poll(() => held.length).toBe(10)
  for (let next = 2; next < 20; next++) {
    await expect.poll(() => held.length).toBeGreaterThan(next)
    held[next]![1](null)
  }
  expect((await all).map(({ status }) => status)).toEqual(['rejected', ...Array(19).fill('fulfilled')])
  expect(held.map(([fd]) => fd)).toEqual(Array.from({ length: 20 }, (_, fd) => fd))
})

test('a copy that begins while the same connection commits is made after that', async () => {
  const source = new DatabaseSync(join(dir, 'source'))
  source.exec('PRAGMA journal_mode = wal; CREATE TABLE t (a); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)')
  const copied = copyIndex(source, join(dir, 'copy'), 500)
  // Where Node's own call waits, `copyIndex` need not any more.
  await expect(backup(source, join(dir, 'other'))).rejects.toMatchObject({ errcode: 0 })
  source.exec('COMMIT')
  await copied
  source.close()
  const copy = new DatabaseSync(join(dir, 'copy'))
  expect(
    copy
      .prepare('SELECT a FROM t')
      .all()
      .map(row => ({ ...row })),
  ).toEqual([{ a: 1 }])
  copy.close()
})

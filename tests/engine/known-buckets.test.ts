import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBucket, forgetBucket, requireBucket } from '../../server/engine/store/buckets.ts'
import { type Database, openDatabase } from '../../server/engine/store/database.ts'

let dir: string
let db: Database

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-known-buckets-'))
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

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

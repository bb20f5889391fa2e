import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { copyIndex } from '../../server/engine/store/backup.ts'

test('a copy that begins while the same connection commits is made after that', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kho-copy-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
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

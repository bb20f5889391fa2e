import fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBlobs } from '../../server/engine/store/blobs.ts'
import { openCommits } from '../../server/engine/store/commits.ts'
import { openDatabase } from '../../server/engine/store/database.ts'
import { createHalt } from '../../server/engine/store/halt.ts'
import { openMarks } from '../../server/engine/store/mark.ts'
import { temporaryFolder } from './support.ts'

test('a body that breaks off is not written any more once its file is closed: its number may be that of another body’s file', async () => {
  const dir = temporaryFolder()
  const db = openDatabase(dir)
  const halt = createHalt(() => undefined)
  const commits = openCommits(db, halt)
  const marks = openMarks(dir, commits.made)
  const blobs = openBlobs(dir, db, commits, halt, marks)
  let underWay = 0
  const { writev } = fs
  vi.spyOn(fs, 'writev').mockImplementation(((
    fd: number,
    buffers: Buffer[],
    done: (...args: unknown[]) => void,
  ) => {
    underWay += 1
    setImmediate(() =>
      writev(fd, buffers, (...outcome) => {
        underWay -= 1
        done(...outcome)
      }),
    )
  }) as typeof fs.writev)
  onTestFinished(() => void vi.restoreAllMocks())
  const half = 512 * 1024
  const incoming = blobs.receive()
  expect(incoming.write([Buffer.alloc(half)])).toBeUndefined()
  const second = incoming.write([Buffer.alloc(half)])
  expect(second).toBeInstanceOf(Promise)
  expect(underWay).toBe(1)
  await incoming.discard()
  expect(underWay).toBe(0)
  await second
  for (let more = 0; more < 2; more += 1) expect(incoming.write([Buffer.alloc(half)])).toBeUndefined()
  expect(underWay).toBe(0)
  expect(fs.readdirSync(join(dir, 'tmp'))).toEqual([])
  await blobs.idle()
  await marks.close()
})

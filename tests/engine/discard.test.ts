import fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBlobs } from '../../server/engine/store/blobs.ts'
import { openCommits } from '../../server/engine/store/commits.ts'
import { openDatabase } from '../../server/engine/store/database.ts'
import { createHalt } from '../../server/engine/store/halt.ts'
import { openMarks } from '../../server/engine/store/mark.ts'
import { temporaryFolder } from './support.ts'

/** The folder's bodies; the caller of `fs.writev` waits for `turns` of the event loop more. */
function slowBlobs(turns: () => number, ended: () => void = () => undefined) {
  const dir = temporaryFolder()
  const db = openDatabase(dir)
  const halt = createHalt(() => undefined)
  const commits = openCommits(db, halt)
  const marks = openMarks(dir, commits.made)
  const blobs = openBlobs(dir, db, commits, halt, marks)
  const { writev } = fs
  vi.spyOn(fs, 'writev').mockImplementation(((
    fd: number,
    buffers: Buffer[],
    done: (...args: unknown[]) => void,
  ) => {
    const write = (left: number): unknown =>
      left > 0
        ? setImmediate(() => write(left - 1))
        : writev(fd, buffers, (...outcome) => {
            ended()
            done(...outcome)
          })
    write(turns())
  }) as typeof fs.writev)
  onTestFinished(() => void vi.restoreAllMocks())
  const close = async () => {
    await blobs.idle()
    await marks.close()
  }
  return { blobs, dir, close }
}

test('a body that breaks off is not written any more once its file is closed: its number may be that of another body’s file', async () => {
  let underWay = 0
  const { blobs, dir, close } = slowBlobs(
    () => {
      underWay += 1
      return 1
    },
    () => {
      underWay -= 1
    },
  )
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
  await close()
})

test('a file ends with its sums, though its last bytes are still written when they are asked for', async () => {
  let turns = 30
  const { blobs, close } = slowBlobs(() => {
    turns -= 10
    return turns
  })
  const size = 512 * 1024
  const incoming = blobs.receive()
  await incoming.write([Buffer.alloc(size, 'a')])
  void incoming.write([Buffer.alloc(size, 'b')])
  const file = fs.readFileSync(blobs.path(await incoming.place()))
  expect(
    file.subarray(0, 2 * size).equals(Buffer.concat([Buffer.alloc(size, 'a'), Buffer.alloc(size, 'b')])),
  ).toBe(true)
  await close()
})

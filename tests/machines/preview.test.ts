import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { previewLimit } from '../../domain/preview.ts'
import { actor } from '../../machines/actor.ts'
import { type FileRead, type LinkGet, previewMachine } from '../../machines/preview/machine.ts'
import {
  selectBusy,
  selectContext,
  selectIsInFrame,
  selectIsStreaming,
  selectObstacle,
} from '../../machines/preview/selectors.ts'

/** A preview of this file, and the storage that has it: `lives` addresses expire before one works. */
function opened(key: string, size: number | null = 3) {
  const storage = { online: true, lives: 0, links: 0, read: 0, length: 3 }
  const flow = createActor(
    previewMachine.provide({
      actors: {
        getLink: actor(async (): Promise<LinkGet['output']> => {
          if (!storage.online) return { ok: false, code: 'NETWORK' }
          storage.links += 1
          return { ok: true, url: `https://s3.example.com/${storage.links}` }
        }),
        readFile: actor(async (): Promise<FileRead['output']> => {
          storage.read += 1
          if (storage.links <= storage.lives) return { ok: false, code: 'EXPIRED' }
          if (storage.length > previewLimit) return { ok: false, code: 'TOO_LARGE' }
          return { ok: true, bytes: new ArrayBuffer(storage.length) }
        }),
      },
    }),
    { input: { file: { bucket: 'anh', key, size } } },
  )
  return { flow, storage, now: () => flow.getSnapshot(), open: () => flow.start() }
}

test('a file goes to the frame, which says that it shows it', async () => {
  const { flow, now, open } = opened('a/b.TXT')
  open()
  await waitFor(flow, selectIsInFrame)
  expect([selectBusy(now()), selectContext(now()).bytes?.byteLength]).toEqual([true, 3])
  flow.send({ type: 'drawn' })
  expect([selectBusy(now()), selectIsInFrame(now()), selectContext(now()).bytes]).toEqual([false, true, null])
})

test('a file over 20 MB is not read, also where its size was not known before', async () => {
  const known = opened('a.pdf', previewLimit + 1)
  known.open()
  expect([selectObstacle(known.now()), known.storage.links]).toEqual([{ why: 'too-large' }, 0])
  const unknown = opened('a.pdf', null)
  unknown.storage.length = previewLimit + 1
  unknown.open()
  await waitFor(unknown.flow, snapshot => selectObstacle(snapshot)?.why === 'too-large')
  const atLimit = opened('a.pdf', previewLimit)
  atLimit.open()
  await waitFor(atLimit.flow, selectIsInFrame)
})

test('a video streams from its address whatever its size, and nothing of it is read before', async () => {
  const { flow, storage, now, open } = opened('phim.mp4', 5 * 1024 ** 3)
  open()
  await waitFor(flow, selectIsStreaming)
  expect([selectContext(now()).url, storage.read]).toEqual(['https://s3.example.com/1', 0])
})

test('the expired address of a video is renewed, once without anything coming from the new one', async () => {
  const { flow, now, open } = opened('phim.mp4')
  open()
  for (const address of [1, 2, 3]) {
    await waitFor(flow, selectIsStreaming)
    expect(selectContext(now()).url).toBe(`https://s3.example.com/${address}`)
    flow.send({ type: 'playing' })
    flow.send({ type: 'stream broken' })
  }
  await waitFor(flow, selectIsStreaming)
  flow.send({ type: 'stream broken' })
  expect(selectObstacle(now())).toEqual({ why: 'damaged' })
})

test('the expired address of a file is renewed once, then that is a failure with a retry', async () => {
  const once = opened('a.txt')
  once.storage.lives = 1
  once.open()
  await waitFor(once.flow, selectIsInFrame)
  expect(once.storage.links).toBe(2)
  const always = opened('a.txt')
  always.storage.lives = 2
  always.open()
  await waitFor(always.flow, snapshot => selectObstacle(snapshot) !== null)
  expect(selectObstacle(always.now())).toEqual({
    why: 'failed',
    failure: { ok: false, code: 'ACCESS_DENIED' },
  })
  always.flow.send({ type: 'retry' })
  expect(selectObstacle(always.now())).toBeNull()
  await waitFor(always.flow, selectIsInFrame)
})

test('what the frame refuses is said, and another file begins anew', async () => {
  const { flow, now, open } = opened('a.docx')
  open()
  await waitFor(flow, selectIsInFrame)
  flow.send({ type: 'refused', reason: 'too-complex' })
  expect([selectObstacle(now()), selectBusy(now())]).toEqual([{ why: 'too-complex' }, false])
  flow.send({ type: 'show', file: { bucket: 'anh', key: 'b.bin', size: 1 } })
  expect(selectObstacle(now())).toEqual({ why: 'unsupported' })
  flow.send({ type: 'show', file: { bucket: 'anh', key: 'c.txt', size: 1 } })
  await waitFor(flow, selectIsInFrame)
})

test('without a connection the preview can be tried again', async () => {
  const { flow, storage, now, open } = opened('a.png')
  storage.online = false
  open()
  await waitFor(flow, snapshot => selectObstacle(snapshot)?.why === 'failed')
  storage.online = true
  flow.send({ type: 'retry' })
  await waitFor(flow, selectIsInFrame)
  expect(selectObstacle(now())).toBeNull()
})

// @vitest-environment happy-dom
import { useSelector } from '@xstate/react'
import { vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { uploadMachine } from '../../machines/upload/machine.ts'
import type { SendFile, UploadEvent } from '../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { rowAt } from '../../machines/upload-queue/table.ts'
import { UploadRow } from '../../src/uploads/panel/upload-row.tsx'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { actor, inputOf } from './support/held-actors.ts'
import { pass, show } from './support/view-stage.tsx'
import { uploadFlow } from './upload.flow.ts'
import { uploadPlay } from './upload.play.ts'

/** The queue of the path that is walked; the row's buttons send to it. */
const shown = vi.hoisted(() => ({ send: (_: object): void => undefined }))
vi.mock('../../src/uploads/queue/uploads.ts', () => ({
  uploadEvents: Object.fromEntries(
    ['pause', 'continue', 'cancel', 'retry', 'remove'].map(type => [
      type,
      (id: number) => shown.send({ type, id }),
    ]),
  ),
}))

const call = actor() as never
let goOnline: () => void = () => undefined
const machine = uploadQueueMachine.provide({
  actors: {
    upload: uploadMachine.provide({
      actors: {
        openFile: call,
        startUpload: call,
        listParts: call,
        sendFile: call,
        completeUpload: call,
        abortUpload: call,
        waitForOnline: fromCallback(({ sendBack }) => {
          goOnline = () => sendBack({ type: 'online' })
        }),
      },
    }),
  },
})
type Queue = ReturnType<typeof createActor<typeof machine>>

/** Longer than any wait of an upload, in ms. */
const longest = 31_000

function Row({ queue }: { queue: Queue }) {
  const row = useSelector(queue, ({ context }) => rowAt(context.table, 0))
  return (
    <section>
      {row && <UploadRow row={row} within={row.bucket} allPaused={false} onNeedsFile={() => undefined} />}
    </section>
  )
}

function open(start: string): { size: number } {
  const { bucket, key, file, multipart, intent } = uploadFlow.starts[start]!
  const queue = createActor(machine, { input: { concurrency: 1 } }).start()
  shown.send = event => queue.send(event as Parameters<typeof queue.send>[0])
  if (multipart) {
    const row = { bucket, key, path: key, file, multipart, sent: 0 }
    queue.send({ type: 'restore', rows: [{ ...row, state: 'interrupted', reason: 'INTERRUPTED' }] })
    queue.send(intent === 'discard' ? { type: 'cancel', id: 1 } : { type: 'continue', id: 1, file })
  } else queue.send({ type: 'files found', bucket, files: [{ key, path: key, file, readable: true }] })
  show(<Row queue={queue} />)
  return { size: file.size }
}

const toUpload = (_: unknown, event: object) =>
  (inputOf('sendFile') as SendFile['input']).upload.send(
    event as Extract<UploadEvent, { type: 'progress' | 'part sent' }>,
  )

await describeFlowInView('upload', uploadMachine, uploadFlow, {
  play: uploadPlay,
  open,
  events: {
    online: () => goOnline(),
    progress: toUpload,
    'part sent': toUpload,
    'after backoff': () => pass(longest),
    'after probe interval': () => pass(longest),
    'after finish limit': () => pass(longest),
  },
})

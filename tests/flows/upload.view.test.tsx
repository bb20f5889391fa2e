// @vitest-environment happy-dom
import { useSelector } from '@xstate/react'
import { expect, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { formatBytes } from '../../domain/bytes.ts'
import { uploadMachine } from '../../machines/upload/machine.ts'
import { needsFileAgain } from '../../machines/upload/retry.ts'
import type { SendFile, UploadEvent } from '../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { rowAt } from '../../machines/upload-queue/table.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { reasonMessage } from '../../src/uploads/panel/reason-message.ts'
import { UploadRow } from '../../src/uploads/panel/upload-row.tsx'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { actor, inputOf } from './support/held-actors.ts'
import { seenRows } from './support/seen-rows.ts'
import { pass, press, show, t } from './support/view-stage.tsx'
import { uploadFlow } from './upload.flow.ts'

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
type Snapshot = Parameters<NonNullable<NonNullable<typeof uploadFlow.states>[string]>>[0]

const name = 'múa lân.mp4'
/** Longer than any wait of an upload, in ms. */
const longest = 31_000

function Row({ queue }: { queue: Queue }) {
  const row = useSelector(queue, ({ context }) => rowAt(context.table, 0))
  return <section>{row && <UploadRow row={row} allPaused={false} onNeedsFile={() => undefined} />}</section>
}

function open(start: string): void {
  const { bucket, key, file, multipart, intent } = uploadFlow.starts[start]!
  const queue = createActor(machine, { input: { concurrency: 1 } }).start()
  shown.send = event => queue.send(event as Parameters<typeof queue.send>[0])
  if (multipart) {
    const row = { bucket, key, path: key, file, multipart, sent: 0 }
    queue.send({ type: 'restore', rows: [{ ...row, status: 'paused', reason: 'INTERRUPTED' }] })
    queue.send(intent === 'discard' ? { type: 'cancel', id: 1 } : { type: 'continue', id: 1, file })
  } else queue.send({ type: 'files found', bucket, files: [{ key, path: key, file, readable: true }] })
  show(<Row queue={queue} />)
}

const click = (id: MessageId) => () => press(t(id, { name }))
const toUpload = (_: unknown, event: object) =>
  (inputOf('sendFile') as SendFile['input']).upload.send(
    event as Extract<UploadEvent, { type: 'progress' | 'part sent' }>,
  )

/** The row says so, and offers just this. */
const row =
  (text: (snapshot: Snapshot) => string | RegExp, ...buttons: MessageId[]) =>
  (_: unknown, snapshot: Snapshot) => {
    const said = text(snapshot)
    expect(seenRows()).toEqual([
      {
        name,
        status: typeof said === 'string' ? said : expect.stringMatching(said),
        buttons: buttons.map(id => t(id, { name })),
      },
    ])
  }

const sizeOf = ({ context }: Snapshot) => formatBytes(context.file.size, 'en')
const ofSize = (before: string) => (snapshot: Snapshot) =>
  new RegExp(`^${before}[\\d.]+ (Bytes|[KM]B) of ${sizeOf(snapshot)}$`)
const uploading = row(ofSize(''), 'uploads.pause', 'uploads.cancel')
const pausing = row(ofSize('Pausing, '), 'uploads.pause', 'uploads.continue', 'uploads.cancel')
const paused = row(ofSize('Paused, '), 'uploads.continue', 'uploads.cancel')
const cancelled = row(() => t('uploads.status.cancelled'), 'uploads.remove')
const waits = (reason: 'RETRYING' | 'OFFLINE') =>
  row(() => t(`uploads.reason.${reason}`), 'uploads.pause', 'uploads.cancel')

function failed(_: unknown, snapshot: Snapshot) {
  const { failure } = snapshot.context
  const reason = failure === 'URL_REFUSED' ? 'ACCESS_DENIED' : failure!
  if (needsFileAgain(reason)) {
    const values = { sent: '0 Bytes', size: sizeOf(snapshot) }
    return row(() => t(reasonMessage(reason), values), 'uploads.continue', 'uploads.cancel')(_, snapshot)
  }
  const forGood = reason === 'FILE_TOO_LARGE' || reason === 'FILE_CHANGED'
  const buttons: MessageId[] = forGood ? ['uploads.remove'] : ['uploads.retry', 'uploads.remove']
  row(() => t(reasonMessage(reason)), ...buttons)(_, snapshot)
}

await describeFlowInView('upload', uploadMachine, uploadFlow, {
  open,
  events: {
    pause: click('uploads.pause'),
    continue: click('uploads.continue'),
    cancel: click('uploads.cancel'),
    online: () => goOnline(),
    progress: toUpload,
    'part sent': toUpload,
    'after backoff': () => pass(longest),
    'after probe interval': () => pass(longest),
    'after finish limit': () => pass(longest),
  },
  states: {
    'working.opening': uploading,
    'working.starting.wanted': uploading,
    'working.starting.pausing': paused,
    'working.starting.givingUp': cancelled,
    'working.listing': uploading,
    'working.sending.wanted': uploading,
    'working.sending.pausing': pausing,
    'working.sending.continuing': uploading,
    'working.completing.wanted': uploading,
    'working.completing.pausing': paused,
    'working.completing.givingUp': cancelled,
    'waiting.toRetry': waits('RETRYING'),
    'waiting.offline': waits('OFFLINE'),
    'paused.byUser': paused,
    'paused.byStorage': row(
      () => t('uploads.reason.STORAGE_UNAVAILABLE'),
      'uploads.pause',
      'uploads.continue',
      'uploads.cancel',
    ),
    'cancelling.aborting': cancelled,
    'cancelling.waiting': cancelled,
    completed: row(snapshot => t('uploads.status.completed', { size: sizeOf(snapshot) })),
    cancelled,
    failed,
  },
})

import { type Actor, createActor, fromCallback, type SnapshotFrom, waitFor } from 'xstate'
import { uploadConcurrency } from '../../../domain/limits.ts'
import { actor } from '../../../machines/actor.ts'
import { selectUser } from '../../../machines/session/machine.ts'
import { uploadMachine } from '../../../machines/upload/machine.ts'
import { fitsOneRequest } from '../../../machines/upload/rules.ts'
import type { AbortUpload, CompleteUpload, SendFile, UploadFile } from '../../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../../machines/upload-queue/machine.ts'
import { byStatus, traits } from '../../../machines/upload-queue/row-state.ts'
import {
  selectActivity,
  selectAllPaused,
  selectCounts,
  selectIsReading,
} from '../../../machines/upload-queue/selectors.ts'
import { rowAt } from '../../../machines/upload-queue/table.ts'
import type {
  FolderStep,
  FoundFile,
  QueueEvent,
  ReadAgain,
  ReadSelection,
  Selection,
} from '../../../machines/upload-queue/types.ts'
import { serverSeconds } from '../../api/server-clock.ts'
import { onForget, session } from '../../session/flow.ts'
import { storageChanged } from '../../session/sizes.ts'
import { showToast } from '../../shell/toast.ts'
import { signal } from '../../site/signal.ts'
import {
  answerOtherTabs,
  notifyUploaded,
  stopAnswering,
  type TabUploads,
  tellOtherTabs,
} from '../other-tabs.ts'
import { presentFiles } from '../picking/present-files.ts'
import { readSelection, reportFound } from '../picking/read-selection.ts'
import { abortReliably } from '../store/aborts.ts'
import { keepStored, type StoredUploads } from '../store/keep-stored.ts'
import { openFile } from '../store/open-file.ts'
import { createSendContext } from '../transfer/send-context.ts'
import { sendFile } from '../transfer/send-file.ts'
import type { SmallFile } from '../transfer/signed-urls.ts'
import { completeUpload, listParts, onOnline, startUpload } from '../transfer/upload-calls.ts'

type Queue = Actor<typeof uploadQueueMachine>
export type QueueSnapshot = SnapshotFrom<typeof uploadQueueMachine>

/** A day: until the user returns to the page. */
const stoppedToastMs = 86_400_000
/** Other tabs are notified of changes at most this often, in ms. */
const tellEveryMs = 500

const change = signal()
/** The queue of the signed-in user. `id`: of this tab's queue in IndexedDB. */
let running: { id: string; queue: Queue; stored: StoredUploads } | null = null
let isNotifying = false

function userId(): string {
  return selectUser(session.getSnapshot())?.id ?? ''
}

function* upcoming(from: Queue, bucket: string): Generator<SmallFile> {
  const { table, nextQueuedIndex } = from.getSnapshot().context
  for (let index = nextQueuedIndex; index < table.length; index++) {
    const row = rowAt(table, index)!
    if (traits[row.state].status === 'queued' && row.bucket === bucket && fitsOneRequest(row.file)) {
      yield { key: row.key, size: row.file.size }
    }
  }
}

/** The upload machine with actors that call the browser, the API and the storage. */
function uploadWithActors(user: string, upcoming: (bucket: string) => Iterable<SmallFile>) {
  function onUploaded({ bucket, key, file: { size } }: Pick<SendFile['input'], 'bucket' | 'key' | 'file'>) {
    notifyUploaded({ bucket, key, size })
    storageChanged()
  }
  const context = createSendContext({ upcoming, onStoredLate: onUploaded })
  return uploadMachine.provide({
    actors: {
      openFile: actor(openFile),
      startUpload: actor(startUpload),
      listParts: actor(listParts),
      sendFile: actor(async (input: SendFile['input'], signal) => {
        await running?.stored.beforeSending(input.id)
        signal.throwIfAborted()
        const outcome = await sendFile(context, input, signal)
        if (outcome.ok && outcome.finished && !input.multipart) onUploaded(input)
        return outcome
      }),
      completeUpload: actor(async (input: CompleteUpload['input']) => {
        const outcome = await completeUpload(input)
        if (outcome.ok) onUploaded(input)
        return outcome
      }),
      abortUpload: actor(async (input: AbortUpload['input']) => {
        const outcome = await abortReliably(input, user)
        storageChanged()
        return outcome
      }),
      waitForOnline: fromCallback(({ sendBack }) => onOnline(() => sendBack({ type: 'online' }))),
    },
  })
}

function createQueue(user: string): Queue {
  const created: Queue = createActor(
    uploadQueueMachine.provide({
      actors: {
        upload: uploadWithActors(user, bucket => upcoming(created, bucket)),
        readSelection: actor(async ({ queue, ...selection }: ReadSelection['input'], signal) => {
          const { bucket, found, again } = selection
          const onFound = (files: FoundFile[], leftOut: number) =>
            queue.send({ type: 'files found', bucket, files, leftOut })
          try {
            if (found && !again) return await reportFound(found, signal, onFound)
            const isPresent = presentFiles(selection, created.getSnapshot().context.table, signal)
            await readSelection(selection, signal, onFound, isPresent)
          } catch (error) {
            console.error('What was chosen could not be read to its end', error)
            throw error
          }
        }),
      },
    }),
    options,
  )
  return created.start()
}

const options = { input: { concurrency: uploadConcurrency } }
const none = createActor(uploadQueueMachine, options).getSnapshot()

/** Starts the queue of the signed-in user, kept across screens until another user signs in. */
export function startUploads(): void {
  current()
}

function current(): Queue {
  if (running) return running.queue
  const user = userId()
  const created = createQueue(user)
  const id = crypto.randomUUID()
  const stored = keepStored({
    queue: id,
    ready: answerOtherTabs(id, () => ownUploads(id)),
    user,
    email: selectUser(session.getSnapshot())?.email ?? '',
    snapshot() {
      const now = created.getSnapshot()
      const { table, pendingSelections, unread } = now.context
      const selections = [...pendingSelections, ...unread.map(({ selection }) => selection)]
      return { table, held: selectAllPaused(now), unread: selections }
    },
    onRows: rows => created.send({ type: 'restore', rows }),
    onUnread(left) {
      for (const { selection, reason } of left) {
        if (reason) created.send({ type: 'restore unread', selections: [{ selection, reason }] })
        else created.send({ type: 'add files', selection: { ...selection, again: true } })
      }
    },
    onStored: changed,
  })
  running = { id, queue: created, stored }
  created.subscribe(changed)
  changed()
  return created
}

function changed(): void {
  running?.stored.follow()
  change.emit()
  if (isNotifying) return
  isNotifying = true
  setTimeout(() => {
    isNotifying = false
    tellOtherTabs()
  }, tellEveryMs)
}

function ownUploads(queue: string): TabUploads {
  const snapshot = uploadsNow()
  const { unfinished, completed, failed } = selectCounts(snapshot)
  const { size, sent } = snapshot.context.table
  return {
    ...{ queue, user: userId(), underWay: uploadsUnderWay() ? unfinished : 0 },
    ...{ activity: selectActivity(snapshot), unfinished, completed, failed, size, sent },
  }
}

onForget(() => {
  const { unfinished: count } = selectCounts(uploadsNow())
  if (uploadsUnderWay())
    showToast('uploads.stopped', { values: { count }, severity: 'warning', durationMs: stoppedToastMs })
  running?.stored.stop()
  stopAnswering()
  running?.queue.stop()
  running = null
  changed()
})

addEventListener('beforeunload', event => {
  if (uploadsUnderWay()) event.preventDefault()
})

/** Empty before the queue was started. */
export function uploadsNow(): QueueSnapshot {
  return running?.queue.getSnapshot() ?? none
}

/** Whether the browser stores the rows, so that they outlive the page. */
export function areUploadsStored(): boolean {
  return running?.stored.works() ?? true
}

/** Whether rows of earlier visits and closed tabs are being read. */
export function areUploadsRestoring(): boolean {
  return running?.stored.restoring() ?? false
}

/** The snapshot of the queue once no selection is being read, so that it includes every file that was found. */
export function uploadsOnceFound(signal: AbortSignal): Promise<QueueSnapshot> {
  return waitFor(current(), snapshot => !selectIsReading(snapshot), { signal })
}

/** Whether leaving the page would stop files that are uploading, queued or being found. */
function uploadsUnderWay(): boolean {
  const snapshot = uploadsNow()
  const { uploading, pausing, queued } = byStatus(snapshot.context.table.counts)
  return uploading + pausing + queued > 0 || selectIsReading(snapshot)
}

/** Calls a listener after every change. */
export const onUploadsChange = change.on

const send = (event: QueueEvent) => current().send(event)

export const uploadEvents = {
  add(selection: Selection) {
    if (selectAllPaused(uploadsNow())) showToast('uploads.addedPaused', { severity: 'info' })
    send({ type: 'add files', selection: { ...selection, addedAt: serverSeconds() } })
  },
  readAgain: (id: number, chosen?: ReadAgain['chosen']) =>
    send({ type: 'read again', id, ...(chosen && { chosen }) }),
  giveUpUnread: (id: number) => send({ type: 'give up unread', id }),
  pause: (id: number) => send({ type: 'pause', id }),
  continue: (id: number, file?: UploadFile) => send({ type: 'continue', id, ...(file && { file }) }),
  filesChosen: (files: ReadonlyMap<number, UploadFile>) => send({ type: 'files chosen', files }),
  cancel: (id: number) => send({ type: 'cancel', id }),
  retry: (id: number) => send({ type: 'retry', id }),
  remove: (id: number) => send({ type: 'remove', id }),
  stepFolder: (folder: string, step: FolderStep['step']) => send({ type: 'step folder', folder, step }),
  pauseAll: () => send({ type: 'pause all' }),
  continueAll: () => send({ type: 'continue all' }),
  cancelAll: () => send({ type: 'cancel all' }),
  retryAll: () => send({ type: 'retry all' }),
  clear: (failed: boolean) => send({ type: 'clear', failed }),
}

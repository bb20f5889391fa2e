import { type Actor, createActor, type SnapshotFrom, waitFor } from 'xstate'
import { uploadConcurrency } from '../../../domain/limits.ts'
import { actor } from '../../../machines/actor.ts'
import { selectUser } from '../../../machines/session/selectors.ts'
import { fitsOneRequest } from '../../../machines/upload/rules.ts'
import type { UploadFile } from '../../../machines/upload/types.ts'
import { uploadQueueMachine } from '../../../machines/upload-queue/machine.ts'
import { hasEnded } from '../../../machines/upload-queue/rules.ts'
import { selectAllFound } from '../../../machines/upload-queue/selectors.ts'
import { rowAt, rowsOf } from '../../../machines/upload-queue/table.ts'
import type { FoundFile, QueueEvent, ReadSelection, Selection } from '../../../machines/upload-queue/types.ts'
import { onForget, session } from '../../session/flow.ts'
import { storageChanged } from '../../session/sizes.ts'
import { showToast } from '../../shell/toast.ts'
import { answerOtherTabs } from '../other-tabs.ts'
import { readSelection, reportFound } from '../picking/read-selection.ts'
import type { SmallFile } from '../transfer/put-urls.ts'
import { notifyUploaded } from '../uploaded.ts'
import { interruptedUploads } from './restore.ts'
import { uploadWithActors } from './upload-actors.ts'
import { releaseUploads } from './upload-locks.ts'
import { markFailed } from './upload-records.ts'

type Queue = Actor<typeof uploadQueueMachine>
export type QueueSnapshot = SnapshotFrom<typeof uploadQueueMachine>

/** A day: until the user returns to the page. */
const stoppedToastMs = 86_400_000

const listeners = new Set<() => void>()
let queue: Queue | null = null

function userName(): string {
  return selectUser(session.getSnapshot())?.username ?? ''
}

function* upcoming(from: Queue, bucket: string): Generator<SmallFile> {
  const { table, nextQueuedIndex } = from.getSnapshot().context
  for (let index = nextQueuedIndex; index < table.length; index++) {
    const row = rowAt(table, index)!
    if (row.status === 'queued' && row.bucket === bucket && fitsOneRequest(row.file)) {
      yield { key: row.key, size: row.file.size }
    }
  }
}

function createQueue(): Queue {
  const created: Queue = createActor(
    uploadQueueMachine.provide({
      actors: {
        upload: uploadWithActors({
          user: userName(),
          upcoming: bucket => upcoming(created, bucket),
          onUploaded(object) {
            notifyUploaded(object)
            storageChanged()
          },
          onAborted: storageChanged,
        }),
        readSelection: actor(({ queue, ...selection }: ReadSelection['input'], signal) => {
          const { bucket, found } = selection
          const onFound = (files: FoundFile[], leftOut: number) =>
            queue.send({ type: 'files found', bucket, files, leftOut })
          return found ? reportFound(found, signal, onFound) : readSelection(selection, signal, onFound)
        }),
      },
      actions: {
        'report unreadable selection'(_, { error }) {
          console.error('What was chosen could not be read', error)
          showToast('uploads.unreadableSelection', { severity: 'error' })
        },
        'remember why it failed'(_, { status, multipart, reason }) {
          if (status === 'failed' && multipart) void markFailed(multipart.uploadId, reason)
        },
      },
    }),
    { input: { concurrency: uploadConcurrency } },
  )
  created.subscribe(() => {
    for (const listener of listeners) listener()
  })
  return created.start()
}

/** The queue of the signed-in user, kept across screens until another user signs in. */
function current(): Queue {
  if (queue) return queue
  const created = createQueue()
  queue = created
  void interruptedUploads(userName()).then(uploads => {
    if (queue === created && uploads.length > 0) created.send({ type: 'restore', uploads })
  })
  return created
}

function liveUploadIds(): string[] {
  if (!queue) return []
  const { children, context } = queue.getSnapshot()
  const unfinished = [...rowsOf(context.table)].flatMap(row => (hasEnded(row) ? [] : (row.multipart ?? [])))
  const live = Object.values(children).flatMap(child => {
    const snapshot = child?.getSnapshot()
    return snapshot && 'context' in snapshot ? (snapshot.context.multipart ?? []) : []
  })
  return [...unfinished, ...live].map(multipart => multipart.uploadId)
}

void answerOtherTabs(() => ({
  uploadIds: liveUploadIds(),
  underWay: uploadsUnderWay() ? unfinishedUploads() : 0,
}))

onForget(() => {
  const count = unfinishedUploads()
  if (uploadsUnderWay())
    showToast('uploads.stopped', { values: { count }, severity: 'warning', durationMs: stoppedToastMs })
  queue?.stop()
  releaseUploads()
  queue = null
  for (const listener of listeners) listener()
})

addEventListener('beforeunload', event => {
  if (uploadsUnderWay()) event.preventDefault()
})

export function uploadsNow(): QueueSnapshot {
  return current().getSnapshot()
}

/** The snapshot of the queue once every selection was read, so that it includes every file. */
export function uploadsOnceFound(signal: AbortSignal): Promise<QueueSnapshot> {
  return waitFor(current(), selectAllFound, { signal })
}

/** Whether leaving the page would stop files that are uploading or queued. */
function uploadsUnderWay(): boolean {
  if (!queue) return false
  const { counts } = queue.getSnapshot().context.table
  return counts.uploading > 0 || counts.pausing > 0 || counts.queued > 0
}

/** How many files are not finished. */
export function unfinishedUploads(): number {
  if (!queue) return 0
  const { counts } = queue.getSnapshot().context.table
  return counts.uploading + counts.pausing + counts.queued + counts.paused
}

/** Calls `listener` after every change. Returns the function that unsubscribes. */
export function onUploadsChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const send = (event: QueueEvent) => current().send(event)

export const uploadEvents = {
  add: (selection: Selection) => send({ type: 'add files', selection }),
  pause: (id: number) => send({ type: 'pause', id }),
  continue: (id: number, file?: UploadFile) => send({ type: 'continue', id, ...(file && { file }) }),
  cancel: (id: number) => send({ type: 'cancel', id }),
  retry: (id: number) => send({ type: 'retry', id }),
  remove: (id: number) => send({ type: 'remove', id }),
  pauseAll: () => send({ type: 'pause all' }),
  continueAll: () => send({ type: 'continue all' }),
  cancelAll: () => send({ type: 'cancel all' }),
  retryAll: () => send({ type: 'retry all' }),
  clear: (failed: boolean) => send({ type: 'clear', failed }),
}

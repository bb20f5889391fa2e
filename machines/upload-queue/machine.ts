import { assign, enqueueActions, not, sendTo, setup } from 'xstate'
import { placeholder } from '../placeholder.ts'
import { uploadMachine } from '../upload/machine.ts'
import type { UploadEnd, UploadFile } from '../upload/types.ts'
import {
  actorOf,
  afterRemoving,
  canRetry,
  hasEnded,
  hasUnfinishedLive,
  interruptedRow,
  isLive,
  isReady,
  isSameFile,
  needsFile,
  nextAfterQueueing,
  nextAfterStarting,
  nextRow,
  placesTaken,
  rowFor,
  uploadOf,
} from './rules.ts'
import { appendRows, changeRow, changeRows, emptyTable, removeRows, rowOf, rowsOf } from './table.ts'
import type {
  FoundFile,
  InterruptedUpload,
  QueueContext,
  QueueEvent,
  QueueInput,
  ReadSelection,
  Selection,
  UploadRow,
} from './types.ts'

/**
 * All uploads of the console. Files are plain rows; only a few at a time have a live `upload` actor, which is dropped
 * when the file ends.
 *
 * Provide: actors `readSelection` and `upload` (the upload machine with its own actors), and the actions
 * `report unreadable selection` and `remember why it failed` (for the next visit, if parts are stored).
 */
export const uploadQueueMachine = setup({
  types: {
    context: {} as QueueContext,
    events: {} as QueueEvent,
    input: {} as QueueInput,
  },
  actors: {
    readSelection: placeholder<void, ReadSelection['input']>('readSelection'),
    upload: uploadMachine,
  },
  actions: {
    'report unreadable selection': (_, _params: { error: unknown }) => undefined,
    'remember why it failed': (_, _params: UploadEnd) => undefined,
    'keep selection': assign(({ context }, params: { selection: Selection }) => ({
      intake: [...context.intake, params.selection],
    })),
    'drop selection': assign({ intake: ({ context }) => context.intake.slice(1) }),
    'drop all selections': assign({ intake: [] }),
    'count what is left out': assign(({ context }, { leftOut }: { leftOut: number }) => ({
      leftOut: context.leftOut + leftOut,
    })),
    'add rows': assign(({ context }, { bucket, files }: { bucket: string; files: readonly FoundFile[] }) => ({
      table: appendRows(
        context.table,
        files.map((file, index) => rowFor(context.nextId + index, bucket, file)),
      ),
      nextId: context.nextId + files.length,
    })),
    'add interrupted rows': assign(({ context }, { uploads }: { uploads: readonly InterruptedUpload[] }) => ({
      table: appendRows(
        context.table,
        uploads.map((upload, index) => interruptedRow(context.nextId + index, upload)),
      ),
      nextId: context.nextId + uploads.length,
    })),
    'change row': assign(({ context }, { id, ...change }: Partial<UploadRow> & { id: number }) => ({
      table: changeRow(context.table, id, change),
    })),
    'queue row': assign(({ context }, { id, file }: { id: number; file?: UploadFile | undefined }) => ({
      table: changeRow(context.table, id, { status: 'queued', reason: null, ...(file && { file }) }),
      next: nextAfterQueueing(context, id),
    })),
    'queue paused rows': assign(({ context }) => ({
      table: changeRows(context.table, row =>
        row.status === 'paused' && !needsFile(row) && !isLive(context, row.id)
          ? { status: 'queued', reason: null }
          : null,
      ),
      next: 0,
    })),
    'queue failed rows': assign(({ context }) => ({
      table: changeRows(context.table, row => (canRetry(row) ? { status: 'queued', reason: null } : null)),
      next: 0,
    })),
    'remove row': assign(({ context }, { id }: { id: number }) =>
      afterRemoving(
        context,
        removeRows(context.table, row => row.id === id),
      ),
    ),
    'remove ended rows': assign(({ context }, { failed }: { failed: boolean }) =>
      afterRemoving(
        context,
        removeRows(context.table, row => hasEnded(row) && (failed || row.status !== 'failed')),
      ),
    ),
    'start the next file': enqueueActions(({ context, enqueue, self }) => {
      const row = nextRow(context)
      if (!row) return
      enqueue.spawnChild('upload', uploadOf(row, 'send', self))
      enqueue.assign({
        table: changeRow(context.table, row.id, { status: 'uploading', reason: null }),
        live: [...context.live, row.id],
        next: nextAfterStarting(context, row),
      })
    }),
    'start row': enqueueActions(({ context, enqueue, self }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      if (!row) return
      enqueue.spawnChild('upload', uploadOf(row, 'send', self))
      enqueue.assign({
        table: changeRow(context.table, id, { status: 'uploading', reason: null }),
        live: [...context.live, id],
      })
    }),
    'give up parts of row': enqueueActions(({ context, enqueue, self }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      if (!row) return
      enqueue.spawnChild('upload', uploadOf(row, 'discard', self))
      enqueue.assign({ live: [...context.live, id] })
    }),
    'give up parts of failed rows': enqueueActions(
      ({ context, enqueue, self }, { failed }: { failed: boolean }) => {
        if (!failed) return
        const rows = [...rowsOf(context.table)].filter(row => row.status === 'failed' && row.multipart)
        for (const row of rows) enqueue.spawnChild('upload', uploadOf(row, 'discard', self))
        enqueue.assign({ live: [...context.live, ...rows.map(row => row.id)] })
      },
    ),
    'give up every row': enqueueActions(({ context, enqueue, self }) => {
      const rested = [...rowsOf(context.table)].filter(
        row => row.multipart && !hasEnded(row) && !isLive(context, row.id),
      )
      for (const id of context.live) enqueue.sendTo(actorOf(id), { type: 'cancel' })
      for (const row of rested) enqueue.spawnChild('upload', uploadOf(row, 'discard', self))
      enqueue.assign({
        table: changeRows(context.table, row =>
          hasEnded(row) || isLive(context, row.id) ? null : { status: 'cancelled', reason: null },
        ),
        live: [...context.live, ...rested.map(row => row.id)],
      })
    }),
    'tell upload': sendTo(
      (_, params: { id: number; what: 'pause' | 'continue' | 'cancel' }) => actorOf(params.id),
      (_, params) => ({ type: params.what }),
    ),
    'tell every upload': enqueueActions(({ context, enqueue }, { what }: { what: 'pause' | 'continue' }) => {
      for (const id of context.live) enqueue.sendTo(actorOf(id), { type: what })
    }),
    'close row': enqueueActions(({ context, enqueue }, { id, status, reason, multipart }: UploadEnd) => {
      enqueue.stopChild(actorOf(id))
      const size = rowOf(context.table, id)?.file.size ?? 0
      enqueue.assign({
        live: context.live.filter(live => live !== id),
        table: changeRow(context.table, id, {
          status,
          reason,
          multipart,
          ...(status === 'completed' && { sent: size }),
        }),
      })
    }),
  },
  guards: {
    'another selection waits': ({ context }) => context.intake.length > 1,
    'a file can start': ({ context }) =>
      placesTaken(context) < context.window && nextRow(context) !== undefined,
    'work is to be done': ({ context }) => context.table.counts.queued > 0 || placesTaken(context) > 0,
    'everything has ended': ({ context }) => context.table.counts.queued === 0 && !hasUnfinishedLive(context),
    'upload is live': ({ context }, { id }: { id: number }) => isLive(context, id),
    'row is queued': ({ context }, { id }: { id: number }) => rowOf(context.table, id)?.status === 'queued',
    'row can start': ({ context }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      return row !== undefined && !isLive(context, id) && isReady(row)
    },
    'row can go on': ({ context }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      return row?.status === 'paused' && !needsFile(row)
    },
    'row waits for its file': ({ context }, { id, file }: { id: number; file?: UploadFile | undefined }) => {
      const row = rowOf(context.table, id)
      return row !== undefined && file !== undefined && needsFile(row)
    },
    'file is the same': ({ context }, { id, file }: { id: number; file?: UploadFile | undefined }) => {
      const row = rowOf(context.table, id)
      return row !== undefined && file !== undefined && needsFile(row) && isSameFile(row.file, file)
    },
    'row can be retried': ({ context }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      return row !== undefined && canRetry(row)
    },
    'resting row holds parts': ({ context }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      return row !== undefined && !hasEnded(row) && row.multipart !== null
    },
    'row is unfinished': ({ context }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      return row !== undefined && !hasEnded(row)
    },
    'failed row holds parts': ({ context }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      return row?.status === 'failed' && row.multipart !== null
    },
    'row has ended': ({ context }, { id }: { id: number }) => {
      const row = rowOf(context.table, id)
      return row !== undefined && hasEnded(row)
    },
  },
}).createMachine({
  id: 'upload-queue',
  description: 'Uploads any number of files, a few at a time.',
  context: ({ input }) => ({
    ...input,
    table: emptyTable,
    nextId: 1,
    next: 0,
    live: [],
    leftOut: 0,
    intake: [],
  }),
  type: 'parallel',
  states: {
    intake: {
      description: 'Adding files.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is being added.',
          on: {
            'add files': {
              target: 'reading',
              actions: { type: 'keep selection', params: ({ event }) => ({ selection: event.selection }) },
            },
          },
        },
        reading: {
          description: 'Reading the selection folder by folder, while uploads go on.',
          invoke: {
            id: 'readSelection',
            src: 'readSelection',
            input: ({ context, self }) => ({ ...context.intake[0]!, queue: self }),
            onDone: [
              {
                guard: 'another selection waits',
                target: 'reading',
                reenter: true,
                actions: 'drop selection',
              },
              { target: 'idle', actions: 'drop selection' },
            ],
            onError: [
              {
                guard: 'another selection waits',
                target: 'reading',
                reenter: true,
                actions: [
                  { type: 'report unreadable selection', params: ({ event }) => ({ error: event.error }) },
                  'drop selection',
                ],
              },
              {
                target: 'idle',
                actions: [
                  { type: 'report unreadable selection', params: ({ event }) => ({ error: event.error }) },
                  'drop selection',
                ],
              },
            ],
          },
          on: {
            'add files': {
              actions: { type: 'keep selection', params: ({ event }) => ({ selection: event.selection }) },
            },
            'cancel all': { target: 'idle', actions: 'drop all selections' },
          },
        },
      },
    },
    work: {
      description: 'Uploading the added files.',
      initial: 'idle',
      on: {
        'files found': {
          actions: [
            {
              type: 'add rows',
              params: ({ event }) => ({ bucket: event.bucket, files: event.files }),
            },
            { type: 'count what is left out', params: ({ event }) => ({ leftOut: event.leftOut ?? 0 }) },
          ],
        },
        restore: {
          actions: { type: 'add interrupted rows', params: ({ event }) => ({ uploads: event.uploads }) },
        },
        pause: [
          {
            guard: { type: 'upload is live', params: ({ event }) => ({ id: event.id }) },
            actions: { type: 'tell upload', params: ({ event }) => ({ id: event.id, what: 'pause' }) },
          },
          {
            guard: { type: 'row is queued', params: ({ event }) => ({ id: event.id }) },
            actions: { type: 'change row', params: ({ event }) => ({ id: event.id, status: 'paused' }) },
          },
        ],
        continue: [
          {
            guard: { type: 'upload is live', params: ({ event }) => ({ id: event.id }) },
            actions: { type: 'tell upload', params: ({ event }) => ({ id: event.id, what: 'continue' }) },
          },
          {
            guard: { type: 'row can go on', params: ({ event }) => ({ id: event.id }) },
            actions: { type: 'queue row', params: ({ event }) => ({ id: event.id }) },
          },
          {
            guard: { type: 'file is the same', params: ({ event }) => ({ id: event.id, file: event.file }) },
            actions: { type: 'queue row', params: ({ event }) => ({ id: event.id, file: event.file }) },
          },
          {
            guard: {
              type: 'row waits for its file',
              params: ({ event }) => ({ id: event.id, file: event.file }),
            },
            actions: {
              type: 'change row',
              params: ({ event }) => ({ id: event.id, reason: 'ANOTHER_FILE' }),
            },
          },
        ],
        cancel: [
          {
            guard: { type: 'upload is live', params: ({ event }) => ({ id: event.id }) },
            actions: { type: 'tell upload', params: ({ event }) => ({ id: event.id, what: 'cancel' }) },
          },
          {
            guard: { type: 'resting row holds parts', params: ({ event }) => ({ id: event.id }) },
            actions: [
              { type: 'give up parts of row', params: ({ event }) => ({ id: event.id }) },
              {
                type: 'change row',
                params: ({ event }) => ({ id: event.id, status: 'cancelled', reason: null }),
              },
            ],
          },
          {
            guard: { type: 'row is unfinished', params: ({ event }) => ({ id: event.id }) },
            actions: {
              type: 'change row',
              params: ({ event }) => ({ id: event.id, status: 'cancelled', reason: null }),
            },
          },
        ],
        retry: {
          guard: { type: 'row can be retried', params: ({ event }) => ({ id: event.id }) },
          actions: { type: 'queue row', params: ({ event }) => ({ id: event.id }) },
        },
        remove: [
          {
            guard: { type: 'failed row holds parts', params: ({ event }) => ({ id: event.id }) },
            actions: [
              { type: 'give up parts of row', params: ({ event }) => ({ id: event.id }) },
              { type: 'remove row', params: ({ event }) => ({ id: event.id }) },
            ],
          },
          {
            guard: { type: 'row has ended', params: ({ event }) => ({ id: event.id }) },
            actions: { type: 'remove row', params: ({ event }) => ({ id: event.id }) },
          },
        ],
        'continue all': {
          actions: [{ type: 'tell every upload', params: { what: 'continue' } }, 'queue paused rows'],
        },
        'cancel all': { actions: 'give up every row' },
        'retry all': { actions: 'queue failed rows' },
        clear: {
          actions: [
            { type: 'give up parts of failed rows', params: ({ event }) => ({ failed: event.failed }) },
            { type: 'remove ended rows', params: ({ event }) => ({ failed: event.failed }) },
          ],
        },
        'upload progressed': {
          actions: {
            type: 'change row',
            params: ({ event }) => ({ id: event.id, sent: event.sent }),
          },
        },
        'upload changed': {
          actions: {
            type: 'change row',
            params: ({ event }) => ({ id: event.id, status: event.status, reason: event.reason }),
          },
        },
        'upload ended': {
          actions: [
            { type: 'close row', params: ({ event }) => event },
            { type: 'remember why it failed', params: ({ event }) => event },
          ],
        },
      },
      states: {
        idle: {
          description: 'No file is being uploaded or queued.',
          always: { guard: 'work is to be done', target: 'running' },
        },
        running: {
          description: 'Uploading; when a slot is free, the next file starts.',
          on: {
            'pause all': {
              target: 'paused',
              actions: { type: 'tell every upload', params: { what: 'pause' } },
            },
          },
          always: [
            { guard: 'a file can start', actions: 'start the next file' },
            { guard: not('work is to be done'), target: 'idle' },
          ],
        },
        paused: {
          description: 'The user has paused everything: no file is sent, and none starts by itself.',
          on: {
            'continue all': {
              target: 'running',
              actions: [{ type: 'tell every upload', params: { what: 'continue' } }, 'queue paused rows'],
            },
            continue: [
              {
                guard: { type: 'row can start', params: ({ event }) => ({ id: event.id }) },
                actions: { type: 'start row', params: ({ event }) => ({ id: event.id }) },
              },
              {
                guard: {
                  type: 'file is the same',
                  params: ({ event }) => ({ id: event.id, file: event.file }),
                },
                actions: [
                  { type: 'queue row', params: ({ event }) => ({ id: event.id, file: event.file }) },
                  { type: 'start row', params: ({ event }) => ({ id: event.id }) },
                ],
              },
            ],
          },
          always: { guard: 'everything has ended', target: 'idle' },
        },
      },
    },
  },
})

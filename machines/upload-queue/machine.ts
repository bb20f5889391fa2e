import { assign, enqueueActions, not, setup } from 'xstate'
import { placeholder } from '../placeholder.ts'
import { uploadMachine } from '../upload/machine.ts'
import type { UploadEnd } from '../upload/types.ts'
import { type ContinueRow, canStartBy, type RowSteps, takeSteps } from './row-steps.ts'
import {
  actorOf,
  hasUnfinishedActive,
  interruptedRow,
  nextAfterStarting,
  nextRow,
  rowFor,
  slotsTaken,
  uploadOf,
} from './rules.ts'
import { appendRows, changeRow, emptyTable, rowOf } from './table.ts'
import type {
  FoundFile,
  InterruptedUpload,
  QueueContext,
  QueueEvent,
  QueueInput,
  ReadSelection,
  Selection,
} from './types.ts'

/**
 * All uploads of the console. Files are plain rows; only a few at a time have an `upload` actor of their own, which
 * stops when the file is done.
 *
 * Provide: actors `readSelection` and `upload` (the upload machine with its own actors), and the actions `report
 * unreadable selection` and `remember why it failed` (for the next visit, if parts are stored).
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
      pendingSelections: [...context.pendingSelections, params.selection],
    })),
    'drop selection': assign({ pendingSelections: ({ context }) => context.pendingSelections.slice(1) }),
    'drop all selections': assign({ pendingSelections: [] }),
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
    'keep progress': assign(({ context }, { id, sent }: { id: number; sent: number }) => ({
      table: changeRow(context.table, id, { sent }),
    })),
    'step rows': enqueueActions(({ context, enqueue, self }, params: RowSteps) => {
      const { change, effects } = takeSteps(context, params)
      for (const { row, effect } of effects) {
        if (effect === 'tell upload') enqueue.sendTo(actorOf(row.id), { type: params.event.type as 'pause' })
        else enqueue.spawnChild('upload', uploadOf(row, 'discard', self))
      }
      enqueue.assign(change)
    }),
    'start row': enqueueActions(({ context, enqueue, self }, { id }: { id: number | undefined }) => {
      const row = id === undefined ? undefined : rowOf(context.table, id)
      if (!row) return
      enqueue.spawnChild('upload', uploadOf(row, 'send', self))
      enqueue.assign({
        table: changeRow(context.table, row.id, { status: 'uploading', reason: null }),
        activeIds: [...context.activeIds, row.id],
        nextQueuedIndex: nextAfterStarting(context, row),
      })
    }),
    'drop upload': enqueueActions(({ context, enqueue }, { id }: UploadEnd) => {
      enqueue.stopChild(actorOf(id))
      enqueue.assign({ activeIds: context.activeIds.filter(active => active !== id) })
    }),
  },
  guards: {
    'another selection waits': ({ context }) => context.pendingSelections.length > 1,
    'a file can start': ({ context }) =>
      slotsTaken(context) < context.concurrency && nextRow(context) !== undefined,
    'work is to be done': ({ context }) => context.table.counts.queued > 0 || slotsTaken(context) > 0,
    'everything has ended': ({ context }) =>
      context.table.counts.queued === 0 && !hasUnfinishedActive(context),
    'row can start': ({ context }, event: ContinueRow) => canStartBy(context, event),
  },
}).createMachine({
  id: 'upload-queue',
  description: 'Uploads any number of files, a few at a time.',
  context: ({ input }) => ({
    ...input,
    table: emptyTable,
    nextId: 1,
    nextQueuedIndex: 0,
    activeIds: [],
    leftOut: 0,
    pendingSelections: [],
  }),
  type: 'parallel',
  states: {
    selections: {
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
            input: ({ context, self }) => ({ ...context.pendingSelections[0]!, queue: self }),
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
        pause: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        continue: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        cancel: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        retry: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        remove: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        'continue all': { actions: { type: 'step rows', params: { event: { type: 'continue' } } } },
        'cancel all': { actions: { type: 'step rows', params: { event: { type: 'cancel' } } } },
        'retry all': { actions: { type: 'step rows', params: { event: { type: 'retry' } } } },
        clear: {
          actions: {
            type: 'step rows',
            params: ({ event: { failed } }) => ({
              event: { type: 'remove' },
              only: failed ? 'all' : 'not failed',
            }),
          },
        },
        'upload progressed': {
          actions: { type: 'keep progress', params: ({ event }) => event },
        },
        'upload changed': {
          actions: { type: 'step rows', params: ({ event }) => ({ event }) },
        },
        'upload ended': {
          actions: [
            { type: 'step rows', params: ({ event }) => ({ event }) },
            { type: 'drop upload', params: ({ event }) => event },
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
          description: 'Uploading; the next file starts when a slot is free.',
          on: {
            'pause all': {
              target: 'paused',
              actions: { type: 'step rows', params: { event: { type: 'pause' }, only: 'active' } },
            },
          },
          always: [
            {
              guard: 'a file can start',
              actions: { type: 'start row', params: ({ context }) => ({ id: nextRow(context)?.id }) },
            },
            { guard: not('work is to be done'), target: 'idle' },
          ],
        },
        paused: {
          description: 'The user has paused everything: no file is sent or started.',
          on: {
            'continue all': {
              target: 'running',
              actions: { type: 'step rows', params: { event: { type: 'continue' } } },
            },
            continue: {
              guard: { type: 'row can start', params: ({ event }) => event },
              actions: [
                { type: 'step rows', params: ({ event }) => ({ event }) },
                { type: 'start row', params: ({ event }) => ({ id: event.id }) },
              ],
            },
          },
          always: { guard: 'everything has ended', target: 'idle' },
        },
      },
    },
  },
})

import { assign, enqueueActions, not, setup } from 'xstate'
import { placeholder } from '../placeholder.ts'
import { uploadMachine } from '../upload/machine.ts'
import type { Multipart, UploadEnd } from '../upload/types.ts'
import { type ContinueRow, canStartBy, type RowSteps, takeSteps, uploadEventFor } from './row-steps.ts'
import {
  actorOf,
  againBy,
  countHolders,
  hasUnfinishedActive,
  nextRow,
  rowFor,
  slotsTaken,
  tableForMore,
  uploadOf,
  withUnread,
} from './rules.ts'
import { appendRows, changeRow, countQueued, emptyTable } from './table.ts'
import type {
  FolderStep,
  FoundFile,
  QueueContext,
  QueueEvent,
  QueueInput,
  ReadAgain,
  ReadSelection,
  RestoredRow,
  RestoreUnread,
  Selection,
} from './types.ts'

/**
 * All uploads of the console. Files are plain rows; only a few at a time have an `upload` actor of their own, which
 * stops when the file is done.
 *
 * Provide: actors `readSelection` and `upload` (the upload machine with its own actors).
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
    'keep selection': assign(({ context }, params: { selection: Selection }) => ({
      table: tableForMore(context),
      pendingSelections: [...context.pendingSelections, params.selection],
    })),
    'keep as unread': assign(({ context: { unread, pendingSelections } }) => ({
      unread: withUnread(unread, [{ selection: pendingSelections[0]!, reason: 'UNREADABLE' }]),
    })),
    'restore unread': assign(({ context }, { selections }: RestoreUnread) => ({
      unread: withUnread(context.unread, selections),
    })),
    'read again': assign(({ context }, event: ReadAgain) => {
      const { selection, left } = againBy(context, event)!
      return {
        table: tableForMore(context),
        unread: context.unread.flatMap(unread => (unread.id === event.id ? (left ?? []) : unread)),
        pendingSelections: [...context.pendingSelections, selection],
      }
    }),
    'give up unread': assign(({ context }, event: { id: number }) => ({
      unread: context.unread.filter(({ id }) => id !== event.id),
    })),
    'give up all unread': assign({ unread: [] }),
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
    'restore rows': assign(({ context }, { rows }: { rows: readonly RestoredRow[] }) => ({
      table: appendRows(
        tableForMore(context),
        rows.map((row, index) => ({ id: context.nextId + index, ...row })),
      ),
      nextId: context.nextId + rows.length,
    })),
    'keep multipart': assign(({ context }, { id, multipart }: { id: number; multipart: Multipart }) => ({
      table: changeRow(context.table, id, { multipart }),
    })),
    'keep progress': assign(({ context }, { id, sent }: { id: number; sent: number }) => ({
      table: changeRow(context.table, id, { sent }),
    })),
    'step rows': enqueueActions(({ context, enqueue, self }, params: RowSteps) => {
      const { change, effects } = takeSteps(context, params)
      for (const { row, effect } of effects) {
        if (effect === 'forward to upload') enqueue.sendTo(actorOf(row.id), uploadEventFor(params))
        else enqueue.spawnChild('upload', uploadOf(row, effect === 'start upload' ? 'send' : 'discard', self))
      }
      enqueue.assign(change)
    }),
    'drop upload': enqueueActions(({ context, enqueue }, { id }: UploadEnd) => {
      enqueue.stopChild(actorOf(id))
      enqueue.assign({ activeIds: context.activeIds.filter(active => active !== id) })
    }),
  },
  guards: {
    'has something to read': ({ context }, event: ReadAgain) => againBy(context, event) !== null,
    'another selection waits': ({ context }) => context.pendingSelections.length > 1,
    'a file can start': ({ context }) =>
      slotsTaken(context) < context.concurrency && nextRow(context) !== undefined,
    'work is to be done': ({ context }) => countQueued(context.table) > 0 || countHolders(context) > 0,
    'everything has ended': ({ context }) =>
      countQueued(context.table) === 0 && !hasUnfinishedActive(context),
    'row can start': ({ context }, event: ContinueRow) => canStartBy(context, event),
    continues: (_, { step }: FolderStep) => step === 'continue',
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
    unread: [],
  }),
  type: 'parallel',
  states: {
    selections: {
      description: 'Adding files.',
      initial: 'idle',
      on: {
        'restore unread': { actions: { type: 'restore unread', params: ({ event }) => event } },
        'give up unread': { actions: { type: 'give up unread', params: ({ event }) => event } },
        'cancel all': { target: '.idle', actions: ['drop all selections', 'give up all unread'] },
      },
      states: {
        idle: {
          description: 'Nothing is being added.',
          on: {
            'add files': {
              target: 'reading',
              actions: { type: 'keep selection', params: ({ event }) => ({ selection: event.selection }) },
            },
            'read again': {
              guard: { type: 'has something to read', params: ({ event }) => event },
              target: 'reading',
              actions: { type: 'read again', params: ({ event }) => event },
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
                actions: ['keep as unread', 'drop selection'],
              },
              { target: 'idle', actions: ['keep as unread', 'drop selection'] },
            ],
          },
          on: {
            'add files': {
              actions: { type: 'keep selection', params: ({ event }) => ({ selection: event.selection }) },
            },
            'read again': {
              guard: { type: 'has something to read', params: ({ event }) => event },
              actions: { type: 'read again', params: ({ event }) => event },
            },
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
        restore: { actions: { type: 'restore rows', params: ({ event }) => event } },
        pause: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        continue: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        'files chosen': { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        cancel: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        retry: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        remove: { actions: { type: 'step rows', params: ({ event }) => ({ event }) } },
        'step folder': {
          actions: {
            type: 'step rows',
            params: ({ event: { folder, step } }) => ({ event: { type: step }, folder }),
          },
        },
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
        'upload begun': { actions: { type: 'keep multipart', params: ({ event }) => event } },
        'upload changed': {
          actions: { type: 'step rows', params: ({ event }) => ({ event }) },
        },
        'upload ended': {
          actions: [
            { type: 'step rows', params: ({ event }) => ({ event }) },
            { type: 'drop upload', params: ({ event }) => event },
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
              actions: {
                type: 'step rows',
                params: ({ context }) => ({ event: { type: 'start', id: nextRow(context)!.id } }),
              },
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
            'step folder': {
              guard: { type: 'continues', params: ({ event }) => event },
              target: 'running',
              actions: [
                {
                  type: 'step rows',
                  params: ({ event }) => ({
                    ...{ event: { type: 'pause' }, only: 'queued', outside: event.folder },
                  }),
                },
                {
                  type: 'step rows',
                  params: ({ event }) => ({ event: { type: 'continue' }, folder: event.folder }),
                },
              ],
            },
            continue: {
              guard: { type: 'row can start', params: ({ event }) => event },
              actions: [
                { type: 'step rows', params: ({ event }) => ({ event }) },
                { type: 'step rows', params: ({ event }) => ({ event: { type: 'start', id: event.id } }) },
              ],
            },
          },
          always: { guard: 'everything has ended', target: 'idle' },
        },
      },
    },
  },
})

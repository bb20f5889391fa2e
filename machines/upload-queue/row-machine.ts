import { setup } from 'xstate'
import type { UploadChange, UploadEnd } from '../upload/types.ts'

/**
 * What happens to a row. `holdsParts`: a multipart upload is open. `file`: what the user chose again, compared with the
 * row's. `keyIsFree`: no other row is sending to its key.
 */
export type RowEvent =
  | { type: 'start' }
  | { type: 'pause' }
  | { type: 'continue'; file: 'none' | 'same' | 'another'; keyIsFree: boolean }
  | { type: 'cancel'; holdsParts: boolean }
  | { type: 'retry' }
  | { type: 'remove'; holdsParts: boolean }
  | { [Report in Reported]: { type: Report } }[Reported]

/** What the row's upload reports. */
type Reported = UploadChange['state'] | UploadEnd['state']

/** How a row enters the list: a found file, one that cannot be uploaded, or a row from an earlier visit. */
export type RowStart = { as: 'queued' | 'refused' | 'paused' | 'interrupted' | 'failed' }

/**
 * What the queue does in a step. `start upload`: an upload actor sends the file. `forward to upload`: the event is passed on
 * to the upload actor, which then reports. `discard parts`: an upload actor aborts the stored parts.
 */
export type RowEffect = 'start upload' | 'forward to upload' | 'discard parts'

/**
 * The life of one row of the queue. The rows themselves are plain data with their state in it: the queue asks it for
 * each step, by `stepOf`.
 */
export const rowMachine = setup({
  types: { events: {} as RowEvent, context: {} as RowStart, input: {} as RowStart },
  actions: {
    'start upload': () => undefined,
    'forward to upload': () => undefined,
    'discard parts': () => undefined,
  },
  guards: {
    begins: ({ context }, { as }: RowStart) => context.as === as,
    'parts are stored': (_, { holdsParts }: { holdsParts: boolean }) => holdsParts,
    'file is the same': (_, { file }: { file: string }) => file === 'same',
    'key is free': (_, { keyIsFree }: { keyIsFree: boolean }) => keyIsFree,
    'file is another': (_, { file }: { file: string }) => file === 'another',
  },
}).createMachine({
  id: 'upload-row',
  description: 'The life of one file in the upload queue.',
  context: ({ input }) => input,
  initial: 'added',
  states: {
    added: {
      description: 'Enters the list. Transient.',
      always: [
        { guard: { type: 'begins', params: { as: 'interrupted' } }, target: 'interrupted' },
        { guard: { type: 'begins', params: { as: 'paused' } }, target: 'paused' },
        { guard: { type: 'begins', params: { as: 'failed' } }, target: 'failed' },
        { guard: { type: 'begins', params: { as: 'refused' } }, target: 'refused' },
        { target: 'queued' },
      ],
    },
    queued: {
      description: 'Waits for its turn.',
      on: {
        start: { target: 'active', actions: 'start upload' },
        pause: 'paused',
        cancel: [
          {
            guard: { type: 'parts are stored', params: ({ event }) => event },
            target: 'active.cancelling',
            actions: 'discard parts',
          },
          { target: 'cancelled' },
        ],
      },
    },
    active: {
      description: 'An upload actor sends it, and reports its progress.',
      initial: 'uploading',
      on: {
        uploading: '.uploading',
        pausing: '.pausing',
        paused: '.paused',
        stalled: '.stalled',
        cancelling: '.cancelling',
        completed: 'completed',
        cancelled: 'cancelled',
        interrupted: 'interrupted',
        failed: 'failed',
        refused: 'refused',
      },
      states: {
        uploading: {
          description: 'Being sent, or waiting for an automatic retry.',
          on: { pause: { actions: 'forward to upload' }, cancel: { actions: 'forward to upload' } },
        },
        pausing: {
          description: 'Paused by the user; the requests in flight are finishing. A second pause stops them.',
          on: {
            pause: { actions: 'forward to upload' },
            continue: { actions: 'forward to upload' },
            cancel: { actions: 'forward to upload' },
          },
        },
        paused: {
          description: 'Paused by the user.',
          on: {
            continue: [
              {
                guard: { type: 'key is free', params: ({ event }) => event },
                target: 'uploading',
                actions: 'forward to upload',
              },
              { target: 'waiting' },
            ],
            cancel: { actions: 'forward to upload' },
          },
        },
        waiting: {
          description: 'Continued by the user; another file is being sent to its key first.',
          on: {
            start: { target: 'uploading', actions: 'forward to upload' },
            pause: 'paused',
            cancel: { actions: 'forward to upload' },
            // Its upload is paused, and may say so again.
            paused: {},
          },
        },
        stalled: {
          description: 'The storage does not answer; retried periodically.',
          on: {
            pause: { actions: 'forward to upload' },
            continue: { actions: 'forward to upload' },
            cancel: { actions: 'forward to upload' },
          },
        },
        cancelling: {
          description: 'Cancelled; its stored parts are being discarded.',
          on: { remove: '#upload-row.removed' },
        },
      },
    },
    paused: {
      description:
        'Paused by the user, without an upload actor: before its turn came, or in an earlier visit.',
      on: {
        continue: 'queued',
        cancel: [
          {
            guard: { type: 'parts are stored', params: ({ event }) => event },
            target: 'active.cancelling',
            actions: 'discard parts',
          },
          { target: 'cancelled' },
        ],
      },
    },
    interrupted: {
      description: 'From an earlier visit: its file must be chosen, or its reading allowed, again.',
      on: {
        continue: [
          { guard: { type: 'file is the same', params: ({ event }) => event }, target: 'queued' },
          { guard: { type: 'file is another', params: ({ event }) => event }, target: 'interrupted' },
        ],
        cancel: [
          {
            guard: { type: 'parts are stored', params: ({ event }) => event },
            target: 'active.cancelling',
            actions: 'discard parts',
          },
          { target: 'cancelled' },
        ],
      },
    },
    completed: {
      description: 'The file is stored.',
      on: { remove: 'removed' },
    },
    cancelled: {
      description: 'Cancelled by the user.',
      on: { remove: 'removed' },
    },
    failed: {
      description: 'Failed for a temporary reason; stored parts are kept.',
      on: {
        retry: 'queued',
        remove: [
          {
            guard: { type: 'parts are stored', params: ({ event }) => event },
            target: 'removed',
            actions: 'discard parts',
          },
          { target: 'removed' },
        ],
      },
    },
    refused: {
      description: 'Failed for good: a retry would fail again.',
      on: {
        remove: [
          {
            guard: { type: 'parts are stored', params: ({ event }) => event },
            target: 'removed',
            actions: 'discard parts',
          },
          { target: 'removed' },
        ],
      },
    },
    removed: {
      description: 'No longer in the list.',
      type: 'final',
    },
  },
})

import { setup } from 'xstate'

/**
 * What happens to a row. `holdsParts`: a multipart upload is open. `file`: what the user chose again, compared with the
 * row's. `to`: what the row's upload reports.
 */
export type RowEvent =
  | { type: 'start' }
  | { type: 'pause' }
  | { type: 'continue'; file: 'none' | 'same' | 'another' }
  | { type: 'cancel'; holdsParts: boolean }
  | { type: 'retry' }
  | { type: 'remove'; holdsParts: boolean }
  | { type: 'upload changed'; to: 'uploading' | 'pausing' | 'paused' | 'stalled' | 'cancelling' }
  | { type: 'upload ended'; to: 'completed' | 'cancelled' | 'failed' | 'refused' }

/** How a row enters the list: a found file, one that cannot be uploaded, or an upload from an earlier visit. */
type RowStart = { as: 'queued' | 'refused' | 'interrupted' }

/**
 * What the queue does in a step. `start upload`: an upload actor sends the file. `tell upload`: the event is forwarded
 * to the upload actor, which then reports. `discard parts`: an upload actor aborts the stored parts.
 */
export type RowEffect = 'start upload' | 'tell upload' | 'discard parts'

/**
 * The life of one row of the queue. The rows themselves are plain data: the queue asks this chart for each step, by
 * `stepOf`.
 */
export const rowMachine = setup({
  types: { events: {} as RowEvent, context: {} as RowStart, input: {} as RowStart },
  actions: {
    'start upload': () => undefined,
    'tell upload': () => undefined,
    'discard parts': () => undefined,
  },
  guards: {
    begins: ({ context }, { as }: RowStart) => context.as === as,
    'parts are stored': (_, { holdsParts }: { holdsParts: boolean }) => holdsParts,
    'file is the same': (_, { file }: { file: string }) => file === 'same',
    'file is another': (_, { file }: { file: string }) => file === 'another',
    'upload is now': (_, { to, state }: { to: string; state: string }) => to === state,
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
        'upload changed': [
          {
            guard: { type: 'upload is now', params: ({ event }) => ({ to: event.to, state: 'uploading' }) },
            target: '.uploading',
          },
          {
            guard: { type: 'upload is now', params: ({ event }) => ({ to: event.to, state: 'pausing' }) },
            target: '.pausing',
          },
          {
            guard: { type: 'upload is now', params: ({ event }) => ({ to: event.to, state: 'paused' }) },
            target: '.paused',
          },
          {
            guard: { type: 'upload is now', params: ({ event }) => ({ to: event.to, state: 'stalled' }) },
            target: '.stalled',
          },
          { target: '.cancelling' },
        ],
        'upload ended': [
          {
            guard: { type: 'upload is now', params: ({ event }) => ({ to: event.to, state: 'completed' }) },
            target: 'completed',
          },
          {
            guard: { type: 'upload is now', params: ({ event }) => ({ to: event.to, state: 'cancelled' }) },
            target: 'cancelled',
          },
          {
            guard: { type: 'upload is now', params: ({ event }) => ({ to: event.to, state: 'failed' }) },
            target: 'failed',
          },
          { target: 'refused' },
        ],
      },
      states: {
        uploading: {
          description: 'Being sent, or waiting for an automatic retry.',
          on: { pause: { actions: 'tell upload' }, cancel: { actions: 'tell upload' } },
        },
        pausing: {
          description: 'Paused by the user; the requests in flight finish unless paused again.',
          on: {
            pause: { actions: 'tell upload' },
            continue: { actions: 'tell upload' },
            cancel: { actions: 'tell upload' },
          },
        },
        paused: {
          description: 'Paused by the user.',
          on: { continue: { actions: 'tell upload' }, cancel: { actions: 'tell upload' } },
        },
        stalled: {
          description: 'The storage does not answer; retried periodically.',
          on: {
            pause: { actions: 'tell upload' },
            continue: { actions: 'tell upload' },
            cancel: { actions: 'tell upload' },
          },
        },
        cancelling: {
          description: 'Cancelled; its stored parts are being discarded.',
          on: { remove: '#upload-row.removed' },
        },
      },
    },
    paused: {
      description: 'Paused by the user before its turn came.',
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
      description: 'From an earlier visit: its file must be chosen again.',
      on: {
        continue: [
          { guard: { type: 'file is the same', params: ({ event }) => event }, target: 'queued' },
          { guard: { type: 'file is another', params: ({ event }) => event }, target: 'interrupted' },
        ],
        cancel: { target: 'active.cancelling', actions: 'discard parts' },
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

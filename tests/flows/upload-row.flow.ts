import type { Flow } from '../../flows/kit/flow.ts'
import type { rowMachine } from '../../machines/upload-queue/row-machine.ts'

/** What can happen to one row of the upload queue. */
export const uploadRowFlow: Flow<typeof rowMachine> = {
  starts: {
    'as a file that was found': { as: 'queued' },
    'as a file that cannot be uploaded': { as: 'refused' },
    'as a paused file of an earlier visit': { as: 'paused' },
    'as a failed file of an earlier visit': { as: 'failed' },
    'as a file that must be chosen again': { as: 'interrupted' },
  },
  events: {
    start: [{ type: 'start' }],
    pause: [{ type: 'pause' }],
    continue: [
      { type: 'continue', file: 'none', keyIsFree: true },
      { type: 'continue', file: 'none', keyIsFree: false },
      { type: 'continue', file: 'same', keyIsFree: true },
      { type: 'continue', file: 'another', keyIsFree: true },
    ],
    cancel: [
      { type: 'cancel', holdsParts: false },
      { type: 'cancel', holdsParts: true },
    ],
    retry: [{ type: 'retry' }],
    remove: [
      { type: 'remove', holdsParts: false },
      { type: 'remove', holdsParts: true },
    ],
    uploading: [{ type: 'uploading' }],
    pausing: [{ type: 'pausing' }],
    paused: [{ type: 'paused' }],
    stalled: [{ type: 'stalled' }],
    cancelling: [{ type: 'cancelling' }],
    completed: [{ type: 'completed' }],
    cancelled: [{ type: 'cancelled' }],
    interrupted: [{ type: 'interrupted' }],
    failed: [{ type: 'failed' }],
    refused: [{ type: 'refused' }],
  },
  outcomes: {},
  leads: {
    start: 'active.uploading',
    pause: before =>
      before.matches('queued')
        ? 'paused'
        : before.matches({ active: 'waiting' })
          ? 'active.paused'
          : 'active',
    uploading: 'active.uploading',
    pausing: 'active.pausing',
    paused: before => (before.matches({ active: 'waiting' }) ? 'active.waiting' : 'active.paused'),
    stalled: 'active.stalled',
    cancelling: 'active.cancelling',
    completed: 'completed',
    cancelled: 'cancelled',
    interrupted: 'interrupted',
    failed: 'failed',
    refused: 'refused',
    retry: 'queued',
    remove: 'removed',
  },
}

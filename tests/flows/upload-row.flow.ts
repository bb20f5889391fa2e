import type { rowMachine } from '../../machines/upload-queue/row-machine.ts'
import type { Flow } from './support/flow.ts'

/** What can happen to one row of the upload queue. */
export const uploadRowFlow: Flow<typeof rowMachine> = {
  starts: {
    'as a file that was found': { as: 'queued' },
    'as a file that cannot be uploaded': { as: 'refused' },
    'as an upload of an earlier visit': { as: 'interrupted' },
  },
  events: {
    start: [{ type: 'start' }],
    pause: [{ type: 'pause' }],
    continue: [
      { type: 'continue', file: 'none' },
      { type: 'continue', file: 'same' },
      { type: 'continue', file: 'another' },
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
    'upload changed': [
      { type: 'upload changed', to: 'uploading' },
      { type: 'upload changed', to: 'pausing' },
      { type: 'upload changed', to: 'paused' },
      { type: 'upload changed', to: 'stalled' },
      { type: 'upload changed', to: 'cancelling' },
    ],
    'upload ended': [
      { type: 'upload ended', to: 'completed' },
      { type: 'upload ended', to: 'cancelled' },
      { type: 'upload ended', to: 'failed' },
      { type: 'upload ended', to: 'refused' },
    ],
  },
  outcomes: {},
}

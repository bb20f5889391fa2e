import { outcome, unknownFailure } from '../failure.ts'
import { completing } from './completing.ts'
import { pauseReason } from './retry.ts'
import { addressOf, uploadIdOf } from './rules.ts'
import { sending } from './sending.ts'
import { report, uploadSetup } from './setup.ts'
import { starting } from './starting.ts'

/**
 * Uploads one file: a small one in one request, a larger one as a multipart upload that survives pauses, lost
 * connections and reloads.
 *
 * Provide: actors `openFile`, `startUpload`, `listParts`, `sendFile`, `completeUpload`, `abortUpload` and `waitForOnline`
 * (sends `online` when the network is back).
 */
export const uploadMachine = uploadSetup.createMachine({
  id: 'upload',
  description: 'Uploads one file.',
  context: ({ input }) => ({
    ...input,
    parts: [],
    partsAreKnown: false,
    hasSent: false,
    hasSentAll: false,
    hasAskedToComplete: false,
    attempts: 0,
    refusals: 0,
    restarts: 0,
    replaced: null,
    failure: null,
  }),
  initial: 'working',
  states: {
    working: {
      description: 'Uploading the file.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Finding the next step from what is stored. Transient.',
          always: [
            { guard: 'upload is to be given up', target: '#upload.cancelling' },
            { guard: 'file is not open', target: 'opening' },
            { guard: 'one request suffices', target: 'sending' },
            { guard: 'nothing is begun', target: 'starting' },
            { guard: 'held parts are unknown', target: 'listing' },
            { guard: 'every part is sent and held', target: 'completing' },
            { target: 'sending' },
          ],
        },
        opening: {
          description: 'Opening a file of an earlier visit, which may have been moved or changed since.',
          invoke: {
            id: 'openFile',
            src: 'openFile',
            input: ({ context }) => ({ file: context.file }),
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'deciding',
                actions: { type: 'keep file', params: outcome },
              },
              { target: '#upload.judging', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: '#upload.judging', actions: { type: 'keep failure', params: unknownFailure } },
          },
          on: { pause: '#upload.paused.byUser', cancel: '#upload.cancelling' },
        },
        starting,
        listing: {
          description: 'Asking the storage which parts it already has, before resuming.',
          invoke: {
            id: 'listParts',
            src: 'listParts',
            input: ({ context }) => ({ ...addressOf(context), uploadId: uploadIdOf(context) }),
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'deciding',
                actions: [
                  { type: 'keep held parts', params: outcome },
                  { type: 'report progress', params: { sent: 0 } },
                ],
              },
              { target: '#upload.judging', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: '#upload.judging', actions: { type: 'keep failure', params: unknownFailure } },
          },
          on: { pause: '#upload.paused.byUser', cancel: '#upload.cancelling' },
        },
        sending,
        completing,
      },
    },
    judging: {
      description: 'Deciding what to do about a failure. Transient.',
      always: [
        { guard: 'browser is offline', target: 'waiting.offline' },
        { guard: 'address may have expired', target: 'working', actions: 'count refusal' },
        { guard: 'parts are lost for the first time', target: 'working', actions: 'start over' },
        { guard: 'another attempt is due', target: 'waiting.toRetry', actions: 'count attempt' },
        { guard: 'storage does not answer', target: 'paused.byStorage', actions: 'count attempt' },
        { target: 'failed' },
      ],
    },
    waiting: {
      description: 'A temporary failure; the upload is retried automatically.',
      initial: 'toRetry',
      entry: { type: 'report progress', params: { sent: 0 } },
      on: {
        pause: 'paused.byUser',
        cancel: 'cancelling',
      },
      states: {
        toRetry: {
          description: 'Waiting for the next attempt, longer after each failure.',
          entry: report('uploading', 'RETRYING'),
          after: { backoff: '#upload.working' },
        },
        offline: {
          description: 'The browser is offline; the upload resumes once it is back online.',
          entry: report('uploading', 'OFFLINE'),
          invoke: {
            id: 'waitForOnline',
            src: 'waitForOnline',
          },
          on: {
            online: { target: '#upload.working', actions: ['forget failed attempts', report('uploading')] },
          },
        },
      },
    },
    paused: {
      description: 'Nothing is sent; stored parts are kept, and only these count as progress.',
      initial: 'byUser',
      entry: { type: 'report progress', params: { sent: 0 } },
      on: {
        continue: { target: 'working', actions: ['forget failed attempts', report('uploading')] },
        cancel: 'cancelling',
      },
      states: {
        byUser: {
          description: 'Paused until the user continues.',
          entry: report('paused'),
        },
        byStorage: {
          description: 'The storage does not answer; the upload is retried periodically, or on request.',
          entry: report('stalled', pauseReason),
          on: { pause: 'byUser' },
          after: { 'probe interval': { target: '#upload.working', actions: report('uploading') } },
        },
      },
    },
    cancelling: {
      description: 'The user has cancelled; the parts are removed from the storage.',
      entry: report('cancelling'),
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Checking whether anything is stored. Transient.',
          always: [{ guard: 'multipart is open', target: 'aborting' }, { target: '#upload.cancelled' }],
        },
        aborting: {
          description: 'Aborting the multipart upload.',
          invoke: {
            id: 'abortUpload',
            src: 'abortUpload',
            input: ({ context }) => ({ ...addressOf(context), uploadId: uploadIdOf(context) }),
            onDone: [
              {
                guard: { type: 'failure will pass', params: outcome },
                target: 'waiting',
                actions: 'count attempt',
              },
              { target: '#upload.cancelled' },
            ],
            onError: { target: 'waiting', actions: 'count attempt' },
          },
        },
        waiting: {
          description: 'The abort failed; it is retried until it succeeds.',
          after: { backoff: 'aborting' },
        },
      },
    },
    completed: {
      description: 'The file is in the bucket.',
      type: 'final',
      entry: { type: 'report the end', params: { as: 'completed' } },
    },
    cancelled: {
      description: 'Cancelled; nothing of it is stored.',
      type: 'final',
      entry: { type: 'report the end', params: { as: 'cancelled' } },
    },
    failed: {
      description: 'Failed for the reason shown; stored parts are kept for a retry.',
      type: 'final',
      entry: { type: 'report the end', params: { as: 'failed' } },
    },
  },
})

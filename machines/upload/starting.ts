import { outcome, unknownFailure } from '../failure.ts'
import { report, uploadSetup } from './setup.ts'

export const starting = uploadSetup.createStateConfig({
  description: 'Starting a multipart upload; its answer is awaited even if the user stops now.',
  entry: 'clear failure',
  invoke: {
    id: 'startUpload',
    src: 'startUpload',
    input: ({ context: { bucket, key, file, replaced } }) => ({
      bucket,
      key,
      file,
      replaces: replaced,
    }),
    onDone: [
      {
        guard: { type: 'succeeded', params: outcome },
        actions: [
          { type: 'keep multipart', params: outcome },
          { type: 'report multipart', params: outcome },
        ],
      },
      { actions: { type: 'keep failure', params: outcome } },
    ],
    onError: { actions: { type: 'keep failure', params: unknownFailure } },
  },
  initial: 'wanted',
  states: {
    wanted: {
      description: 'The file will be sent once the upload has started.',
      on: { pause: 'pausing', cancel: 'givingUp' },
      always: [
        { guard: 'multipart is open', target: '#upload.working.sending' },
        { guard: 'something failed', target: '#upload.judging' },
      ],
    },
    pausing: {
      description: 'The user has paused; the upload pauses once the storage answers.',
      entry: report('paused'),
      on: {
        continue: {
          target: 'wanted',
          actions: report('uploading'),
        },
        cancel: 'givingUp',
      },
      always: { guard: 'an answer came', target: '#upload.paused.byUser' },
    },
    givingUp: {
      description: 'The user has cancelled; the upload is aborted once the storage answers.',
      entry: report('cancelling'),
      always: { guard: 'an answer came', target: '#upload.cancelling' },
    },
  },
})

import { outcome, unknownFailure } from '../failure.ts'
import { addressOf, uploadIdOf } from './rules.ts'
import { report, uploadSetup } from './setup.ts'

export const completing = uploadSetup.createStateConfig({
  description: 'All parts are stored; the storage joins them into the object.',
  entry: 'clear failure',
  exit: 'note completion',
  invoke: {
    id: 'completeUpload',
    src: 'completeUpload',
    input: ({ context }) => ({
      ...addressOf(context),
      file: context.file,
      uploadId: uploadIdOf(context),
      parts: context.parts,
      again: context.hasAskedToComplete,
    }),
    onDone: [
      { guard: { type: 'succeeded', params: outcome }, target: '#upload.completed' },
      { actions: { type: 'keep failure', params: outcome } },
    ],
    onError: { actions: { type: 'keep failure', params: unknownFailure } },
  },
  initial: 'wanted',
  states: {
    wanted: {
      description: 'The file is complete once the storage answers.',
      on: { pause: 'pausing', cancel: 'givingUp' },
      always: { guard: 'something failed', target: '#upload.judging' },
    },
    pausing: {
      description: 'The user has paused, which takes effect only if completing fails.',
      entry: report('paused'),
      on: {
        continue: {
          target: 'wanted',
          actions: report('uploading'),
        },
        cancel: 'givingUp',
      },
      always: { guard: 'something failed', target: '#upload.paused.byUser' },
    },
    givingUp: {
      description: 'The user has cancelled, which takes effect only if completing fails.',
      entry: report('cancelling'),
      always: { guard: 'something failed', target: '#upload.cancelling' },
    },
  },
})

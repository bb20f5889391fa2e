import { outcome, unknownFailure } from '../failure.ts'
import { uploadSetup } from './setup.ts'

export const opening = uploadSetup.createStateConfig({
  description: 'Opening a file of an earlier visit, which may have been moved or changed since.',
  invoke: {
    id: 'openFile',
    src: 'openFile',
    input: ({ context }) => ({ file: context.file }),
    onDone: [
      {
        guard: { type: 'succeeded', params: outcome },
        target: '#upload.working.deciding',
        actions: { type: 'keep file', params: outcome },
      },
      { target: '#upload.judging', actions: { type: 'keep failure', params: outcome } },
    ],
    onError: { target: '#upload.judging', actions: { type: 'keep failure', params: unknownFailure } },
  },
  on: { pause: '#upload.paused.byUser', cancel: '#upload.cancelling' },
})

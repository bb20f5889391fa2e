import { outcome, unknownFailure } from '../failure.ts'
import { addressOf } from './rules.ts'
import { report, uploadSetup } from './setup.ts'
import type { SentPart } from './types.ts'

/** Until a part arrives the row shows that the upload is retried. */
const somethingArrives = {
  'part sent': {
    guard: 'attempts have failed',
    actions: [
      { type: 'keep part', params: ({ event }: { event: { part: SentPart } }) => ({ part: event.part }) },
      report('uploading'),
    ],
  },
} as const

export const sending = uploadSetup.createStateConfig({
  description: 'Sending bytes, and comparing what is stored with the file.',
  entry: 'begin to send',
  invoke: {
    id: 'sendFile',
    src: 'sendFile',
    input: ({ context, self }) => ({
      ...addressOf(context),
      id: context.id,
      file: context.file,
      multipart: context.multipart,
      parts: context.parts,
      upload: self,
    }),
    onDone: [
      { guard: { type: 'whole file is an object', params: outcome }, target: '#upload.completed' },
      {
        guard: { type: 'succeeded', params: outcome },
        actions: { type: 'note the end of sending', params: outcome },
      },
      { actions: ['doubt held parts', { type: 'keep failure', params: outcome }] },
    ],
    onError: { actions: ['doubt held parts', { type: 'keep failure', params: unknownFailure }] },
  },
  on: {
    cancel: '#upload.cancelling',
    progress: { actions: { type: 'report progress', params: ({ event }) => ({ sent: event.sent }) } },
    'part sent': { actions: { type: 'keep part', params: ({ event }) => ({ part: event.part }) } },
  },
  initial: 'wanted',
  states: {
    wanted: {
      description: 'Requests begin as slots become free.',
      on: { pause: 'pausing', ...somethingArrives },
      always: [
        { guard: 'something failed', target: '#upload.judging' },
        { guard: 'sending has ended', target: '#upload.working.deciding' },
      ],
    },
    pausing: {
      description: 'The user has paused: the requests in flight finish, and no other begins.',
      entry: [report('pausing'), 'let requests finish'],
      on: {
        pause: { target: '#upload.paused.byUser', actions: 'doubt held parts' },
        continue: {
          target: 'continuing',
          actions: report('uploading'),
        },
      },
      always: {
        guard: 'sending has ended',
        target: '#upload.paused.byUser',
        actions: 'doubt held parts',
      },
      after: { 'finish limit': { target: '#upload.paused.byUser', actions: 'doubt held parts' } },
    },
    continuing: {
      description: 'The user continues; other requests begin once those in flight have ended.',
      on: { pause: 'pausing', ...somethingArrives },
      always: [
        { guard: 'something failed', target: '#upload.judging' },
        { guard: 'sending has ended', target: '#upload.working.deciding' },
      ],
    },
  },
})

import { assign, sendTo, setup } from 'xstate'
import { outside, outsideCallback } from '../outside.ts'
import {
  addressOf,
  attemptLimit,
  backoff,
  bytesOf,
  endOf,
  everyPartIsHeld,
  fitsOneRequest,
  heldParts,
  partsAreLost,
  refusalLimit,
  uploadIdOf,
  willPass,
} from './rules.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  OnlineWatch,
  SendFile,
  SentPart,
  StartUpload,
  UploadContext,
  UploadEnd,
  UploadEvent,
  UploadFailureCode,
  UploadInput,
  UploadReason,
} from './types.ts'

/**
 * One file on its way to a bucket: a small one in one request, a larger one as a multipart upload that survives
 * pauses, lost connections and reloads.
 *
 * To be provided: actors `startUpload`, `listParts`, `sendFile`, `completeUpload`, `abortUpload` and `waitForOnline`
 * (sends `online` when the browser has a network again).
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    input: {} as UploadInput,
  },
  actors: {
    startUpload: outside<StartUpload['output'], StartUpload['input']>('startUpload'),
    listParts: outside<ListParts['output'], ListParts['input']>('listParts'),
    sendFile: outside<SendFile['output'], SendFile['input']>('sendFile'),
    completeUpload: outside<CompleteUpload['output'], CompleteUpload['input']>('completeUpload'),
    abortUpload: outside<AbortUpload['output'], AbortUpload['input']>('abortUpload'),
    waitForOnline: outsideCallback<OnlineWatch['events']>('waitForOnline'),
  },
  actions: {
    'keep multipart': assign((_, outcome: StartUpload['output']) =>
      outcome.ok ? { multipart: outcome.multipart, parts: [] } : {},
    ),
    'keep held parts': assign(({ context }, outcome: ListParts['output']) =>
      outcome.ok ? { parts: heldParts(context.file, context.multipart, outcome.parts) } : {},
    ),
    'keep part': assign(({ context }, params: { part: SentPart }) => ({
      parts: [...(context.parts ?? []), params.part],
      attempts: 0,
      refusals: 0,
    })),
    'keep failure': assign((_, outcome: { ok: true } | { ok: false; code: UploadFailureCode }) =>
      outcome.ok ? {} : { failure: outcome.code },
    ),
    'keep unexpected failure': assign({ failure: 'UNKNOWN_ERROR' }),
    'count attempt': assign({ attempts: ({ context }) => context.attempts + 1 }),
    'count refusal': assign({ refusals: ({ context }) => context.refusals + 1 }),
    'begin anew': assign({
      parts: null,
      multipart: null,
      replaced: ({ context }) => context.multipart?.uploadId ?? null,
      restarts: ({ context }) => context.restarts + 1,
    }),
    'clear failure': assign({ failure: null }),
    'forget failed attempts': assign({ attempts: 0, refusals: 0, failure: null }),
    'report progress': sendTo(
      ({ context }) => context.queue,
      ({ context }, params: { sent: number }) => ({
        type: 'upload progressed',
        id: context.id,
        sent: bytesOf(context.parts ?? []) + params.sent,
      }),
    ),
    report: sendTo(
      ({ context }) => context.queue,
      (
        { context },
        params: { status: 'uploading' | 'paused' | 'cancelled'; reason: UploadReason | null },
      ) => ({ type: 'upload changed', id: context.id, ...params }),
    ),
    'report the end': sendTo(
      ({ context }) => context.queue,
      ({ context }, params: { status: UploadEnd['status'] }) => ({
        type: 'upload ended',
        ...endOf(context, params.status),
      }),
    ),
  },
  guards: {
    'upload is to be given up': ({ context }) => context.intent === 'discard',
    'one request suffices': ({ context }) => fitsOneRequest(context.file),
    'nothing is begun': ({ context }) => context.multipart === null,
    'multipart is open': ({ context }) => context.multipart !== null,
    'held parts are unknown': ({ context }) => context.parts === null,
    'every part is held': ({ context }) => everyPartIsHeld(context),
    'an answer came': ({ context }) => context.multipart !== null || context.failure !== null,
    'whole file is an object': ({ context }, outcome: { ok: boolean }) =>
      outcome.ok && context.multipart === null,
    succeeded: (_, outcome: { ok: boolean }) => outcome.ok,
    'something failed': ({ context }) => context.failure !== null,
    'browser is offline': ({ context }) => context.failure === 'OFFLINE',
    'address may have expired': ({ context }) =>
      context.failure === 'URL_REFUSED' && context.refusals < refusalLimit,
    'parts are lost for the first time': ({ context }) =>
      partsAreLost(context.failure) && context.restarts === 0,
    'another attempt is due': ({ context }) => willPass(context.failure) && context.attempts < attemptLimit,
    'storage does not answer': ({ context }) =>
      willPass(context.failure) && context.failure !== 'UNKNOWN_ERROR',
    'failure will pass': (_, outcome: { ok: true } | { ok: false; code: UploadFailureCode }) =>
      !outcome.ok && willPass(outcome.code),
  },
  delays: {
    backoff: ({ context }) => backoff(context.attempts, Math.random()),
    'probe interval': () => backoff(attemptLimit, Math.random()),
  },
}).createMachine({
  id: 'upload',
  description: 'Takes one file to a bucket.',
  context: ({ input }) => ({
    ...input,
    parts: null,
    attempts: 0,
    refusals: 0,
    restarts: 0,
    replaced: null,
    failure: null,
  }),
  initial: 'working',
  states: {
    working: {
      description: 'The file is being taken to the engine.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'The next step is found from what the engine holds already; nobody sees this state.',
          always: [
            { guard: 'upload is to be given up', target: '#upload.cancelling' },
            { guard: 'one request suffices', target: 'sending' },
            { guard: 'nothing is begun', target: 'starting' },
            { guard: 'held parts are unknown', target: 'listing' },
            { guard: 'every part is held', target: 'completing' },
            { target: 'sending' },
          ],
        },
        starting: {
          description: 'A multipart upload is being begun; the answer is awaited even if the user stops now.',
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
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                actions: { type: 'keep multipart', params: ({ event }) => event.output },
              },
              { actions: { type: 'keep failure', params: ({ event }) => event.output } },
            ],
            onError: { actions: 'keep unexpected failure' },
          },
          initial: 'wanted',
          states: {
            wanted: {
              description: 'The file will be sent as soon as the engine has begun the upload.',
              on: { pause: 'pausing', cancel: 'givingUp' },
              always: [
                { guard: 'multipart is open', target: '#upload.working.sending' },
                { guard: 'something failed', target: '#upload.judging' },
              ],
            },
            pausing: {
              description: 'The user has paused; the upload rests as soon as the engine has answered.',
              entry: { type: 'report', params: { status: 'paused', reason: null } },
              on: {
                continue: {
                  target: 'wanted',
                  actions: { type: 'report', params: { status: 'uploading', reason: null } },
                },
                cancel: 'givingUp',
              },
              always: { guard: 'an answer came', target: '#upload.paused.byUser' },
            },
            givingUp: {
              description:
                'The user has cancelled; what the engine begins is given up as soon as it answers.',
              entry: { type: 'report', params: { status: 'cancelled', reason: null } },
              always: { guard: 'an answer came', target: '#upload.cancelling' },
            },
          },
        },
        listing: {
          description: 'The engine is asked which parts it holds of an upload that is gone on with.',
          entry: 'clear failure',
          invoke: {
            id: 'listParts',
            src: 'listParts',
            input: ({ context }) => ({ ...addressOf(context), uploadId: uploadIdOf(context) }),
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: 'deciding',
                actions: [
                  { type: 'keep held parts', params: ({ event }) => event.output },
                  { type: 'report progress', params: { sent: 0 } },
                ],
              },
              {
                target: '#upload.judging',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
            ],
            onError: { target: '#upload.judging', actions: 'keep unexpected failure' },
          },
          on: { pause: '#upload.paused.byUser', cancel: '#upload.cancelling' },
        },
        sending: {
          description: 'Bytes are on their way.',
          entry: 'clear failure',
          invoke: {
            id: 'sendFile',
            src: 'sendFile',
            input: ({ context, self }) => ({
              ...addressOf(context),
              file: context.file,
              multipart: context.multipart,
              parts: context.parts ?? [],
              upload: self,
            }),
            onDone: [
              {
                guard: { type: 'whole file is an object', params: ({ event }) => event.output },
                target: '#upload.completed',
              },
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: 'completing',
              },
              {
                target: '#upload.judging',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
            ],
            onError: { target: '#upload.judging', actions: 'keep unexpected failure' },
          },
          on: {
            pause: '#upload.paused.byUser',
            cancel: '#upload.cancelling',
            progress: { actions: { type: 'report progress', params: ({ event }) => ({ sent: event.sent }) } },
            'part sent': { actions: { type: 'keep part', params: ({ event }) => ({ part: event.part }) } },
          },
        },
        completing: {
          description: 'Every part is there, and the engine makes the object of them.',
          entry: 'clear failure',
          invoke: {
            id: 'completeUpload',
            src: 'completeUpload',
            input: ({ context }) => ({
              ...addressOf(context),
              file: context.file,
              uploadId: uploadIdOf(context),
              parts: context.parts ?? [],
              again: context.attempts > 0,
            }),
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: '#upload.completed',
              },
              { actions: { type: 'keep failure', params: ({ event }) => event.output } },
            ],
            onError: { actions: 'keep unexpected failure' },
          },
          initial: 'wanted',
          states: {
            wanted: {
              description: 'The file is complete as soon as the engine answers.',
              on: { pause: 'pausing', cancel: 'givingUp' },
              always: { guard: 'something failed', target: '#upload.judging' },
            },
            pausing: {
              description: 'The user has paused, which holds the upload only if the object was not made.',
              entry: { type: 'report', params: { status: 'paused', reason: null } },
              on: {
                continue: {
                  target: 'wanted',
                  actions: { type: 'report', params: { status: 'uploading', reason: null } },
                },
                cancel: 'givingUp',
              },
              always: { guard: 'something failed', target: '#upload.paused.byUser' },
            },
            givingUp: {
              description: 'The user has cancelled, which ends the upload only if the object was not made.',
              entry: { type: 'report', params: { status: 'cancelled', reason: null } },
              always: { guard: 'something failed', target: '#upload.cancelling' },
            },
          },
        },
      },
    },
    judging: {
      description: 'What to do about a failure is decided; nobody sees this state.',
      always: [
        { guard: 'browser is offline', target: 'waiting.offline' },
        { guard: 'address may have expired', target: 'working', actions: 'count refusal' },
        { guard: 'parts are lost for the first time', target: 'working', actions: 'begin anew' },
        { guard: 'another attempt is due', target: 'waiting.toRetry', actions: 'count attempt' },
        { guard: 'storage does not answer', target: 'paused.byStorage', actions: 'count attempt' },
        { target: 'failed' },
      ],
    },
    waiting: {
      description: 'Something failed that will pass; the upload goes on by itself.',
      initial: 'toRetry',
      entry: { type: 'report progress', params: { sent: 0 } },
      exit: { type: 'report', params: { status: 'uploading', reason: null } },
      on: {
        pause: 'paused.byUser',
        cancel: 'cancelling',
      },
      states: {
        toRetry: {
          description: 'The next attempt comes in a few seconds, later after each failure.',
          entry: { type: 'report', params: { status: 'uploading', reason: 'RETRYING' } },
          after: { backoff: '#upload.working' },
        },
        offline: {
          description: 'The browser has no network; the upload goes on as soon as it is back.',
          entry: { type: 'report', params: { status: 'uploading', reason: 'OFFLINE' } },
          invoke: {
            id: 'waitForOnline',
            src: 'waitForOnline',
          },
          on: { online: { target: '#upload.working', actions: 'forget failed attempts' } },
        },
      },
    },
    paused: {
      description: 'No byte is sent; the parts that the engine holds are kept, and just these are shown.',
      initial: 'byUser',
      entry: { type: 'report progress', params: { sent: 0 } },
      exit: { type: 'report', params: { status: 'uploading', reason: null } },
      on: {
        continue: { target: 'working', actions: 'forget failed attempts' },
        cancel: 'cancelling',
      },
      states: {
        byUser: {
          description: 'The user has paused the upload; it waits until the user continues it.',
          entry: { type: 'report', params: { status: 'paused', reason: null } },
        },
        byStorage: {
          description:
            'The storage does not answer; it is tried again from time to time, or when the user says.',
          entry: { type: 'report', params: { status: 'paused', reason: 'STORAGE_UNAVAILABLE' } },
          on: { pause: 'byUser' },
          after: { 'probe interval': '#upload.working' },
        },
      },
    },
    cancelling: {
      description: 'The user has given the upload up, and the engine is told to drop its parts.',
      entry: { type: 'report', params: { status: 'cancelled', reason: null } },
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Whether the engine holds anything is looked up; nobody sees this state.',
          always: [{ guard: 'multipart is open', target: 'aborting' }, { target: '#upload.cancelled' }],
        },
        aborting: {
          description: 'The engine is dropping the parts.',
          invoke: {
            id: 'abortUpload',
            src: 'abortUpload',
            input: ({ context }) => ({ ...addressOf(context), uploadId: uploadIdOf(context) }),
            onDone: [
              {
                guard: { type: 'failure will pass', params: ({ event }) => event.output },
                target: 'waiting',
                actions: 'count attempt',
              },
              { target: '#upload.cancelled' },
            ],
            onError: { target: 'waiting', actions: 'count attempt' },
          },
        },
        waiting: {
          description: 'The engine did not take it; it is told again, for as long as it takes.',
          after: { backoff: 'aborting' },
        },
      },
    },
    completed: {
      description: 'The file is in the bucket.',
      type: 'final',
      entry: { type: 'report the end', params: { status: 'completed' } },
    },
    cancelled: {
      description: 'The upload was given up, and the engine holds nothing of it.',
      type: 'final',
      entry: { type: 'report the end', params: { status: 'cancelled' } },
    },
    failed: {
      description:
        'The upload cannot go on, for the reason shown; what the engine holds is kept for a retry.',
      type: 'final',
      entry: { type: 'report the end', params: { status: 'failed' } },
    },
  },
})

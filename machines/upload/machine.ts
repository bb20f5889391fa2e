import { assign, emit, sendTo, setup } from 'xstate'
import { outcome, unknownFailure } from '../failure.ts'
import { placeholder, placeholderCallback } from '../placeholder.ts'
import { bytesOf, heldParts, withPart } from './parts.ts'
import { attemptLimit, backoff, outlastsAttempts, pauseReason, refusalLimit, willPass } from './retry.ts'
import {
  addressOf,
  endOf,
  everyPartIsHeld,
  finishLimitMs,
  fitsOneRequest,
  partsAreLost,
  uploadIdOf,
} from './rules.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  OnlineWatch,
  SendFile,
  SentPart,
  StartUpload,
  StepFailure,
  UploadContext,
  UploadEmitted,
  UploadEnd,
  UploadEvent,
  UploadFailureCode,
  UploadInput,
  UploadReason,
} from './types.ts'

/**
 * Uploads one file: a small one in one request, a larger one as a multipart upload that survives pauses, lost
 * connections and reloads.
 *
 * Provide: actors `startUpload`, `listParts`, `sendFile`, `completeUpload`, `abortUpload` and `waitForOnline`
 * (sends `online` when the network is back).
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
    input: {} as UploadInput,
  },
  actors: {
    startUpload: placeholder<StartUpload['output'], StartUpload['input']>('startUpload'),
    listParts: placeholder<ListParts['output'], ListParts['input']>('listParts'),
    sendFile: placeholder<SendFile['output'], SendFile['input']>('sendFile'),
    completeUpload: placeholder<CompleteUpload['output'], CompleteUpload['input']>('completeUpload'),
    abortUpload: placeholder<AbortUpload['output'], AbortUpload['input']>('abortUpload'),
    waitForOnline: placeholderCallback<OnlineWatch['events']>('waitForOnline'),
  },
  actions: {
    'keep multipart': assign((_, outcome: StartUpload['output']) =>
      outcome.ok ? { multipart: outcome.multipart, parts: [], partsAreKnown: true } : {},
    ),
    'keep held parts': assign(({ context }, outcome: ListParts['output']) =>
      outcome.ok
        ? { parts: heldParts(context.file, context.multipart, outcome.parts), partsAreKnown: true }
        : {},
    ),
    'doubt held parts': assign({ partsAreKnown: false }),
    'keep part': assign(({ context }, params: { part: SentPart }) => ({
      parts: withPart(context.parts, params.part),
      attempts: 0,
      refusals: 0,
    })),
    'keep failure': assign((_, outcome: { ok: true } | StepFailure<UploadFailureCode>) =>
      outcome.ok ? {} : { failure: outcome.code },
    ),
    'count attempt': assign({ attempts: ({ context }) => context.attempts + 1 }),
    'count refusal': assign({ refusals: ({ context }) => context.refusals + 1 }),
    'start over': assign({
      parts: [],
      multipart: null,
      replaced: ({ context }) => context.multipart?.uploadId ?? null,
      restarts: ({ context }) => context.restarts + 1,
    }),
    'clear failure': assign({ failure: null }),
    'begin to send': assign({ failure: null, hasSent: false }),
    'note the end of sending': assign({ hasSent: true }),
    'let requests finish': emit({ type: 'finish' }),
    'forget failed attempts': assign({ attempts: 0, refusals: 0, failure: null }),
    'report progress': sendTo(
      ({ context }) => context.queue,
      ({ context }, params: { sent: number }) => ({
        type: 'upload progressed',
        id: context.id,
        sent: bytesOf(context.parts) + params.sent,
      }),
    ),
    report: sendTo(
      ({ context }) => context.queue,
      (
        { context },
        params: { status: 'uploading' | 'pausing' | 'paused' | 'cancelled'; reason: UploadReason | null },
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
    'held parts are unknown': ({ context }) => !context.partsAreKnown,
    'every part is held': ({ context }) => everyPartIsHeld(context),
    'an answer came': ({ context }) => context.multipart !== null || context.failure !== null,
    'whole file is an object': ({ context }, outcome: SendFile['output']) =>
      context.multipart === null && outcome.ok && outcome.finished,
    succeeded: (_, outcome: { ok: boolean }) => outcome.ok,
    'sending has ended': ({ context }) => context.hasSent || context.failure !== null,
    'something failed': ({ context }) => context.failure !== null,
    'browser is offline': ({ context }) => context.failure === 'OFFLINE',
    'address may have expired': ({ context }) =>
      context.failure === 'URL_REFUSED' && context.refusals < refusalLimit,
    'parts are lost for the first time': ({ context }) =>
      partsAreLost(context.failure) && context.restarts === 0,
    'another attempt is due': ({ context }) => willPass(context.failure) && context.attempts < attemptLimit,
    'storage does not answer': ({ context }) => outlastsAttempts(context.failure),
    'failure will pass': (_, outcome: { ok: true } | StepFailure<UploadFailureCode>) =>
      !outcome.ok && willPass(outcome.code),
  },
  delays: {
    'finish limit': finishLimitMs,
    backoff: ({ context }) => backoff(context.attempts, Math.random()),
    'probe interval': () => backoff(attemptLimit, Math.random()),
  },
}).createMachine({
  id: 'upload',
  description: 'Uploads one file.',
  context: ({ input }) => ({
    ...input,
    parts: [],
    partsAreKnown: false,
    hasSent: false,
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
            { guard: 'one request suffices', target: 'sending' },
            { guard: 'nothing is begun', target: 'starting' },
            { guard: 'held parts are unknown', target: 'listing' },
            { guard: 'every part is held', target: 'completing' },
            { target: 'sending' },
          ],
        },
        starting: {
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
                actions: { type: 'keep multipart', params: outcome },
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
              description: 'The user has cancelled; the upload is aborted once the storage answers.',
              entry: { type: 'report', params: { status: 'cancelled', reason: null } },
              always: { guard: 'an answer came', target: '#upload.cancelling' },
            },
          },
        },
        listing: {
          description: 'Asking the storage which parts it already has, before resuming.',
          entry: 'clear failure',
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
        sending: {
          description: 'Sending bytes.',
          entry: 'begin to send',
          invoke: {
            id: 'sendFile',
            src: 'sendFile',
            input: ({ context, self }) => ({
              ...addressOf(context),
              file: context.file,
              multipart: context.multipart,
              parts: context.parts,
              upload: self,
            }),
            onDone: [
              { guard: { type: 'whole file is an object', params: outcome }, target: '#upload.completed' },
              { guard: { type: 'succeeded', params: outcome }, actions: 'note the end of sending' },
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
              on: { pause: 'pausing' },
              always: [
                { guard: 'something failed', target: '#upload.judging' },
                { guard: 'sending has ended', target: '#upload.working.deciding' },
              ],
            },
            pausing: {
              description: 'The user has paused: the requests in flight finish, and no other begins.',
              entry: [{ type: 'report', params: { status: 'pausing', reason: null } }, 'let requests finish'],
              on: {
                pause: { target: '#upload.paused.byUser', actions: 'doubt held parts' },
                continue: {
                  target: 'continuing',
                  actions: { type: 'report', params: { status: 'uploading', reason: null } },
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
              on: { pause: 'pausing' },
              always: [
                { guard: 'something failed', target: '#upload.judging' },
                { guard: 'sending has ended', target: '#upload.working.deciding' },
              ],
            },
          },
        },
        completing: {
          description: 'All parts are stored; the storage joins them into the object.',
          entry: 'clear failure',
          invoke: {
            id: 'completeUpload',
            src: 'completeUpload',
            input: ({ context }) => ({
              ...addressOf(context),
              file: context.file,
              uploadId: uploadIdOf(context),
              parts: context.parts,
              again: context.attempts > 0,
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
              description: 'The user has cancelled, which takes effect only if completing fails.',
              entry: { type: 'report', params: { status: 'cancelled', reason: null } },
              always: { guard: 'something failed', target: '#upload.cancelling' },
            },
          },
        },
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
      exit: { type: 'report', params: { status: 'uploading', reason: null } },
      on: {
        pause: 'paused.byUser',
        cancel: 'cancelling',
      },
      states: {
        toRetry: {
          description: 'Waiting for the next attempt, longer after each failure.',
          entry: { type: 'report', params: { status: 'uploading', reason: 'RETRYING' } },
          after: { backoff: '#upload.working' },
        },
        offline: {
          description: 'The browser is offline; the upload resumes once it is back online.',
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
      description: 'Nothing is sent; stored parts are kept, and only these count as progress.',
      initial: 'byUser',
      entry: { type: 'report progress', params: { sent: 0 } },
      exit: { type: 'report', params: { status: 'uploading', reason: null } },
      on: {
        continue: { target: 'working', actions: 'forget failed attempts' },
        cancel: 'cancelling',
      },
      states: {
        byUser: {
          description: 'Paused until the user continues.',
          entry: { type: 'report', params: { status: 'paused', reason: null } },
        },
        byStorage: {
          description: 'The storage does not answer; the upload is retried periodically, or on request.',
          entry: { type: 'report', params: { status: 'paused', reason: pauseReason } },
          on: { pause: 'byUser' },
          after: { 'probe interval': '#upload.working' },
        },
      },
    },
    cancelling: {
      description: 'The user has cancelled; the parts are removed from the storage.',
      entry: { type: 'report', params: { status: 'cancelled', reason: null } },
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
      entry: { type: 'report the end', params: { status: 'completed' } },
    },
    cancelled: {
      description: 'Cancelled; nothing of it is stored.',
      type: 'final',
      entry: { type: 'report the end', params: { status: 'cancelled' } },
    },
    failed: {
      description: 'Failed for the reason shown; stored parts are kept for a retry.',
      type: 'final',
      entry: { type: 'report the end', params: { status: 'failed' } },
    },
  },
})

import { assign, emit, sendTo, setup } from 'xstate'
import { placeholder, placeholderCallback } from '../placeholder.ts'
import { bytesOf, heldParts, withPart } from './parts.ts'
import { attemptLimit, backoff, outlastsAttempts, refusalLimit, willPass } from './retry.ts'
import { endOf, everyPartIsHeld, finishLimitMs, fitsOneRequest, partsAreLost } from './rules.ts'
import type {
  AbortUpload,
  CompleteUpload,
  ListParts,
  OnlineWatch,
  OpenFile,
  SendFile,
  SentPart,
  StartUpload,
  StepFailure,
  UploadChange,
  UploadContext,
  UploadEmitted,
  UploadEvent,
  UploadFailureCode,
  UploadInput,
} from './types.ts'

/** Types, calls, actions, guards and delays of the upload machine. */
export const uploadSetup = setup({
  types: {
    context: {} as UploadContext,
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
    input: {} as UploadInput,
  },
  actors: {
    openFile: placeholder<OpenFile['output'], OpenFile['input']>('openFile'),
    startUpload: placeholder<StartUpload['output'], StartUpload['input']>('startUpload'),
    listParts: placeholder<ListParts['output'], ListParts['input']>('listParts'),
    sendFile: placeholder<SendFile['output'], SendFile['input']>('sendFile'),
    completeUpload: placeholder<CompleteUpload['output'], CompleteUpload['input']>('completeUpload'),
    abortUpload: placeholder<AbortUpload['output'], AbortUpload['input']>('abortUpload'),
    waitForOnline: placeholderCallback<OnlineWatch['events']>('waitForOnline'),
  },
  actions: {
    'keep file': assign((_, outcome: OpenFile['output']) => (outcome.ok ? { file: outcome.file } : {})),
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
      hasAskedToComplete: false,
    }),
    'note completion': assign({ hasAskedToComplete: true }),
    'clear failure': assign({ failure: null }),
    'begin to send': assign({ failure: null, hasSent: false, hasSentAll: false }),
    'note the end of sending': assign((_, outcome: SendFile['output']) => ({
      hasSent: true,
      hasSentAll: outcome.ok && outcome.finished,
    })),
    'let requests finish': emit({ type: 'finish' }),
    'forget failed attempts': assign({ attempts: 0, refusals: 0, failure: null }),
    'report multipart': sendTo(
      ({ context }) => context.queue,
      ({ context }, outcome: StartUpload['output']) => ({
        type: 'upload begun',
        id: context.id,
        multipart: outcome.ok ? outcome.multipart : context.multipart!,
      }),
    ),
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
      ({ context }, { state, reason }: Omit<UploadChange, 'id'>) => ({
        ...{ type: 'upload changed', id: context.id, state },
        // It is being retried until something has arrived.
        reason: reason ?? (state === 'uploading' && context.attempts > 0 ? 'RETRYING' : null),
      }),
    ),
    'report the end': sendTo(
      ({ context }) => context.queue,
      ({ context }, params: { as: 'completed' | 'cancelled' | 'failed' }) => ({
        type: 'upload ended',
        ...endOf(context, params.as),
      }),
    ),
  },
  guards: {
    'upload is to be given up': ({ context }) => context.intent === 'discard',
    'file is not open': ({ context }) => context.file.stored !== undefined,
    'one request suffices': ({ context }) => fitsOneRequest(context.file),
    'nothing is begun': ({ context }) => context.multipart === null,
    'multipart is open': ({ context }) => context.multipart !== null,
    'held parts are unknown': ({ context }) => !context.partsAreKnown,
    'every part is sent and held': ({ context }) => context.hasSentAll && everyPartIsHeld(context),
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
    'attempts have failed': ({ context }) => context.attempts > 0,
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
})

/** Status report to the queue. */
export const report = (state: UploadChange['state'], reason: UploadChange['reason'] = null) =>
  ({ type: 'report', params: { state, reason } }) as const

import { expect } from 'vitest'
import { createEmptyActor, type SnapshotFrom } from 'xstate'
import { basePartSize, MiB } from '../../domain/limits.ts'
import type { Flow } from '../../flows/kit/flow.ts'
import type { uploadMachine } from '../../machines/upload/machine.ts'
import { attemptLimit, refusalLimit } from '../../machines/upload/retry.ts'
import type { UploadContext, UploadInput } from '../../machines/upload/types.ts'

type Snapshot = SnapshotFrom<typeof uploadMachine>

const unexpected = [new Error('a bug')] as const
const failure = <const Code extends string>(code: Code) => [{ ok: false, code }] as const

const anyCall = {
  NETWORK: failure('NETWORK'),
  STORAGE_UNAVAILABLE: failure('STORAGE_UNAVAILABLE'),
  TOO_MANY_REQUESTS: failure('TOO_MANY_REQUESTS'),
  UNKNOWN_ERROR: failure('UNKNOWN_ERROR'),
  ACCESS_DENIED: failure('ACCESS_DENIED'),
  BUCKET_NOT_FOUND: failure('BUCKET_NOT_FOUND'),
  OFFLINE: failure('OFFLINE'),
  unexpected,
}

const multipart = { uploadId: 'upload-1', partSize: 16 * MiB }
const held = { number: 1, etag: '"1"', size: 16 * MiB }
const missing = { number: 2, etag: '"2"', size: 8 * MiB }

const earlier = {
  ...{ name: 'múa lân.mp4', size: 4 * MiB, lastModified: 0, type: 'video/mp4' },
  stored: { path: 'Tết/múa lân.mp4' },
}

const input = (size: number, more: Partial<UploadInput> = {}): UploadInput => ({
  id: 1,
  bucket: 'anh',
  key: 'Tết/múa lân.mp4',
  file: { name: 'múa lân.mp4', size, lastModified: 0, type: 'video/mp4' },
  multipart: null,
  intent: 'send',
  queue: createEmptyActor(),
  ...more,
})

/**
 * Of a multipart upload: sending ends well at once when the last part has, and not before; without an answer to the
 * call for addresses nothing was sent at all. During a pause it ends with the request in flight, whose part is listed
 * later; once the upload continues, with the part of that request.
 */
function canHappenWhileSending(
  snapshot: Snapshot,
  event: { type: string; output?: { ok?: boolean; finished?: boolean } },
): boolean {
  const { multipart, parts } = snapshot.context
  const { type, output } = event
  const isWanted = snapshot.matches({ working: { sending: 'wanted' } })
  const isPausing = snapshot.matches({ working: { sending: 'pausing' } })
  if (multipart && parts.length === 2) return output?.finished === true
  if (type === 'progress') return isWanted
  if (type === 'xstate.error.actor.sendFile') return isWanted && parts.length === 0
  if (output?.finished === false)
    return multipart !== null && !isWanted && parts.length === (isPausing ? 0 : 1)
  if (type === 'part sent') return multipart !== null && !isPausing
  return multipart === null || output?.ok !== true
}

/** The storage still has every part that it has acknowledged. */
function canBeListed({ parts }: UploadContext, event: { type: string }): boolean {
  const { output } = event as { output?: { parts?: readonly unknown[] } }
  return (output?.parts?.length ?? 2) >= parts.length
}

/**
 * The machine counts attempts, refused addresses and restarts, and every event at every count would be thousands of
 * paths that differ in nothing else. So each count goes up alone, by what makes it go up, and everything else happens
 * at a count of 0 and at the end of the attempts, where the machine decides otherwise.
 */
function keepsCountsFinite(snapshot: Snapshot, event: { type: string }): boolean {
  const { attempts, refusals, restarts } = snapshot.context
  const code = (event as { output?: { code?: string } }).output?.code
  if (snapshot.matches('cancelling')) return attempts < 2 || code === undefined
  if (attempts === 1) return code === 'NETWORK' || code === undefined
  if (attempts > 1 && attempts < attemptLimit) return code === 'NETWORK' || event.type.includes('after')
  if (refusals > 0) return code === 'URL_REFUSED' || event.type === 'part sent'
  if (restarts > 0) {
    const fromOutside = !event.type.startsWith('xstate.')
    return !fromOutside && (!code || code.endsWith('FOUND') || code === 'INVALID_PARTS')
  }
  return true
}

/** The step of an upload that a pause or a cancellation cannot break off, as its answer decides what is stored. */
const unbroken = (before: Snapshot) =>
  (['starting', 'completing'] as const).find(step => before.matches({ working: step }))

/** Where a file goes on: it is opened, and what is stored of it listed, where that is not known. */
function onwards({ context: { file, multipart, partsAreKnown } }: Snapshot): string {
  if (file.stored) return 'working.opening'
  if (file.size <= basePartSize) return 'working.sending'
  if (!multipart) return 'working.starting'
  return partsAreKnown ? 'working' : 'working.listing'
}

const given = ({ context: { multipart } }: Snapshot) => (multipart ? 'cancelling.aborting' : 'cancelled')

/** Where an answer leads that the user may not wait for any more. */
const answered = (whenWanted: (before: Snapshot) => string) => (before: Snapshot) => {
  const step = unbroken(before) ?? 'sending'
  if (before.matches({ working: { [step]: 'pausing' } })) return 'paused.byUser'
  if (step !== 'sending' && before.matches({ working: { [step]: 'givingUp' } })) return given(before)
  return whenWanted(before)
}

const tryAgain = (atTheEnd: string) =>
  answered(({ context }) => (context.attempts < attemptLimit ? 'waiting.toRetry' : atTheEnd))
const retried = tryAgain('paused.byStorage')
const retriedAFewTimes = tryAgain('failed')
const refused = answered(() => 'failed')
const startedOver = answered(({ context }) => {
  if (context.restarts > 0) return 'failed'
  return context.file.size <= basePartSize ? 'working.sending' : 'working.starting'
})

/** What can happen to one file. */
export const uploadFlow: Flow<typeof uploadMachine> = {
  starts: {
    'a small file': input(4 * MiB),
    'a file in parts': input(24 * MiB),
    'an upload that was interrupted': input(24 * MiB, { multipart }),
    'a file of an earlier visit': input(4 * MiB, { file: earlier }),
    'an upload to be given up': input(24 * MiB, { multipart, intent: 'discard' }),
  },
  events: {
    pause: [{ type: 'pause' }],
    continue: [{ type: 'continue' }],
    cancel: [{ type: 'cancel' }],
    online: [{ type: 'online' }],
    progress: [{ type: 'progress', sent: 1 * MiB }],
    'part sent': ({ context }) =>
      [{ type: 'part sent', part: context.parts.length ? missing : held } as const].filter(
        () => context.parts.length < 2,
      ),
  },
  outcomes: {
    openFile: {
      ok: ({ context: { file } }) => [{ ok: true, file: { ...file, stored: undefined } }],
      FILE_CHANGED: failure('FILE_CHANGED'),
      FILE_GONE: failure('FILE_GONE'),
      PERMISSION_NEEDED: failure('PERMISSION_NEEDED'),
      unexpected,
    },
    startUpload: {
      ok: [{ ok: true, multipart }],
      ...anyCall,
      NOT_ENOUGH_STORAGE: failure('NOT_ENOUGH_STORAGE'),
      FILE_TOO_LARGE: failure('FILE_TOO_LARGE'),
    },
    listParts: {
      ok: [
        { ok: true, parts: [held] },
        { ok: true, parts: [missing, held] },
      ],
      ...anyCall,
      UPLOAD_NOT_FOUND: failure('UPLOAD_NOT_FOUND'),
    },
    sendFile: {
      ok: [
        { ok: true, finished: true },
        { ok: true, finished: false },
      ],
      ...anyCall,
      NOT_ENOUGH_STORAGE: failure('NOT_ENOUGH_STORAGE'),
      FILE_TOO_LARGE: failure('FILE_TOO_LARGE'),
      UPLOAD_NOT_FOUND: failure('UPLOAD_NOT_FOUND'),
      URL_REFUSED: failure('URL_REFUSED'),
      FILE_CHANGED: failure('FILE_CHANGED'),
    },
    completeUpload: {
      ok: [{ ok: true }],
      ...anyCall,
      NOT_ENOUGH_STORAGE: failure('NOT_ENOUGH_STORAGE'),
      UPLOAD_NOT_FOUND: failure('UPLOAD_NOT_FOUND'),
      INVALID_PARTS: failure('INVALID_PARTS'),
    },
    abortUpload: { ok: [{ ok: true }], ...anyCall },
  },
  observe: ({ value, context }) => ({
    value,
    stored: context.file.stored,
    multipart: context.multipart,
    parts: context.parts,
    partsAreKnown: context.partsAreKnown,
    hasSent: context.hasSent,
    hasSentAll: context.hasSentAll,
    failure: context.failure,
    refusals: context.refusals,
    restarts: context.restarts,
    attempts: Math.min(context.attempts, attemptLimit + 1),
  }),
  leads: {
    pause: before => {
      const step = unbroken(before)
      if (step) return `working.${step}.pausing`
      const sends =
        before.matches({ working: 'sending' }) && !before.matches({ working: { sending: 'pausing' } })
      return sends ? 'working.sending.pausing' : 'paused.byUser'
    },
    continue: before => {
      const step = unbroken(before)
      if (step) return `working.${step}.wanted`
      return before.matches({ working: 'sending' }) ? 'working.sending.continuing' : onwards(before)
    },
    cancel: before => {
      const step = unbroken(before)
      return step ? `working.${step}.givingUp` : given(before)
    },
    online: onwards,
    'after backoff': before => (before.matches('cancelling') ? 'cancelling.aborting' : onwards(before)),
    'after probe interval': onwards,
    'after finish limit': 'paused.byUser',
    'openFile: ok': ({ context }) => (context.multipart ? 'working.listing' : 'working'),
    'startUpload: ok': before =>
      before.matches({ working: { starting: 'givingUp' } })
        ? 'cancelling.aborting'
        : answered(() => 'working.sending')(before),
    'completeUpload: ok': 'completed',
    NETWORK: retried,
    STORAGE_UNAVAILABLE: retried,
    TOO_MANY_REQUESTS: retried,
    UNKNOWN_ERROR: retriedAFewTimes,
    unexpected: retriedAFewTimes,
    OFFLINE: answered(() => 'waiting.offline'),
    URL_REFUSED: answered(before => (before.context.refusals < refusalLimit ? onwards(before) : 'failed')),
    UPLOAD_NOT_FOUND: startedOver,
    INVALID_PARTS: startedOver,
    ACCESS_DENIED: refused,
    BUCKET_NOT_FOUND: refused,
    NOT_ENOUGH_STORAGE: refused,
    FILE_TOO_LARGE: refused,
    FILE_CHANGED: refused,
    FILE_GONE: refused,
    PERMISSION_NEEDED: refused,
    ...Object.fromEntries(
      Object.keys(anyCall).map(code => [
        `abortUpload: ${code}`,
        code === 'ACCESS_DENIED' || code === 'BUCKET_NOT_FOUND' ? 'cancelled' : 'cancelling.waiting',
      ]),
    ),
    'abortUpload: ok': 'cancelled',
  },
  possible: (snapshot, event) =>
    (!snapshot.matches({ working: 'sending' }) || canHappenWhileSending(snapshot, event)) &&
    (!snapshot.matches({ working: 'listing' }) || canBeListed(snapshot.context, event)) &&
    keepsCountsFinite(snapshot, event),
  states: {
    'working.sending': ({ context }) => expect(context.failure).toBeNull(),
    'paused.byStorage': ({ context }) => expect(context.attempts).toBeGreaterThan(attemptLimit),
    'cancelling.aborting': ({ context }) => expect(context.multipart).toEqual(multipart),
  },
}

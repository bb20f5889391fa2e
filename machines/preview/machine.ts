import { assign, setup } from 'xstate'
import { type PreviewKind, previewKind } from '../../domain/file-kinds.ts'
import { previewLimit, type Refusal, streams } from '../../domain/preview.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** `size`: bytes, null if it is not known yet. `versionId`: the current one by default. */
export type PreviewFile = { bucket: string; key: string; size: number | null; versionId?: string }

type PreviewInput = { file: PreviewFile }

type PreviewEvent =
  /** Another file, such as the next one of the folder. */
  | { type: 'show'; file: PreviewFile }
  /** The frame shows the file. */
  | { type: 'drawn' }
  | { type: 'refused'; reason: Refusal }
  | { type: 'playing' }
  /** The player receives no more of the file: its address has expired, or it cannot be played. */
  | { type: 'stream broken' }
  | { type: 'retry' }

export type PreviewContext = {
  file: PreviewFile
  kind: PreviewKind | null
  /** The signed address of the file. */
  url: string | null
  /** The file, from when it is read until it is handed to the frame. */
  bytes: ArrayBuffer | null
  /** Whether the address was renewed, and nothing has been received from the new one yet. */
  renewed: boolean
  refusal: Refusal | null
  failure: Failure | null
}

export type LinkGet = {
  input: { bucket: string; key: string; version_id?: string }
  output: { ok: true; url: string } | Failure
}

export type FileRead = {
  input: { url: string }
  output:
    | { ok: true; bytes: ArrayBuffer }
    | { ok: false; code: 'TOO_LARGE' }
    /** The storage refuses the address: it has expired. */
    | { ok: false; code: 'EXPIRED' }
    | Failure
}

/** The context before any of the file is read. */
const begun = (file: PreviewFile): PreviewContext => ({
  file,
  kind: previewKind(file.key),
  url: null,
  bytes: null,
  renewed: false,
  refusal: null,
  failure: null,
})

/**
 * Shows one file after the other: in a sandboxed frame, which receives its bytes, or in a player, which receives its
 * address.
 *
 * Provide: actors `getLink` and `readFile`.
 */
export const previewMachine = setup({
  types: {
    context: {} as PreviewContext,
    events: {} as PreviewEvent,
    input: {} as PreviewInput,
    tags: {} as 'busy' | 'in frame',
  },
  actors: {
    getLink: placeholder<LinkGet['output'], LinkGet['input']>('getLink'),
    readFile: placeholder<FileRead['output'], FileRead['input']>('readFile'),
  },
  actions: {
    'begin with file': assign((_, { file }: { file: PreviewFile }) => begun(file)),
    'keep link': assign((_, outcome: LinkGet['output']) => (outcome.ok ? { url: outcome.url } : {})),
    'keep bytes': assign((_, outcome: FileRead['output']) => (outcome.ok ? { bytes: outcome.bytes } : {})),
    'release bytes': assign({ bytes: null }),
    'note renewal': assign({ renewed: true }),
    'clear renewal': assign({ renewed: false }),
    'keep refusal': assign((_, params: { reason: PreviewContext['refusal'] }) => ({
      refusal: params.reason,
    })),
    'keep failure': assign((_, outcome: LinkGet['output'] | FileRead['output']) =>
      outcome.ok || outcome.code === 'TOO_LARGE' || outcome.code === 'EXPIRED' ? {} : { failure: outcome },
    ),
    'keep denial': assign({ failure: { ok: false, code: 'ACCESS_DENIED' } }),
    'clear failure': assign({ failure: null, renewed: false }),
  },
  guards: {
    succeeded: (_, outcome: { ok: boolean }) => outcome.ok,
    'is too large': (_, outcome: FileRead['output']) => !outcome.ok && outcome.code === 'TOO_LARGE',
    'has expired': (_, outcome: FileRead['output']) => !outcome.ok && outcome.code === 'EXPIRED',
    'has expired once': ({ context }, outcome: FileRead['output']) =>
      !outcome.ok && outcome.code === 'EXPIRED' && !context.renewed,
    'may be renewed': ({ context }) => !context.renewed,
    'has no preview': ({ context }) => context.kind === null,
    'is over the limit': ({ context: { kind, file } }) =>
      kind !== null && !streams(kind) && (file.size ?? 0) > previewLimit,
    streams: ({ context: { kind } }, outcome: LinkGet['output']) =>
      outcome.ok && kind !== null && streams(kind),
  },
}).createMachine({
  id: 'preview',
  description: 'Shows one file after the other, of the kinds that have a preview.',
  context: ({ input }) => begun(input.file),
  initial: 'choosing',
  on: {
    show: { target: '.choosing', actions: { type: 'begin with file', params: ({ event }) => event } },
  },
  states: {
    choosing: {
      description: 'How the file is shown, by its extension and size.',
      always: [
        { guard: 'has no preview', target: 'unsupported' },
        { guard: 'is over the limit', target: 'too large' },
        { target: 'linking' },
      ],
    },
    linking: {
      description: 'The server is asked for a signed address of the file.',
      tags: 'busy',
      invoke: {
        id: 'getLink',
        src: 'getLink',
        input: ({ context: { file } }) => ({
          bucket: file.bucket,
          key: file.key,
          ...(file.versionId !== undefined && { version_id: file.versionId }),
        }),
        onDone: [
          {
            guard: { type: 'streams', params: outcome },
            target: 'streaming',
            actions: { type: 'keep link', params: outcome },
          },
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'reading',
            actions: { type: 'keep link', params: outcome },
          },
          { target: 'failed', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'failed', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    reading: {
      description: 'The file is being read from the storage.',
      tags: 'busy',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context }) => ({ url: context.url ?? '' }),
        onDone: [
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'drawing',
            actions: { type: 'keep bytes', params: outcome },
          },
          { guard: { type: 'is too large', params: outcome }, target: 'too large' },
          {
            guard: { type: 'has expired once', params: outcome },
            target: 'linking',
            actions: 'note renewal',
          },
          { guard: { type: 'has expired', params: outcome }, target: 'failed', actions: 'keep denial' },
          { target: 'failed', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'failed', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    drawing: {
      description: 'The frame has the file, and reads it.',
      tags: ['busy', 'in frame'],
      exit: 'release bytes',
      on: {
        drawn: 'shown',
        refused: { target: 'refused', actions: { type: 'keep refusal', params: ({ event }) => event } },
      },
    },
    shown: {
      description: 'The frame shows the file.',
      tags: 'in frame',
    },
    streaming: {
      description: 'The player plays the file from the storage, and seeks in it.',
      on: {
        playing: { actions: 'clear renewal' },
        'stream broken': [
          { guard: 'may be renewed', target: 'linking', actions: 'note renewal' },
          {
            target: 'refused',
            actions: { type: 'keep refusal', params: { reason: 'damaged' } },
          },
        ],
      },
    },
    unsupported: { description: 'Files with this extension have no preview; the file can be downloaded.' },
    'too large': { description: 'The file is over the limit; it can be downloaded.' },
    refused: { description: 'The file is damaged or too complex to show; it can be downloaded.' },
    failed: {
      description: 'The file could not be read: the screen says why, and offers to try again.',
      on: { retry: { target: 'linking', actions: 'clear failure' } },
    },
  },
})

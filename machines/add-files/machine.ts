import { assign, setup } from 'xstate'
import { outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'
import type { Selection } from '../upload-queue/types.ts'
import { foundSelection } from './fit.ts'
import { conflictsOf, selectionOf } from './rules.ts'
import type {
  AddFilesContext,
  AddFilesEvent,
  ChosenFiles,
  LookUpFailure,
  LookUpNames,
  Measure,
  NameChoice,
  ReadNames,
} from './types.ts'

const nothing: Omit<AddFilesContext, 'pending' | 'agreedBucket'> = {
  names: [],
  duplicates: [],
  taken: new Set(),
  failure: null,
  selection: null,
  fit: null,
}

/**
 * From chosen or dropped files to the upload queue: compares their names with those in the folder, and asks what to do
 * with names that are taken; then compares their sizes with the free quota, and asks whether to upload the files that
 * fit. The folder is the one in which they were chosen, wherever the user goes meanwhile. Files added meanwhile wait
 * for their turn.
 *
 * Provide: actors `readNames`, `lookUpNames` and `measure`, and the actions `add to uploads`, `report nothing chosen`
 * and `report unreadable selection`.
 */
export const addFilesMachine = setup({
  types: { context: {} as AddFilesContext, events: {} as AddFilesEvent },
  actors: {
    readNames: placeholder<ReadNames['output'], ReadNames['input']>('readNames'),
    lookUpNames: placeholder<LookUpNames['output'], LookUpNames['input']>('lookUpNames'),
    measure: placeholder<Measure['output'], Measure['input']>('measure'),
  },
  actions: {
    'add to uploads': (_, _params: { selection: Selection }) => undefined,
    'report nothing chosen': () => undefined,
    'report unreadable selection': (_, _params: { error: unknown }) => undefined,
    'keep chosen files': assign(({ context }, { bucket, prefix, items }: ChosenFiles) => ({
      pending: [...context.pending, { bucket, prefix, items }],
    })),
    'drop current files': assign(({ context }) => ({ ...nothing, pending: context.pending.slice(1) })),
    'keep names': assign(({ context: { pending } }, { names, duplicates, left }: ReadNames['output']) => ({
      ...{ names, duplicates },
      ...(left && { pending: [{ ...pending[0]!, items: left }, ...pending.slice(1)] }),
    })),
    'keep taken names': assign((_, output: LookUpNames['output']) =>
      output.ok ? { taken: output.taken } : {},
    ),
    'keep failure': assign((_, output: LookUpNames['output']) => (output.ok ? {} : { failure: output })),
    'clear failure': assign({ failure: null }),
    'keep agreement': assign(({ context }) => ({
      agreedBucket: isHidden(context.failure) ? context.pending[0]!.bucket : context.agreedBucket,
    })),
    'keep selection': assign(({ context }, { choice }: { choice?: NameChoice }) => ({
      selection: selectionOf(context, choice),
      failure: null,
    })),
    'keep fit': assign((_, fit: Measure['output']) => ({ fit })),
    'forget everything': assign({ ...nothing, pending: [], agreedBucket: null }),
  },
  guards: {
    'nothing was chosen': (_, { names, left }: ReadNames['output']) => names.length === 0 && !left,
    'all continues': (_, { names, left }: ReadNames['output']) => names.length === 0 && left !== undefined,
    'no name is taken': ({ context }, output: LookUpNames['output']) =>
      output.ok && conflictsOf(context.names, output.taken).length === 0 && context.duplicates.length === 0,
    'names were read': (_, { ok }: LookUpNames['output']) => ok,
    'unseen names were agreed to': ({ context }, output: LookUpNames['output']) =>
      !output.ok && isHidden(output) && context.agreedBucket === context.pending[0]!.bucket,
    'names cannot be seen': (_, output: LookUpNames['output']) =>
      !output.ok && (isHidden(output) || output.code === 'TOO_MANY_NAMES'),
    'nothing stays out': (_, fit: Measure['output']) => fit === null || fit.others.length === 0,
    'some files fit': ({ context }) => context.fit!.fitting.length > 0,
    'more files wait': ({ context }) => context.pending.length > 0,
  },
}).createMachine({
  id: 'add-files',
  description: 'Adds files to the uploads, after asking what to do where names are taken or space is short.',
  context: { ...nothing, pending: [], agreedBucket: null },
  initial: 'idle',
  on: {
    'add files': { actions: { type: 'keep chosen files', params: ({ event }) => event } },
    forget: { target: '.idle', actions: 'forget everything' },
  },
  states: {
    idle: {
      description: 'Nothing is being added.',
      on: {
        'add files': {
          target: 'reading',
          actions: { type: 'keep chosen files', params: ({ event }) => event },
        },
      },
    },
    reading: {
      description: 'Reading the names of what was chosen; files of interrupted uploads continue these.',
      tags: 'checking',
      on: { cancel: 'next' },
      invoke: {
        id: 'readNames',
        src: 'readNames',
        input: ({ context }) => context.pending[0]!,
        onDone: [
          {
            guard: { type: 'nothing was chosen', params: outcome },
            target: 'next',
            actions: 'report nothing chosen',
          },
          { guard: { type: 'all continues', params: outcome }, target: 'next' },
          { target: 'lookingUp', actions: { type: 'keep names', params: outcome } },
        ],
        onError: {
          target: 'next',
          actions: { type: 'report unreadable selection', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    lookingUp: {
      description: 'Looking up which of these names the folder has.',
      tags: 'checking',
      on: { cancel: 'next' },
      invoke: {
        id: 'lookUpNames',
        src: 'lookUpNames',
        input: ({ context: { pending, names } }) => ({
          bucket: pending[0]!.bucket,
          prefix: pending[0]!.prefix,
          names,
        }),
        onDone: [
          {
            guard: { type: 'no name is taken', params: outcome },
            target: 'measuring',
            actions: [
              { type: 'keep taken names', params: outcome },
              { type: 'keep selection', params: {} },
            ],
          },
          {
            guard: { type: 'names were read', params: outcome },
            target: 'asking',
            actions: { type: 'keep taken names', params: outcome },
          },
          {
            guard: { type: 'unseen names were agreed to', params: outcome },
            target: 'measuring',
            actions: { type: 'keep selection', params: {} },
          },
          {
            guard: { type: 'names cannot be seen', params: outcome },
            target: 'confirming',
            actions: { type: 'keep failure', params: outcome },
          },
          { target: 'unavailable', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'unavailable', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    asking: {
      description: 'Names are taken, or chosen twice: replace, replace what differs, keep both or skip?',
      on: {
        choose: {
          target: 'measuring',
          actions: { type: 'keep selection', params: ({ event }) => event },
        },
        cancel: 'next',
      },
    },
    confirming: {
      description: 'The names in the folder cannot be compared: files may be replaced. Upload anyway?',
      on: {
        'upload anyway': {
          target: 'measuring',
          actions: ['keep agreement', { type: 'keep selection', params: {} }],
        },
        cancel: 'next',
      },
    },
    unavailable: {
      description: 'The names could not be looked up: try again, upload anyway or cancel.',
      on: {
        retry: { target: 'lookingUp', actions: 'clear failure' },
        'upload anyway': {
          target: 'measuring',
          actions: { type: 'keep selection', params: {} },
        },
        cancel: 'next',
      },
    },
    measuring: {
      description:
        'Reading what the quota has free and how large the files are. Without an answer they are added.',
      tags: 'checking',
      on: { cancel: 'next' },
      invoke: {
        id: 'measure',
        src: 'measure',
        input: ({ context }) => ({ selection: context.selection! }),
        onDone: [
          {
            guard: { type: 'nothing stays out', params: outcome },
            target: 'next',
            actions: {
              type: 'add to uploads',
              params: ({ context, event }) => ({
                selection: foundSelection(context.selection!, event.output),
              }),
            },
          },
          { target: 'exceeding', actions: { type: 'keep fit', params: outcome } },
        ],
        onError: {
          target: 'next',
          actions: { type: 'add to uploads', params: ({ context }) => ({ selection: context.selection! }) },
        },
      },
    },
    exceeding: {
      description: 'Not enough storage space for all files: upload those that fit, if any, or none?',
      on: {
        'upload what fits': {
          guard: 'some files fit',
          target: 'next',
          actions: {
            type: 'add to uploads',
            params: ({ context }) => ({ selection: foundSelection(context.selection!, context.fit) }),
          },
        },
        cancel: 'next',
      },
    },
    next: {
      description: 'Done with the current files: on to those that wait.',
      entry: 'drop current files',
      always: [{ guard: 'more files wait', target: 'reading' }, { target: 'idle' }],
    },
  },
})

/** Whether the user may not list names at all. */
function isHidden(failure: LookUpFailure | null): boolean {
  return failure?.code === 'PERMISSION_DENIED' || failure?.code === 'ACCESS_DENIED'
}

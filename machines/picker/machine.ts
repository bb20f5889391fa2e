import { assign, setup } from 'xstate'
import { outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'
import { covers, folderOf, readOf, searchOf } from './rules.ts'
import type { FolderRead, PickerContext, PickerEvent, PickerInput } from './types.ts'

/**
 * Chooses a file of a bucket by its path: typed, or found by browsing folders.
 *
 * Provide: the actor `readFolder`.
 */
export const pickerMachine = setup({
  types: {
    context: {} as PickerContext,
    events: {} as PickerEvent,
    input: {} as PickerInput,
    tags: {} as 'busy',
  },
  actors: { readFolder: placeholder<FolderRead['output'], FolderRead['input']>('readFolder') },
  actions: {
    'keep path': assign((_, { path }: { path: string }) => ({ path })),
    'keep listing': assign(({ context: { path } }, outcome: FolderRead['output']) => {
      if (!outcome.ok) return {}
      const folder = folderOf(path)
      const entries = outcome.entries.map(entry => ({ ...entry, path: folder + entry.name }))
      return { listing: { folder, search: searchOf(path), entries, complete: outcome.complete } }
    }),
    'keep failure': assign((_, outcome: FolderRead['output']) => (outcome.ok ? {} : { failure: outcome })),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    succeeded: (_, outcome: FolderRead['output']) => outcome.ok,
    'is listed': ({ context: { listing } }, { path }: { path: string }) => covers(listing, path),
  },
}).createMachine({
  id: 'picker',
  description: 'Chooses a file of a bucket by its path: typed, or found by going from folder to folder.',
  context: ({ input }) => ({ ...input, listing: null, failure: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'Only the path is shown.',
      on: {
        open: 'open',
        type: {
          target: 'open',
          actions: { type: 'keep path', params: ({ event }) => event },
        },
      },
    },
    open: {
      description: 'What the folder of the path holds is shown below it.',
      initial: 'loading',
      on: {
        close: 'closed',
        type: [
          {
            guard: { type: 'is listed', params: ({ event }) => event },
            target: '.listed',
            actions: { type: 'keep path', params: ({ event }) => event },
          },
          {
            target: '.loading',
            actions: { type: 'keep path', params: ({ event }) => event },
          },
        ],
        enter: {
          target: '.loading',
          actions: { type: 'keep path', params: ({ event }) => event },
        },
        choose: {
          target: 'closed',
          actions: { type: 'keep path', params: ({ event }) => event },
        },
      },
      states: {
        loading: {
          description: 'The folder is being read.',
          tags: 'busy',
          entry: 'clear failure',
          invoke: {
            id: 'readFolder',
            src: 'readFolder',
            input: ({ context: { bucket, path } }) => readOf(bucket, path),
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'listed',
                actions: { type: 'keep listing', params: outcome },
              },
              { target: 'failed', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'failed', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
        listed: { description: 'Its folders and files can be chosen from; there may be none that fits.' },
        failed: {
          description: 'The folder could not be read, and why; the path can still be typed.',
          on: { retry: 'loading' },
        },
      },
    },
  },
})

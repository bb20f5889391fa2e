import { assign, setup } from 'xstate'
import { outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'
import { isBlank, isPath, leadsThere, rowsOf, withoutSearch } from './rules.ts'
import type { FinderContext, FinderEvent, Found, Lookup } from './types.ts'

/**
 * One field that leads to a path, finds places by their names, and does what the console can do.
 *
 * Provide: the actors `complete` and `search`, the action `go`.
 */
export const finderMachine = setup({
  types: {
    context: {} as FinderContext,
    events: {} as FinderEvent,
    tags: {} as 'busy',
  },
  actors: {
    complete: placeholder<Lookup['output'], Lookup['input']>('complete'),
    search: placeholder<Lookup['output'], Lookup['input']>('search'),
  },
  actions: {
    'begin anew': assign((_, { known }: { known: readonly Found[] }) => ({
      ...{ text: '', known, answer: null, failure: null, entered: false },
    })),
    'keep text': assign((_, { text }: { text: string }) => ({ text, failure: null, entered: false })),
    'note that Enter waits': assign({ entered: true }),
    'keep answer': assign(({ context: { text } }, outcome: Lookup['output']) =>
      outcome.ok ? { answer: { text, found: outcome.found, more: outcome.more }, entered: false } : {},
    ),
    'keep failure': assign((_, outcome: Lookup['output']) =>
      outcome.ok ? {} : { failure: outcome, entered: false },
    ),
    'clear failure': assign({ failure: null }),
    go: (_, _found: { found: Found }) => undefined,
  },
  guards: {
    'is blank': (_, { text }: { text: string }) => isBlank(text),
    'is a path': ({ context: { text } }) => isPath(text),
    'names what Enter waits for': ({ context }, outcome: Lookup['output']) => leadsThere(context, outcome),
    'has lines': ({ context }, outcome: Lookup['output']) =>
      outcome.ok &&
      withoutSearch(rowsOf({ ...context, answer: { ...outcome, text: context.text } })).length > 0,
    succeeded: (_, outcome: Lookup['output']) => outcome.ok,
  },
  delays: { 'typing pause': 80 },
}).createMachine({
  id: 'finder',
  description:
    'One field that leads to a path, finds places by their names, and does what the console can do.',
  context: { text: '', known: [], answer: null, failure: null, entered: false },
  initial: 'closed',
  states: {
    closed: {
      description: 'Only the button in the top bar is shown.',
      on: { open: { target: 'open', actions: { type: 'begin anew', params: ({ event }) => event } } },
    },
    open: {
      description: 'The field has the focus; what it leads to is listed below it.',
      initial: 'shown',
      on: {
        close: 'closed',
        choose: { target: 'closed', actions: { type: 'go', params: ({ event }) => event } },
        type: [
          {
            guard: { type: 'is blank', params: ({ event }) => event },
            target: '.shown',
            actions: { type: 'keep text', params: ({ event }) => event },
          },
          { target: '.typing', actions: { type: 'keep text', params: ({ event }) => event } },
        ],
      },
      states: {
        shown: {
          description: 'The list is complete. Without a text it has recent places, pages and actions.',
        },
        typing: {
          description: 'A text is being typed: what is known already is listed, and nothing is asked yet.',
          tags: 'busy',
          on: {
            enter: [
              { guard: 'is a path', target: 'completing', actions: 'note that Enter waits' },
              { target: 'searching' },
            ],
          },
          after: {
            'typing pause': [{ guard: 'is a path', target: 'completing' }, { target: 'searching' }],
          },
        },
        completing: {
          description:
            'The folder of a typed path is being read. Enter goes there once it is known to exist.',
          tags: 'busy',
          on: { enter: { actions: 'note that Enter waits' } },
          entry: 'clear failure',
          invoke: {
            id: 'complete',
            src: 'complete',
            input: ({ context: { text } }) => ({ text }),
            onDone: [
              {
                guard: { type: 'names what Enter waits for', params: outcome },
                target: '#finder.closed',
                actions: {
                  type: 'go',
                  params: ({ event }) => ({ found: (event.output as { found: readonly Found[] }).found[0]! }),
                },
              },
              {
                guard: { type: 'has lines', params: outcome },
                target: 'shown',
                actions: { type: 'keep answer', params: outcome },
              },
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'noMatch',
                actions: { type: 'keep answer', params: outcome },
              },
              { target: 'failed', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'failed', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
        searching: {
          description:
            'Buckets, files, people, keys and topics are being searched for the words of the text.',
          tags: 'busy',
          entry: 'clear failure',
          invoke: {
            id: 'search',
            src: 'search',
            input: ({ context: { text } }) => ({ text }),
            onDone: [
              {
                guard: { type: 'has lines', params: outcome },
                target: 'shown',
                actions: { type: 'keep answer', params: outcome },
              },
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'noMatch',
                actions: { type: 'keep answer', params: outcome },
              },
              { target: 'failed', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'failed', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
        noMatch: { description: 'Nothing has this name, or there is no such path.' },
        failed: {
          description: 'The server could not be asked, and why; what is known already is still listed.',
          on: { retry: [{ guard: 'is a path', target: 'completing' }, { target: 'searching' }] },
        },
      },
    },
  },
})

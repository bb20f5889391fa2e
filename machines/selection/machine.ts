import { assign, setup } from 'xstate'
import { noSelection, type Selection, type SelectionChange, select } from './rules.ts'

/** `order`: the keys of the list in display order. */
type SelectionEvent =
  | { type: 'change'; change: SelectionChange; order: readonly string[] }
  /** Select all rows; those that were not `loaded` come first. */
  | { type: 'select all'; loaded: boolean; order: readonly string[] }
  /** No more rows come; `complete`: the list has all of them. */
  | { type: 'rows loaded'; complete: boolean; order: readonly string[] }
  | { type: 'folder opened' }

type SelectionContext = { selection: Selection }

type Step = { change: SelectionChange; order: readonly string[] }

const all = ({ event: { order } }: { event: { order: readonly string[] } }): Step => ({
  change: { type: 'all' },
  order,
})

/**
 * The selection of a list whose rows load in pages. The list loads the rest while a selection of all waits for it.
 *
 * Provide: action `tell cut`.
 */
export const selectionMachine = setup({
  types: { context: {} as SelectionContext, events: {} as SelectionEvent },
  actions: {
    'change selection': assign(({ context }, { change, order }: Step) => ({
      selection: select(context.selection, change, order),
    })),
    'clear selection': assign({
      selection: ({ context }) => select(context.selection, { type: 'none' }, []),
    }),
    /** Not all rows are selected: there were too many, or the next page failed. */
    'tell cut': () => undefined,
  },
  guards: {
    'all rows are loaded': (_, loaded: boolean) => loaded,
    'list is complete': (_, complete: boolean) => complete,
  },
}).createMachine({
  id: 'selection',
  description: 'The selection of a list whose rows load in pages.',
  context: { selection: noSelection },
  initial: 'choosing',
  on: {
    change: { target: '.choosing', actions: { type: 'change selection', params: ({ event }) => event } },
    'select all': [
      {
        guard: { type: 'all rows are loaded', params: ({ event }) => event.loaded },
        target: '.choosing',
        actions: { type: 'change selection', params: all },
      },
      { target: '.loading' },
    ],
    'folder opened': { target: '.choosing', actions: 'clear selection' },
  },
  states: {
    choosing: { description: 'Rows can be selected.' },
    loading: {
      description: 'All rows will be selected; the rest of them is loading. Another selection ends that.',
      on: {
        'rows loaded': [
          {
            guard: { type: 'list is complete', params: ({ event }) => event.complete },
            target: 'choosing',
            actions: { type: 'change selection', params: all },
          },
          { target: 'choosing', actions: [{ type: 'change selection', params: all }, 'tell cut'] },
        ],
      },
    },
  },
})

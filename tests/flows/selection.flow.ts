import type { Flow } from '../../flows/kit/flow.ts'
import type { selectionMachine } from '../../machines/selection/machine.ts'

const order = ['a', 'b']

/** What can happen to the selection of a folder of which one page is loaded. */
export const selectionFlow: Flow<typeof selectionMachine> = {
  starts: { 'when a folder opens': undefined },
  events: {
    change: [
      { type: 'change', change: { type: 'only', key: 'a' }, order },
      { type: 'change', change: { type: 'none' }, order },
    ],
    'select all': [
      { type: 'select all', loaded: true, order },
      { type: 'select all', loaded: false, order },
    ],
    'rows loaded': ({ value }) =>
      value === 'loading'
        ? [true, false].map(complete => ({ type: 'rows loaded', complete, order: [...order, 'c'] }))
        : [],
    'folder opened': [{ type: 'folder opened' }],
  },
  leads: {
    change: 'choosing',
    'rows loaded': 'choosing',
    'folder opened': 'choosing',
  },
  outcomes: {},
  observe: ({ value, context: { selection } }) => [value, { ...selection, keys: [...selection.keys] }],
}

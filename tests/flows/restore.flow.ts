import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { restoreMachine } from '../../machines/restore/machine.ts'

/** Two batches of keys. */
const deletedKeys = Array.from({ length: 101 }, (_, index) => `${index}.txt`)

/** What can happen while deleted files are restored. */
export const restoreFlow: Flow<typeof restoreMachine> = {
  starts: { 'with a list of deleted files': undefined },
  events: { restore: [{ type: 'restore', bucket: 'anh', keys: deletedKeys }] },
  outcomes: {
    restoreBatch: {
      ok: ({ context: { left } }) => {
        const count = Math.min(left.length, 100)
        return [
          { ok: true, restored: count, failed: 0 },
          { ok: true, restored: count - 1, failed: 1 },
        ]
      },
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected: [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }],
    },
    refreshLists: { done: [undefined], unexpected: [new Error('a bug')] },
  },
  leads: {
    restore: 'restoring',
    restoreBatch: 'refreshing',
    'restoreBatch: ok': ({ context }) => (context.left.length > 100 ? 'restoring' : 'refreshing'),
    refreshLists: 'choosing',
  },
  states: {
    choosing: ({ children }) => expect(Object.keys(children)).toEqual([]),
    restoring: ({ context, children }) =>
      expect([context.restored + context.failed + context.left.length, Object.keys(children)]).toEqual([
        101,
        ['restoreBatch'],
      ]),
    refreshing: ({ children }) => expect(Object.keys(children)).toEqual(['refreshLists']),
  },
}

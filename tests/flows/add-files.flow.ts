import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { addFilesMachine } from '../../machines/add-files/machine.ts'
import { UnexpectedError } from '../../machines/failure.ts'
import type { Flow } from './support/flow.ts'

type Snapshot = SnapshotFrom<typeof addFilesMachine>

const file = { name: 'a.txt', folder: false }

/** What can happen while files are added to the uploads. */
export const addFilesFlow: Flow<typeof addFilesMachine> = {
  starts: { 'with nothing to add': undefined },
  events: {
    'add files': ({ context }) =>
      context.pending.length < 2 ? [{ type: 'add files', bucket: 'anh', prefix: 'biển/', items: [] }] : [],
    choose: [
      { type: 'choose', choice: 'replace' },
      { type: 'choose', choice: 'keep-both' },
      { type: 'choose', choice: 'skip' },
    ],
    'upload anyway': [{ type: 'upload anyway' }],
    retry: [{ type: 'retry' }],
    cancel: [{ type: 'cancel' }],
    forget: [{ type: 'forget' }],
  },
  outcomes: {
    readNames: {
      done: [
        { names: [file], duplicates: [] },
        { names: [file], duplicates: [file] },
        { names: [], duplicates: [] },
      ],
      unexpected: [new Error('a bug')],
    },
    lookUpNames: {
      ok: [
        { ok: true, taken: new Set() },
        { ok: true, taken: new Set(['a.txt']) },
      ],
      TOO_MANY_NAMES: [{ ok: false, code: 'TOO_MANY_NAMES' }],
      PERMISSION_DENIED: [{ ok: false, code: 'PERMISSION_DENIED' }],
      ACCESS_DENIED: [{ ok: false, code: 'ACCESS_DENIED' }],
      BUCKET_NOT_FOUND: [{ ok: false, code: 'BUCKET_NOT_FOUND' }],
      STORAGE_UNAVAILABLE: [{ ok: false, code: 'STORAGE_UNAVAILABLE' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected: [new UnexpectedError({ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' })],
    },
  },
  observe: ({ value, context }: Snapshot) => ({ value, ...context, taken: [...context.taken] }),
  states: {
    idle: ({ context }) => expect([context.pending, context.names, context.failure]).toEqual([[], [], null]),
    reading: ({ context }) => expect([context.names, context.failure]).toEqual([[], null]),
    lookingUp: ({ context }) => expect([context.names, context.failure]).toEqual([[file], null]),
    asking: ({ context }) => expect(context.taken.size + context.duplicates.length).toBeGreaterThan(0),
    confirming: ({ context }) => expect(context.failure).not.toBeNull(),
    unavailable: ({ context }) => expect(context.failure).not.toBeNull(),
  },
}

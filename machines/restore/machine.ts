import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** Keys per call. */
const batchSize = 100

type RestoreEvent = { type: 'restore'; bucket: string; keys: readonly string[] }

type RestoreContext = {
  bucket: string
  /** The keys that were not sent yet, and those being sent. */
  left: readonly string[]
  restored: number
  failed: number
}

/** Restores up to 100 deleted files, and reports how many came back. */
export type BatchRestore = {
  input: { bucket: string; keys: readonly string[] }
  output: { ok: true; restored: number; failed: number } | Failure
}

export type RestoreCounts = Pick<RestoreContext, 'restored' | 'failed'>

/**
 * Restores deleted files, in batches. A refused batch ends it: what was restored before stays restored.
 *
 * Provide: actors `restoreBatch` and `refreshLists`, and the actions `show failure`, `tell storage changed`, `tell counts`
 * and `clear selection`.
 */
export const restoreMachine = setup({
  types: { context: {} as RestoreContext, events: {} as RestoreEvent, tags: {} as 'busy' },
  actors: {
    restoreBatch: placeholder<BatchRestore['output'], BatchRestore['input']>('restoreBatch'),
    /** Reads the lists again that the restored files appear in or leave. */
    refreshLists: placeholder<void, Pick<RestoreContext, 'bucket'>>('refreshLists'),
  },
  actions: {
    'show failure': (_, _outcome: BatchRestore['output']) => undefined,
    'tell storage changed': () => undefined,
    'tell counts': (_, _counts: RestoreCounts) => undefined,
    'clear selection': () => undefined,
    'keep keys': assign(({ event }) => {
      assertEvent(event, 'restore')
      return { bucket: event.bucket, left: event.keys, restored: 0, failed: 0 }
    }),
    'count batch': assign(({ context }, outcome: BatchRestore['output']) =>
      outcome.ok
        ? {
            left: context.left.slice(batchSize),
            restored: context.restored + outcome.restored,
            failed: context.failed + outcome.failed,
          }
        : {},
    ),
  },
  guards: {
    refused: (_, outcome: BatchRestore['output']) => !outcome.ok,
    'more are left': ({ context }) => context.left.length > batchSize,
    'all were sent': ({ context }) => context.left.length === 0,
  },
}).createMachine({
  id: 'restore',
  description: 'Restores deleted files, in batches.',
  context: { bucket: '', left: [], restored: 0, failed: 0 },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'Files can be selected and restored.',
      on: { restore: { target: 'restoring', actions: 'keep keys' } },
    },
    restoring: {
      description: 'A batch is being restored.',
      tags: 'busy',
      invoke: {
        id: 'restoreBatch',
        src: 'restoreBatch',
        input: ({ context: { bucket, left } }) => ({ bucket, keys: left.slice(0, batchSize) }),
        onDone: [
          {
            guard: { type: 'refused', params: outcome },
            target: 'refreshing',
            actions: { type: 'show failure', params: outcome },
          },
          {
            guard: 'more are left',
            target: 'restoring',
            reenter: true,
            actions: { type: 'count batch', params: outcome },
          },
          { target: 'refreshing', actions: { type: 'count batch', params: outcome } },
        ],
        onError: { target: 'refreshing', actions: { type: 'show failure', params: unknownFailure } },
      },
    },
    refreshing: {
      description: 'The lists are read again, also after a refusal: earlier batches are restored.',
      tags: 'busy',
      entry: 'tell storage changed',
      invoke: {
        id: 'refreshLists',
        src: 'refreshLists',
        input: ({ context: { bucket } }) => ({ bucket }),
        onDone: 'reporting',
        onError: 'reporting',
      },
    },
    reporting: {
      description: 'The counts are shown, unless a failure is: it must stay readable.',
      always: [
        {
          guard: 'all were sent',
          target: 'choosing',
          actions: [{ type: 'tell counts', params: ({ context }) => context }, 'clear selection'],
        },
        { target: 'choosing', actions: 'clear selection' },
      ],
    },
  },
})

export function selectBusy(snapshot: SnapshotFrom<typeof restoreMachine>): boolean {
  return snapshot.hasTag('busy')
}

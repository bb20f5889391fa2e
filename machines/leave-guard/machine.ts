import { assign, type SnapshotFrom, setup } from 'xstate'
import { placeholderCallback } from '../placeholder.ts'

/** Leaves: navigates, goes back, closes the dialog, signs out. */
export type Exit = () => void

type LeaveGuardContext = {
  /** Runs if the user agrees to leave; null while no exit is pending. */
  go: Exit | null
}

/** The user wants to leave, by whatever means. */
export type LeaveEvent = { type: 'leave'; go: Exit }

type LeaveGuardEvent =
  | LeaveEvent
  /** Leaving would now lose something. */
  | { type: 'guard' }
  /** Nothing would be lost any more: it was saved, or changed back. */
  | { type: 'release' }
  | { type: 'stay' }
  | { type: 'discard' }

/**
 * Asks before leaving would lose something: unsaved input, or a secret that is shown only once.
 *
 * Provide: the actor `guardPage`, which keeps the page while it runs and sends `leave` if the user wants to go, and the
 * action `go`, which must run after `guardPage` has stopped.
 */
export const leaveGuardMachine = setup({
  types: { context: {} as LeaveGuardContext, events: {} as LeaveGuardEvent },
  actors: { guardPage: placeholderCallback<LeaveEvent>('guardPage') },
  actions: {
    go: (_, _params: { go: Exit }) => undefined,
    'keep pending exit': assign((_, { go }: LeaveEvent) => ({ go })),
    'drop pending exit': assign({ go: null }),
  },
}).createMachine({
  id: 'leave-guard',
  description: 'Asks before leaving would lose something.',
  context: { go: null },
  initial: 'unguarded',
  states: {
    unguarded: {
      description: 'Nothing would be lost, or the user has agreed to lose it: leaving is not held up.',
      on: {
        guard: 'guarded',
        leave: { actions: { type: 'go', params: ({ event }) => event } },
      },
    },
    guarded: {
      description: 'Leaving would lose something: the page stays until the user agrees.',
      invoke: { id: 'guardPage', src: 'guardPage' },
      initial: 'watching',
      on: { release: { target: 'unguarded', actions: 'drop pending exit' } },
      states: {
        watching: {
          description: 'The user works on the page.',
          on: {
            leave: { target: 'asking', actions: { type: 'keep pending exit', params: ({ event }) => event } },
          },
        },
        asking: {
          description: 'Discard, or stay?',
          on: {
            leave: { actions: { type: 'keep pending exit', params: ({ event }) => event } },
            stay: { target: 'watching', actions: 'drop pending exit' },
            discard: {
              target: '#leave-guard.unguarded',
              actions: [{ type: 'go', params: ({ context }) => ({ go: context.go! }) }, 'drop pending exit'],
            },
          },
        },
      },
    },
  },
})

export function selectIsAsking(snapshot: SnapshotFrom<typeof leaveGuardMachine>): boolean {
  return snapshot.matches({ guarded: 'asking' })
}

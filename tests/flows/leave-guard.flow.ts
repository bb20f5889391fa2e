import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { leaveGuardMachine } from '../../machines/leave-guard/machine.ts'

const go = () => undefined

/** What can happen on a page with something to lose. */
export const leaveGuardFlow: Flow<typeof leaveGuardMachine> = {
  starts: { 'with nothing to lose': undefined },
  events: {
    guard: [{ type: 'guard' }],
    release: [{ type: 'release' }],
    leave: [{ type: 'leave', go }],
    stay: [{ type: 'stay' }],
    discard: [{ type: 'discard' }],
  },
  outcomes: {},
  observe: ({ value, context }) => ({ value, waits: context.go !== null }),
  leads: {
    guard: 'guarded.watching',
    release: 'unguarded',
    leave: before => (before.matches('guarded') ? 'guarded.asking' : 'unguarded'),
    stay: 'guarded.watching',
    discard: 'unguarded',
  },
  states: {
    unguarded: ({ context, children }) => expect([context.go, Object.keys(children)]).toEqual([null, []]),
    'guarded.watching': ({ context, children }) =>
      expect([context.go, Object.keys(children)]).toEqual([null, ['guardPage']]),
    'guarded.asking': ({ context, children }) =>
      expect([context.go, Object.keys(children)]).toEqual([go, ['guardPage']]),
  },
}

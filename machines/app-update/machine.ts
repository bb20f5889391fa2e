import { type SnapshotFrom, setup } from 'xstate'
import { type Failure, outcome } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** `running`: the version of this page. */
type AppUpdateInput = { running: string }

type AppUpdateContext = AppUpdateInput

type AppUpdateEvent =
  /** Check now: the server no longer has a chunk of the running version. */
  | { type: 'check now' }
  /** Reload with the newer version. */
  | { type: 'accept' }
  /** Keep this version until the app is next opened, or it lacks a chunk. */
  | { type: 'decline' }

/** Reads the server's version. */
export type VersionRead = {
  output: { ok: true; version: string } | Failure<'NETWORK'>
}

/**
 * Offers a newer version of the web app. A failed check is repeated at the next one.
 *
 * Provide: actor `readVersion`; action `reload page`; delay `check interval` in ms (default 5 minutes).
 */
export const appUpdateMachine = setup({
  types: {
    context: {} as AppUpdateContext,
    events: {} as AppUpdateEvent,
    input: {} as AppUpdateInput,
  },
  actors: {
    readVersion: placeholder<VersionRead['output']>('readVersion'),
  },
  actions: {
    'reload page': () => undefined,
  },
  guards: {
    'another version': ({ context }, outcome: VersionRead['output']) =>
      outcome.ok && outcome.version !== context.running,
  },
  delays: {
    'check interval': 5 * 60_000,
  },
}).createMachine({
  id: 'app-update',
  description: 'Offers a newer version of the web app.',
  context: ({ input }) => input,
  initial: 'current',
  states: {
    current: {
      description: 'The newest known version is running.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Waiting for the next check.',
          on: { 'check now': { target: 'checking' } },
          after: { 'check interval': { target: 'checking' } },
        },
        checking: {
          description: 'Asking the server for its version.',
          invoke: {
            id: 'readVersion',
            src: 'readVersion',
            onDone: [
              { guard: { type: 'another version', params: outcome }, target: '#app-update.available' },
              { target: 'waiting' },
            ],
            onError: { target: 'waiting' },
          },
        },
      },
    },
    available: {
      description: 'A prompt says that a newer version is available and asks whether to reload.',
      on: {
        accept: { target: 'reloading' },
        decline: { target: 'declined' },
      },
    },
    declined: {
      description:
        'The user keeps this version until the app is next opened, or a part of it cannot be loaded.',
      on: { 'check now': { target: 'available' } },
    },
    reloading: {
      description: 'Reloading the page with the newer version.',
      type: 'final',
      entry: 'reload page',
    },
  },
})

export function selectPrompt(snapshot: SnapshotFrom<typeof appUpdateMachine>): boolean {
  return snapshot.matches('available')
}

import { setup } from 'xstate'
import { outside } from '../outside.ts'
import type { AppUpdateContext, AppUpdateEvent, AppUpdateInput, VersionRead } from './types.ts'

/**
 * Offers a newer version of the web app once it is there. What cannot be read is asked again at the next look.
 *
 * To be provided: actor `readVersion`; action `reload page`; delay `between looks` in ms (default 5 minutes).
 */
export const appUpdateMachine = setup({
  types: {
    context: {} as AppUpdateContext,
    events: {} as AppUpdateEvent,
    input: {} as AppUpdateInput,
  },
  actors: {
    readVersion: outside<VersionRead['output']>('readVersion'),
  },
  actions: {
    'reload page': () => undefined,
  },
  guards: {
    'another version': ({ context }, outcome: VersionRead['output']) =>
      outcome.ok && outcome.version !== context.running,
  },
  delays: {
    'between looks': 5 * 60_000,
  },
}).createMachine({
  id: 'app-update',
  description: 'Offers a newer version of the web app once it is there.',
  context: ({ input }) => input,
  initial: 'current',
  states: {
    current: {
      description: 'As far as is known, the newest version runs.',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Nothing happens until the next look at the server.',
          on: { 'check now': { target: 'checking' } },
          after: { 'between looks': { target: 'checking' } },
        },
        checking: {
          description: 'The server is being asked for its version.',
          invoke: {
            id: 'readVersion',
            src: 'readVersion',
            onDone: [
              {
                guard: { type: 'another version', params: ({ event }) => event.output },
                target: '#app-update.available',
              },
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
      description: 'The user keeps this version until the app is opened the next time.',
      type: 'final',
    },
    reloading: {
      description: 'The page is being loaded again, with the newer version.',
      type: 'final',
      entry: 'reload page',
    },
  },
})

import { outcome, unknownFailure } from '../failure.ts'
import { sessionSetup } from './setup.ts'
import { steps } from './steps.ts'
import { ended, validity } from './validity.ts'

/**
 * Who is signed in, from opening the page to signing out, over all tabs, and what that user must do before the console.
 * When a session expires the user stays: calls wait while a dialog authenticates in place, and background work continues.
 *
 * Provide: actors `loadUser`, `authenticate`, `changePassword`, `initPin`, `signOut`, `watchSession` (sends `session
 * expired`, `reload user` and what other tabs do); actions `resume calls` and `reject calls` (waiting ones), `forget what
 * was loaded` (one user's data must not be shown to the next), `leave page` (to the sign-in page, from where `user` was),
 * `go on to the requested address` (at the end of signing in), `report step done` (to the user and other tabs) and `log
 * sign-out failure`.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'Who is signed in, from opening the page to signing out.',
  context: { user: null, failure: null, notice: null },
  initial: 'restoring',
  invoke: { id: 'watchSession', src: 'watchSession' },
  on: { 'password reset': { actions: 'note password reset' } },
  states: {
    restoring: {
      description: 'The page was opened, or another tab signed in another user: reading who is signed in.',
      on: { 'signed in elsewhere': { target: 'restoring', reenter: true } },
      invoke: {
        id: 'restoreUser',
        src: 'loadUser',
        onDone: [
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'signedIn',
            actions: { type: 'keep loaded user', params: outcome },
          },
          { guard: { type: 'session has ended', params: outcome }, target: 'signedOut' },
          { target: 'unreachable', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'unreachable', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    unreachable: {
      description: 'The server could not be reached; the page offers to try again.',
      exit: 'clear failure',
      on: { retry: 'restoring' },
    },
    signedOut: {
      description: 'Nobody is signed in: the sign-in page is shown.',
      type: 'parallel',
      states: {
        form: {
          description: 'The form of the sign-in page.',
          initial: 'open',
          states: {
            open: {
              description: 'The user enters credentials and, where it is on, the code of the second step.',
              exit: 'clear notice',
              on: {
                'sign-in left': { target: 'open', reenter: true },
                'password reset': {
                  target: 'open',
                  reenter: true,
                  actions: 'note password reset',
                },
              },
              invoke: {
                id: 'authenticate',
                src: 'authenticate',
                input: ({ context }) => ({ username: '', notice: context.notice }),
                onDone: {
                  target: '#session.signedIn.open.steps.deciding',
                  actions: { type: 'keep user', params: outcome },
                },
              },
            },
          },
        },
        elsewhere: {
          description: 'What other tabs and the server do meanwhile.',
          initial: 'idle',
          on: { 'signed in elsewhere': '.following' },
          states: {
            idle: { description: 'No tab has signed in.' },
            following: {
              description:
                'Another tab has signed in: reading whom. Where something must be set first, that tab finishes it.',
              invoke: {
                id: 'followTab',
                src: 'loadUser',
                onDone: [
                  {
                    guard: { type: 'nothing is left to set', params: outcome },
                    target: '#session.signedIn',
                    actions: { type: 'keep loaded user', params: outcome },
                  },
                  { target: 'idle' },
                ],
                onError: 'idle',
              },
            },
            unconfirmed: {
              description:
                'The server has not confirmed the sign-out, so the session may still be open there: the page says so.',
              tags: 'unconfirmed',
              after: { 'pause before the next sign-out': 'confirming' },
            },
            confirming: {
              description: 'Asking the server again to end the session.',
              tags: 'unconfirmed',
              invoke: { id: 'confirmSignOut', src: 'signOut', onDone: 'idle', onError: 'unconfirmed' },
            },
          },
        },
      },
    },
    signedIn: {
      description: 'A user is signed in.',
      initial: 'open',
      exit: [
        'reject calls',
        'forget what was loaded',
        { type: 'leave page', params: ({ context }) => ({ user: context.user?.id ?? '' }) },
        'forget user',
      ],
      states: {
        open: {
          description: 'The session is open.',
          type: 'parallel',
          on: { 'signed out': ended },
          states: { validity, steps },
        },
        signingOut: {
          description: 'Signing out; the sign-in page follows, even if that fails.',
          tags: 'submitting',
          on: { 'signed out': '#session.signedOut' },
          invoke: {
            id: 'signOut',
            src: 'signOut',
            onDone: '#session.signedOut',
            onError: {
              target: '#session.signedOut.elsewhere.unconfirmed',
              actions: { type: 'log sign-out failure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
})

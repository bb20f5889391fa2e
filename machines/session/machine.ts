import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { nextStep, type SignInStep } from '../../domain/roles.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { authenticateMachine } from '../authenticate/machine.ts'
import { outcome, unknownFailure } from '../failure.ts'
import { sessionSetup, steps } from './setup.ts'
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

type Snapshot = SnapshotFrom<typeof sessionMachine>

/** What the page shows, unless its address is that of a link, which anybody may open. */
export type Screen = 'loading' | 'unreachable' | 'sign-in' | SignInStep | 'console'

/** Also while the session is expired, and while signing out. */
export function selectScreen(snapshot: Snapshot): Screen {
  if (snapshot.matches('restoring')) return 'loading'
  if (snapshot.matches('unreachable')) return 'unreachable'
  const { user } = snapshot.context
  return user ? (nextStep(user) ?? 'console') : 'sign-in'
}

/** Whether the server does not know yet that the user has signed out. */
export function selectSignOutUnconfirmed(snapshot: Snapshot): boolean {
  return snapshot.hasTag('unconfirmed')
}

/** Also while the session is expired. */
export function selectUser(snapshot: Snapshot): CurrentUser | null {
  return snapshot.context.user
}

export function selectExpired(snapshot: Snapshot): boolean {
  return snapshot.matches({ signedIn: { open: { validity: 'expired' } } })
}

/** The authentication, on the sign-in page or in place of an expired session; undefined elsewhere. */
export function selectAuthenticate(snapshot: Snapshot): ActorRefFrom<typeof authenticateMachine> | undefined {
  return snapshot.children.authenticate
}

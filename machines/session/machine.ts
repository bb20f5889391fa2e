import { assign, setup } from 'xstate'
import { requiredSteps } from '../../domain/roles.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { authenticateMachine, type SignInNotice } from '../authenticate/machine.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder, placeholderCallback } from '../placeholder.ts'

export type SessionEvent =
  /** Sent by the sign-in flow. */
  | { type: 'signed in'; user: CurrentUser }
  /** Sent by the sign-in flow: the password was changed, or the PIN set. */
  | { type: 'user changed'; change: Partial<CurrentUser> }
  /** The sign-in flow or another tab has ended the session already. */
  | { type: 'signed out' }
  /** Sent by the sign-in flow: signed out, but the server has not confirmed it. */
  | { type: 'sign-out failed'; error: unknown }
  /**
   * Another tab has signed in a user, maybe a different one: all tabs now share that user's cookie. `user`: the id; empty:
   * unknown, or the same one, who has set a required password or PIN there.
   */
  | { type: 'signed in elsewhere'; user: string }
  /** A call of the signed-in user got a 401 and renewal failed; it waits until calls are resumed or rejected. */
  | { type: 'session expired' }
  /** The user may have changed on the server. */
  | { type: 'reload user' }
  /** Also used while the session is expired, to switch to another account. */
  | { type: 'sign out' }
  | { type: 'retry' }
  /** By a mailed link: the sign-in page shows a notice. */
  | { type: 'password reset' }
  /** The sign-in page now holds the notice. */
  | { type: 'notice taken' }

export type SessionContext = {
  /** Kept while the session is expired. */
  user: CurrentUser | null
  failure: Failure | null
  /** The notice that the sign-in page shows next. */
  notice: SignInNotice | null
}

/** Reads the current user. `UNAUTHORIZED`: nobody is signed in. */
export type UserRead = {
  output: { ok: true; user: CurrentUser } | Failure
}

/**
 * Who is signed in, from opening the page to signing out, over all tabs. When a session expires the user stays: calls
 * wait while a dialog authenticates in place, and background work continues.
 *
 * Provide: actors `loadUser`, `authenticate`, `signOut`, `watchSession` (sends `session expired`, `reload user` and
 * what other tabs do); actions `resume calls` and `reject calls` (waiting ones), `forget what was loaded` (one user's
 * data must not be shown to the next), `leave page` (to the sign-in page, from where `user` was) and `log sign-out
 * failure`.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    children: {} as { authenticate: 'authenticate' },
    tags: {} as 'unconfirmed',
  },
  actors: {
    loadUser: placeholder<UserRead['output']>('loadUser'),
    authenticate: authenticateMachine,
    signOut: placeholder<void>('signOut'),
    watchSession: placeholderCallback<SessionEvent>('watchSession'),
  },
  actions: {
    'resume calls': () => undefined,
    'reject calls': () => undefined,
    'forget what was loaded': () => undefined,
    'leave page': (_, _params: { user: string }) => undefined,
    'log sign-out failure': (_, _params: { error: unknown }) => undefined,
    'keep user': assign((_, params: { user: CurrentUser }) => ({ user: params.user })),
    'keep loaded user': assign((_, outcome: UserRead['output']) =>
      outcome.ok ? { user: outcome.user } : {},
    ),
    'change user': assign(({ context }, params: { change: Partial<CurrentUser> }) => ({
      user: context.user && { ...context.user, ...params.change },
    })),
    'forget user': assign({ user: null }),
    'keep failure': assign((_, outcome: UserRead['output']) =>
      outcome.ok || outcome.code === 'UNAUTHORIZED' ? {} : { failure: outcome },
    ),
    'clear failure': assign({ failure: null }),
    'note that the password was reset': assign({ notice: 'password reset' }),
    'clear notice': assign({ notice: null }),
  },
  guards: {
    succeeded: (_, outcome: UserRead['output']) => outcome.ok,
    'nobody is signed in': (_, outcome: UserRead['output']) => !outcome.ok && outcome.code === 'UNAUTHORIZED',
    'nothing is left to set': (_, outcome: UserRead['output']) =>
      outcome.ok && requiredSteps(outcome.user).length === 0,
    'another user is loaded': ({ context }, outcome: UserRead['output']) =>
      outcome.ok && outcome.user.id !== context.user?.id,
    'another user': ({ context }, { user }: { user: string }) => user !== '' && user !== context.user?.id,
    'unknown user': (_, { user }: { user: string }) => user === '',
  },
  delays: {
    // Seldom a multiple of other waits: random walks need to know which timer is next.
    'pause before the next sign-out': 17_000,
  },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, from opening the page to signing out.',
  context: { user: null, failure: null, notice: null },
  initial: 'restoring',
  invoke: { id: 'watchSession', src: 'watchSession' },
  on: {
    'password reset': { actions: 'note that the password was reset' },
    'notice taken': { actions: 'clear notice' },
  },
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
          { guard: { type: 'nobody is signed in', params: outcome }, target: 'signedOut' },
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
      initial: 'idle',
      on: {
        'signed in': {
          target: 'signedIn',
          actions: { type: 'keep user', params: ({ event }) => ({ user: event.user }) },
        },
        'signed in elsewhere': '.following',
      },
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
    signedIn: {
      description: 'A user is signed in.',
      initial: 'active',
      exit: [
        'reject calls',
        'forget what was loaded',
        { type: 'leave page', params: ({ context }) => ({ user: context.user?.id ?? '' }) },
        'forget user',
      ],
      on: {
        'user changed': { actions: { type: 'change user', params: ({ event }) => event } },
        'signed out': 'signedOut',
        'sign-out failed': {
          target: '#session.signedOut.unconfirmed',
          actions: { type: 'log sign-out failure', params: ({ event }) => event },
        },
      },
      states: {
        active: {
          description: 'The session is valid.',
          initial: 'idle',
          entry: 'resume calls',
          on: {
            'session expired': 'expired',
            'signed in elsewhere': [
              {
                guard: { type: 'another user', params: ({ event }) => event },
                target: '#session.restoring',
              },
              { guard: { type: 'unknown user', params: ({ event }) => event }, target: '.reloading' },
            ],
            'sign out': 'signingOut',
          },
          states: {
            idle: {
              description: 'The user is known.',
              on: { 'reload user': 'reloading' },
            },
            reloading: {
              description: 'Reading what has changed of the user.',
              on: { 'reload user': { target: 'reloading', reenter: true } },
              invoke: {
                id: 'reloadUser',
                src: 'loadUser',
                onDone: [
                  {
                    guard: { type: 'another user is loaded', params: outcome },
                    target: 'idle',
                    actions: ['forget what was loaded', { type: 'keep loaded user', params: outcome }],
                  },
                  {
                    guard: { type: 'nobody is signed in', params: outcome },
                    target: '#session.signedIn.expired',
                  },
                  { target: 'idle', actions: { type: 'keep loaded user', params: outcome } },
                ],
                onError: 'idle',
              },
            },
          },
        },
        expired: {
          description:
            'The session has expired: calls wait, and the user authenticates in place and loses nothing.',
          initial: 'idle',
          on: {
            'signed in elsewhere': [
              {
                guard: { type: 'another user', params: ({ event }) => event },
                target: '#session.restoring',
              },
              { target: '.following' },
            ],
            'sign out': '#session.signedOut',
          },
          invoke: {
            id: 'authenticate',
            src: 'authenticate',
            input: ({ context }) => ({ username: context.user?.username ?? '' }),
            onDone: {
              target: 'active',
              actions: { type: 'keep user', params: outcome },
            },
          },
          states: {
            idle: { description: 'The dialog waits for the user.' },
            following: {
              description:
                'Another tab has signed in meanwhile: reading whom, while the dialog stays usable.',
              invoke: {
                id: 'followTab',
                src: 'loadUser',
                onDone: [
                  {
                    guard: { type: 'another user is loaded', params: outcome },
                    target: '#session.signedIn.active',
                    actions: [
                      'reject calls',
                      'forget what was loaded',
                      { type: 'keep loaded user', params: outcome },
                    ],
                  },
                  {
                    guard: { type: 'succeeded', params: outcome },
                    target: '#session.signedIn.active',
                    actions: { type: 'keep loaded user', params: outcome },
                  },
                  { target: 'idle' },
                ],
                onError: 'idle',
              },
            },
          },
        },
        signingOut: {
          description: 'Signing out; the sign-in page follows, even if that fails.',
          invoke: {
            id: 'signOut',
            src: 'signOut',
            onDone: '#session.signedOut',
            onError: {
              target: '#session.signedOut.unconfirmed',
              actions: { type: 'log sign-out failure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
})

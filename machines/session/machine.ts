import { assertEvent, assign, setup } from 'xstate'
import type { CurrentUser } from '../../openapi/schema.ts'
import { unexpectedFailure } from '../failure.ts'
import { outside } from '../outside.ts'
import type { CodeAgain, SessionContext, SessionEvent, SignInAgain, UserRead } from './types.ts'

type Outcome = UserRead['output'] | SignInAgain['output'] | CodeAgain['output']

/**
 * Who is signed in, from opening the page to signing out. When a session expires the user stays: a
 * dialog asks for the password (and second factor) in place, and background work continues.
 *
 * Provide: actors `loadUser`, `signIn`, `verifyCode`, `signOut`; actions `forget what was loaded` (runs
 * when the user leaves or changes, as one user's data must not be shown to the next) and `log sign-out failure`.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
  },
  actors: {
    loadUser: outside<UserRead['output']>('loadUser'),
    signIn: outside<SignInAgain['output'], SignInAgain['input']>('signIn'),
    verifyCode: outside<CodeAgain['output'], CodeAgain['input']>('verifyCode'),
    signOut: outside<void>('signOut'),
  },
  actions: {
    'forget what was loaded': () => undefined,
    'log sign-out failure': (_, _params: { error: unknown }) => undefined,
    'keep user': assign((_, params: { user: CurrentUser }) => ({ user: params.user })),
    'keep loaded user': assign((_, outcome: Outcome) =>
      outcome.ok && 'user' in outcome ? { user: outcome.user } : {},
    ),
    'keep challenge': assign((_, outcome: SignInAgain['output']) =>
      outcome.ok && 'challenge' in outcome ? { challenge: outcome.challenge } : {},
    ),
    'forget challenge': assign({ challenge: null }),
    'forget user': assign({ user: null }),
    'keep failure': assign((_, outcome: Outcome) =>
      outcome.ok || outcome.code === 'UNAUTHORIZED' ? {} : { failure: outcome },
    ),
    'keep unexpected failure': assign((_, params: { error: unknown }) => ({
      failure: unexpectedFailure(params.error),
    })),
    'note that the time is over': assign({ failure: { ok: false, code: 'TWO_STEP_TIMED_OUT' } }),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    succeeded: (_, outcome: Outcome) => outcome.ok,
    'second step is asked for': (_, outcome: SignInAgain['output']) => outcome.ok && 'challenge' in outcome,
    'challenge is over': (_, outcome: CodeAgain['output']) =>
      !outcome.ok && outcome.code === 'TWO_STEP_TIMED_OUT',
    'account is closed': (_, outcome: CodeAgain['output']) =>
      !outcome.ok && (outcome.code === 'ACCOUNT_EXPIRED' || outcome.code === 'ACCOUNT_SUSPENDED'),
    'nobody is signed in': (_, outcome: UserRead['output']) => !outcome.ok && outcome.code === 'UNAUTHORIZED',
    'limit is reached': (_, outcome: SignInAgain['output'] | CodeAgain['output']) =>
      !outcome.ok && outcome.code === 'TOO_MANY_REQUESTS',
    'another user': ({ context }, params: { username: string }) => context.user?.username !== params.username,
  },
  delays: {
    'waiting time': ({ context }) =>
      context.failure?.code === 'TOO_MANY_REQUESTS' ? context.failure.retryAfterMs : 0,
    'life of the challenge': ({ context }) => context.challenge?.lifeMs ?? 0,
  },
}).createMachine({
  id: 'session',
  description: 'Who is signed in, from opening the page to signing out.',
  context: { user: null, failure: null, challenge: null },
  initial: 'restoring',
  states: {
    restoring: {
      description: 'The page was opened, or another tab signed in another user: reading who is signed in.',
      on: { 'signed in elsewhere': { target: 'restoring', reenter: true } },
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'keep loaded user', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'nobody is signed in', params: ({ event }) => event.output },
            target: 'signedOut',
          },
          {
            target: 'unreachable',
            actions: { type: 'keep failure', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'unreachable',
          actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unreachable: {
      description: 'The server could not be reached; the page offers to try again.',
      on: { retry: { target: 'restoring', actions: 'clear failure' } },
    },
    signedOut: {
      description: 'Nobody is signed in: the sign-in page is shown.',
      entry: ['forget user', 'clear failure', 'forget what was loaded'],
      on: {
        'signed in': {
          target: 'signedIn',
          actions: { type: 'keep user', params: ({ event }) => ({ user: event.user }) },
        },
      },
    },
    signedIn: {
      description: 'Somebody is signed in.',
      initial: 'active',
      on: {
        'signed in elsewhere': {
          guard: { type: 'another user', params: ({ event }) => ({ username: event.username }) },
          target: 'restoring',
          actions: ['forget user', 'clear failure', 'forget what was loaded'],
        },
        'user changed': [
          {
            guard: { type: 'another user', params: ({ event }) => ({ username: event.user.username }) },
            target: '.active',
            actions: [
              { type: 'keep user', params: ({ event }) => ({ user: event.user }) },
              'clear failure',
              'forget what was loaded',
            ],
          },
          {
            target: '.active',
            actions: [{ type: 'keep user', params: ({ event }) => ({ user: event.user }) }, 'clear failure'],
          },
        ],
        'signed out': { target: 'signedOut' },
        'sign out': { target: 'signingOut' },
      },
      states: {
        active: {
          description: 'The session is valid.',
          on: { 'session expired': { target: 'expired' } },
        },
        expired: {
          description: 'The session has expired; the user signs in again in place and loses nothing.',
          initial: 'asking',
          on: {
            'sign out': { target: '#session.signedOut' },
            'use another account': { target: '#session.signedOut' },
          },
          states: {
            asking: {
              description:
                'A dialog asks for the password, and shows why the last attempt failed, if it did.',
              on: { 'submit password': { target: 'submitting', actions: 'clear failure' } },
            },
            submitting: {
              description: 'Checking the password.',
              invoke: {
                id: 'signIn',
                src: 'signIn',
                input: ({ context, event }) => {
                  assertEvent(event, 'submit password')
                  return { username: context.user?.username ?? '', password: event.password }
                },
                onDone: [
                  {
                    guard: { type: 'second step is asked for', params: ({ event }) => event.output },
                    target: 'twoStep',
                    actions: { type: 'keep challenge', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'succeeded', params: ({ event }) => event.output },
                    target: '#session.signedIn.active',
                    actions: { type: 'keep loaded user', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'limit is reached', params: ({ event }) => event.output },
                    target: 'locked',
                    actions: { type: 'keep failure', params: ({ event }) => event.output },
                  },
                  {
                    target: 'asking',
                    actions: { type: 'keep failure', params: ({ event }) => event.output },
                  },
                ],
                onError: {
                  target: 'asking',
                  actions: {
                    type: 'keep unexpected failure',
                    params: ({ event }) => ({ error: event.error }),
                  },
                },
              },
            },
            locked: {
              description: 'Too many attempts: the dialog is locked until the next one is allowed.',
              after: { 'waiting time': { target: 'asking', actions: 'clear failure' } },
            },
            twoStep: {
              description:
                'The password was right; the dialog asks for a code of the app or a recovery code, within a time limit.',
              initial: 'asking',
              exit: 'forget challenge',
              on: { 'start over': { target: 'asking', actions: 'clear failure' } },
              after: {
                'life of the challenge': { target: 'asking', actions: 'note that the time is over' },
              },
              states: {
                asking: {
                  description:
                    'The dialog asks for the code, and shows why the last attempt failed, if it did.',
                  on: { 'submit code': { target: 'submitting', actions: 'clear failure' } },
                },
                submitting: {
                  description: 'Checking the code.',
                  invoke: {
                    id: 'verifyCode',
                    src: 'verifyCode',
                    input: ({ context, event }) => {
                      assertEvent(event, 'submit code')
                      return { challenge: context.challenge?.token ?? '', code: event.code }
                    },
                    onDone: [
                      {
                        guard: { type: 'succeeded', params: ({ event }) => event.output },
                        target: '#session.signedIn.active',
                        actions: { type: 'keep loaded user', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'challenge is over', params: ({ event }) => event.output },
                        target: '#session.signedIn.expired.asking',
                        actions: 'note that the time is over',
                      },
                      {
                        guard: { type: 'account is closed', params: ({ event }) => event.output },
                        target: '#session.signedIn.expired.asking',
                        actions: { type: 'keep failure', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'limit is reached', params: ({ event }) => event.output },
                        target: 'locked',
                        actions: { type: 'keep failure', params: ({ event }) => event.output },
                      },
                      {
                        target: 'asking',
                        actions: { type: 'keep failure', params: ({ event }) => event.output },
                      },
                    ],
                    onError: {
                      target: 'asking',
                      actions: {
                        type: 'keep unexpected failure',
                        params: ({ event }) => ({ error: event.error }),
                      },
                    },
                  },
                },
                locked: {
                  description:
                    'Too many wrong codes: the dialog is locked until the next attempt is allowed.',
                  after: { 'waiting time': { target: 'asking', actions: 'clear failure' } },
                },
              },
            },
          },
        },
      },
    },
    signingOut: {
      description: 'Signing out; the sign-in page follows, even if that fails.',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: 'signedOut',
        onError: {
          target: 'signedOut',
          actions: { type: 'log sign-out failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
})

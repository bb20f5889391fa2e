import { assertEvent, assign, setup } from 'xstate'
import { landing } from '../../domain/roles.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { unexpectedFailure } from '../failure.ts'
import { outside } from '../outside.ts'
import type {
  CodeAttempt,
  PasswordChangeAttempt,
  PinAttempt,
  SignInAttempt,
  SignInContext,
  SignInEvent,
  SignInFailure,
  SignInInput,
  SignInOutput,
} from './types.ts'

/**
 * From the sign-in form to the console: credentials, second factor, forced change of a first password, first PIN. Every
 * step ends in `deciding`, which finds the next; a new step is one more target there.
 *
 * Provide: actors `signIn`, `verifyCode`, `changePassword`, `initPin`, `signOut`; actions `report user` (tells the
 * session who is signed in, or null) and `log sign-out failure`.
 */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as SignInInput,
    output: {} as SignInOutput,
  },
  actors: {
    signIn: outside<SignInAttempt['output'], SignInAttempt['input']>('signIn'),
    verifyCode: outside<CodeAttempt['output'], CodeAttempt['input']>('verifyCode'),
    changePassword: outside<PasswordChangeAttempt['output'], PasswordChangeAttempt['input']>(
      'changePassword',
    ),
    initPin: outside<PinAttempt['output'], PinAttempt['input']>('initPin'),
    signOut: outside<void>('signOut'),
  },
  actions: {
    'report user': (_, _params: { user: CurrentUser | null }) => undefined,
    'log sign-out failure': (_, _params: { error: unknown }) => undefined,
    'keep user name': assign((_, params: { username: string }) => ({ username: params.username })),
    'keep user': assign((_, outcome: SignInAttempt['output'] | CodeAttempt['output']) =>
      outcome.ok && 'user' in outcome ? { user: outcome.user } : {},
    ),
    'keep challenge': assign((_, outcome: SignInAttempt['output']) =>
      outcome.ok && 'challenge' in outcome ? { challenge: outcome.challenge } : {},
    ),
    'forget challenge': assign({ challenge: null }),
    'note that the password is changed': assign(({ context }) => ({
      user: context.user && { ...context.user, require_change_pass: false },
    })),
    'note that the pin is set': assign(({ context }) => ({
      user: context.user && { ...context.user, pin_exists: true },
    })),
    'forget user': assign({ user: null, username: '' }),
    'keep failure': assign((_, outcome: { ok: true } | SignInFailure) =>
      outcome.ok ? {} : { failure: outcome },
    ),
    'keep unexpected failure': assign((_, params: { error: unknown }) => ({
      failure: unexpectedFailure(params.error),
    })),
    'clear failure': assign({ failure: null }),
    'note that the session ended': assign({ notice: 'session ended' }),
    'note that the time is over': assign({ notice: 'timed out' }),
    'clear notice': assign({ notice: null }),
  },
  guards: {
    'second step is due': ({ context }) => context.challenge !== null,
    'nobody is signed in': ({ context }) => context.user === null,
    'password must be changed': ({ context }) =>
      context.user !== null && landing(context.user) === '/change-password-first',
    'pin is missing': ({ context }) => context.user !== null && landing(context.user) === '/security',
    succeeded: (_, outcome: { ok: boolean }) => outcome.ok,
    'second step is asked for': (_, outcome: SignInAttempt['output']) => outcome.ok && 'challenge' in outcome,
    'pin is set now': (_, outcome: PinAttempt['output']) => outcome.ok || outcome.code === 'PIN_EXISTS',
    'limit is reached': (_, outcome: { ok: true } | SignInFailure) =>
      !outcome.ok && outcome.code === 'TOO_MANY_REQUESTS',
    'new devices are blocked': (_, outcome: SignInAttempt['output']) =>
      !outcome.ok && outcome.code === 'NEW_DEVICE_BLOCKED',
    'challenge is over': (_, outcome: CodeAttempt['output']) =>
      !outcome.ok && outcome.code === 'TWO_STEP_TIMED_OUT',
    'account is closed': (_, outcome: CodeAttempt['output']) =>
      !outcome.ok && (outcome.code === 'ACCOUNT_EXPIRED' || outcome.code === 'ACCOUNT_SUSPENDED'),
    'session has ended': (_, outcome: { ok: true } | SignInFailure) =>
      !outcome.ok && outcome.code === 'UNAUTHORIZED',
  },
  delays: {
    'waiting time': ({ context }) =>
      context.failure?.code === 'TOO_MANY_REQUESTS' ? context.failure.retryAfterMs : 0,
    'life of the challenge': ({ context }) => context.challenge?.lifeMs ?? 0,
  },
}).createMachine({
  id: 'sign-in',
  description: 'Takes a user from the sign-in form to the console.',
  context: ({ input }) => ({
    user: input.user,
    failure: null,
    notice: input.notice ?? null,
    username: '',
    challenge: null,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Deciding the next step. Passes at once.',
      always: [
        { guard: 'second step is due', target: 'twoStep' },
        { guard: 'nobody is signed in', target: 'credentials' },
        { guard: 'password must be changed', target: 'passwordChange' },
        { guard: 'pin is missing', target: 'pinSetUp' },
        { target: 'done' },
      ],
    },
    credentials: {
      description: 'The user enters email address and password.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The sign-in form is open and shows why the last attempt failed, if it did.',
          on: {
            'submit credentials': {
              target: 'submitting',
              actions: [
                'clear failure',
                'clear notice',
                { type: 'keep user name', params: ({ event }) => ({ username: event.username }) },
              ],
            },
          },
        },
        submitting: {
          description: 'Checking the credentials.',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => {
              assertEvent(event, 'submit credentials')
              return { username: event.username, password: event.password }
            },
            onDone: [
              {
                guard: { type: 'second step is asked for', params: ({ event }) => event.output },
                target: '#sign-in.deciding',
                actions: { type: 'keep challenge', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: '#sign-in.deciding',
                actions: [
                  { type: 'keep user', params: ({ event }) => event.output },
                  { type: 'report user', params: ({ context }) => ({ user: context.user }) },
                ],
              },
              {
                guard: { type: 'limit is reached', params: ({ event }) => event.output },
                target: 'locked',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'new devices are blocked', params: ({ event }) => event.output },
                target: 'blocked',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
              {
                target: 'editing',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'editing',
              actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        locked: {
          description: 'Too many attempts: the form is locked until the next one is allowed.',
          after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
        },
        blocked: {
          description:
            'The account accepts no new devices: the page points to a known device or a mailed link; the form stays open for another account.',
          on: {
            'submit credentials': {
              target: 'submitting',
              actions: [
                'clear failure',
                'clear notice',
                { type: 'keep user name', params: ({ event }) => ({ username: event.username }) },
              ],
            },
          },
        },
      },
    },
    twoStep: {
      description:
        'The password was right; the user enters a code of the app or a recovery code, within a time limit.',
      initial: 'editing',
      exit: 'forget challenge',
      on: { 'start over': { target: 'credentials', actions: 'clear failure' } },
      after: {
        'life of the challenge': {
          target: 'credentials',
          actions: ['clear failure', 'note that the time is over'],
        },
      },
      states: {
        editing: {
          description: 'The code form is open and shows why the last attempt failed, if it did.',
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
                target: '#sign-in.deciding',
                actions: [
                  { type: 'keep user', params: ({ event }) => event.output },
                  { type: 'report user', params: ({ context }) => ({ user: context.user }) },
                ],
              },
              {
                guard: { type: 'challenge is over', params: ({ event }) => event.output },
                target: '#sign-in.credentials',
                actions: 'note that the time is over',
              },
              {
                guard: { type: 'account is closed', params: ({ event }) => event.output },
                target: '#sign-in.credentials',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'limit is reached', params: ({ event }) => event.output },
                target: 'locked',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
              {
                target: 'editing',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'editing',
              actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        locked: {
          description: 'Too many wrong codes: the form is locked until the next attempt is allowed.',
          after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
        },
      },
    },
    passwordChange: {
      description: 'The user is signed in with a first password and must change it.',
      initial: 'editing',
      on: { 'sign out': { target: 'signingOut', actions: 'clear failure' } },
      states: {
        editing: {
          description: 'The password form is open and shows why the last attempt failed, if it did.',
          on: { 'submit password change': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Saving the new password.',
          invoke: {
            id: 'changePassword',
            src: 'changePassword',
            input: ({ event }) => {
              assertEvent(event, 'submit password change')
              return { currentPassword: event.currentPassword, newPassword: event.newPassword }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: '#sign-in.deciding',
                actions: [
                  'note that the password is changed',
                  { type: 'report user', params: ({ context }) => ({ user: context.user }) },
                ],
              },
              {
                guard: { type: 'session has ended', params: ({ event }) => event.output },
                target: '#sign-in.deciding',
                actions: [
                  'forget user',
                  'note that the session ended',
                  { type: 'report user', params: { user: null } },
                ],
              },
              {
                guard: { type: 'limit is reached', params: ({ event }) => event.output },
                target: 'locked',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
              {
                target: 'editing',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'editing',
              actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        locked: {
          description: 'Too many attempts: the form is locked until the next one is allowed.',
          after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
        },
      },
    },
    pinSetUp: {
      description: 'The user is signed in and must set a first PIN.',
      initial: 'editing',
      on: { 'sign out': { target: 'signingOut', actions: 'clear failure' } },
      states: {
        editing: {
          description: 'The PIN form is open and shows why the last attempt failed, if it did.',
          on: { 'submit pin': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Saving the PIN.',
          invoke: {
            id: 'initPin',
            src: 'initPin',
            input: ({ event }) => {
              assertEvent(event, 'submit pin')
              return { pin: event.pin }
            },
            onDone: [
              {
                guard: { type: 'pin is set now', params: ({ event }) => event.output },
                target: '#sign-in.deciding',
                actions: [
                  'note that the pin is set',
                  { type: 'report user', params: ({ context }) => ({ user: context.user }) },
                ],
              },
              {
                guard: { type: 'session has ended', params: ({ event }) => event.output },
                target: '#sign-in.deciding',
                actions: [
                  'forget user',
                  'note that the session ended',
                  { type: 'report user', params: { user: null } },
                ],
              },
              {
                target: 'editing',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'editing',
              actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    signingOut: {
      description: 'Signing out; the sign-in form follows, even if that fails.',
      exit: ['forget user', { type: 'report user', params: { user: null } }],
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: 'deciding',
        onError: {
          target: 'deciding',
          actions: { type: 'log sign-out failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    done: {
      description: 'The user is signed in with nothing left to do: the bucket page follows.',
      type: 'final',
    },
  },
  output: ({ context }) => {
    if (!context.user) throw new Error('The sign-in ended without a user')
    return { user: context.user }
  },
})

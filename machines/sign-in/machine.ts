import { assertEvent, assign, setup } from 'xstate'
import type { CurrentUser } from '../../openapi/schema.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { authenticateMachine, type SignInNotice } from '../authenticate/machine.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** `user`: who is signed in already, or null to start with the credentials and `notice`. */
type SignInInput = { user: CurrentUser | null; notice?: SignInNotice | null }

/** What a signed-in user must set before anything else. */
type RequiredSteps = { passwordChange: boolean; pin: boolean }

type SignInEvent =
  | { type: 'submit password change'; currentPassword: string; newPassword: string }
  | { type: 'submit pin'; pin: string }
  /** Leave the password change or the PIN set-up, back to the credentials. */
  | { type: 'sign out' }
  /** The session has ended elsewhere, for example in another tab. */
  | { type: 'signed out' }

type SignInContext = {
  /** Null: nobody is signed in. */
  required: RequiredSteps | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: Failure | null
  /** What the sign-in form says when it is shown next. */
  notice: SignInNotice | null
}

export type PasswordChangeAttempt = {
  input: { currentPassword: string; newPassword: string }
  output: { ok: true } | Failure
}

/** Sets the first PIN. */
export type PinAttempt = {
  input: { pin: string }
  output: { ok: true } | Failure
}

const requiredSteps = (user: CurrentUser): RequiredSteps => ({
  passwordChange: user.require_change_pass,
  pin: !user.pin_exists,
})

/**
 * From the sign-in form to the console: authentication, forced change of a first password, first PIN. Every step ends
 * in `deciding`, which finds the next; a new step is one more target there. The user is the session's.
 *
 * Provide: actors `authenticate`, `changePassword`, `initPin`, `signOut`; actions `report signed in`, `report change`
 * and `report signed out` (tell the session) and `log sign-out failure`.
 */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as SignInInput,
    children: {} as { authenticate: 'authenticate' },
    tags: {} as 'submitting' | 'locked',
  },
  actors: {
    authenticate: authenticateMachine,
    changePassword: placeholder<PasswordChangeAttempt['output'], PasswordChangeAttempt['input']>(
      'changePassword',
    ),
    initPin: placeholder<PinAttempt['output'], PinAttempt['input']>('initPin'),
    signOut: placeholder<void>('signOut'),
  },
  actions: {
    'report signed in': (_, _params: { user: CurrentUser }) => undefined,
    'report change': (_, _params: { change: Partial<CurrentUser> }) => undefined,
    'report signed out': () => undefined,
    'log sign-out failure': (_, _params: { error: unknown }) => undefined,
    'note required steps': assign((_, params: { user: CurrentUser }) => ({
      required: requiredSteps(params.user),
    })),
    'note that the password is changed': assign(({ context }) => ({
      required: context.required && { ...context.required, passwordChange: false },
    })),
    'note that the pin is set': assign(({ context }) => ({
      required: context.required && { ...context.required, pin: false },
    })),
    'forget required steps': assign({ required: null }),
    'keep failure': assign((_, outcome: { ok: true } | Failure) => (outcome.ok ? {} : { failure: outcome })),
    'clear failure': assign({ failure: null }),
    'note that the session ended': assign({ notice: 'session ended' }),
    'clear notice': assign({ notice: null }),
  },
  guards: {
    ...attempt.guards,
    'nobody is signed in': ({ context }) => context.required === null,
    'password must be changed': ({ context }) => context.required?.passwordChange === true,
    'pin is missing': ({ context }) => context.required?.pin === true,
    'pin is set now': (_, outcome: PinAttempt['output']) => outcome.ok || outcome.code === 'PIN_EXISTS',
  },
  delays: {
    ...attempt.delays,
  },
}).createMachine({
  id: 'sign-in',
  description: 'Takes a user from the sign-in form to the console.',
  context: ({ input }) => ({
    required: input.user && requiredSteps(input.user),
    failure: null,
    notice: input.notice ?? null,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Deciding the next step. Transient.',
      always: [
        { guard: 'nobody is signed in', target: 'authenticating' },
        { guard: 'password must be changed', target: 'passwordChange' },
        { guard: 'pin is missing', target: 'pinSetUp' },
        { target: 'done' },
      ],
    },
    authenticating: {
      description: 'The user enters credentials and, where it is on, the code of the second step.',
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        input: ({ context }) => ({ username: '', notice: context.notice }),
        onDone: {
          target: 'deciding',
          actions: [
            'clear notice',
            { type: 'note required steps', params: outcome },
            { type: 'report signed in', params: outcome },
          ],
        },
      },
    },
    passwordChange: {
      description: 'The user is signed in with a first password and must change it.',
      initial: 'editing',
      on: {
        'sign out': { target: 'signingOut', actions: 'clear failure' },
        'signed out': {
          target: 'deciding',
          actions: ['clear failure', 'forget required steps', 'note that the session ended'],
        },
      },
      states: {
        editing: {
          description: 'The password form is open and shows why the last attempt failed, if it did.',
          on: { 'submit password change': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Saving the new password.',
          tags: 'submitting',
          invoke: {
            id: 'changePassword',
            src: 'changePassword',
            input: ({ event }) => {
              assertEvent(event, 'submit password change')
              return { currentPassword: event.currentPassword, newPassword: event.newPassword }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#sign-in.deciding',
                actions: [
                  'note that the password is changed',
                  { type: 'report change', params: { change: { require_change_pass: false } } },
                ],
              },
              {
                guard: { type: 'session has ended', params: outcome },
                target: '#sign-in.deciding',
                actions: ['forget required steps', 'note that the session ended', 'report signed out'],
              },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked,
      },
    },
    pinSetUp: {
      description: 'The user is signed in and must set a first PIN.',
      initial: 'editing',
      on: {
        'sign out': { target: 'signingOut', actions: 'clear failure' },
        'signed out': {
          target: 'deciding',
          actions: ['clear failure', 'forget required steps', 'note that the session ended'],
        },
      },
      states: {
        editing: {
          description: 'The PIN form is open and shows why the last attempt failed, if it did.',
          on: { 'submit pin': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Saving the PIN.',
          tags: 'submitting',
          invoke: {
            id: 'initPin',
            src: 'initPin',
            input: ({ event }) => {
              assertEvent(event, 'submit pin')
              return { pin: event.pin }
            },
            onDone: [
              {
                guard: { type: 'pin is set now', params: outcome },
                target: '#sign-in.deciding',
                actions: [
                  'note that the pin is set',
                  { type: 'report change', params: { change: { pin_exists: true } } },
                ],
              },
              {
                guard: { type: 'session has ended', params: outcome },
                target: '#sign-in.deciding',
                actions: ['forget required steps', 'note that the session ended', 'report signed out'],
              },
              { target: 'editing', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'editing', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
      },
    },
    signingOut: {
      description: 'Signing out; the sign-in form follows, even if that fails.',
      tags: 'submitting',
      exit: ['forget required steps', 'report signed out'],
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
})

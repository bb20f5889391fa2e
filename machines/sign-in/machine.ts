import { assertEvent, assign, setup } from 'xstate'
import { requiredSteps, type SignInStep, signInOrder } from '../../domain/roles.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { authenticateMachine, type SignInNotice } from '../authenticate/machine.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** `user`: who is signed in already, or null to start with the credentials and `notice`. */
type SignInInput = { user: CurrentUser | null; notice?: SignInNotice | null }

type SignInEvent =
  | { type: 'submit password change'; currentPassword: string; newPassword: string }
  | { type: 'submit pin'; pin: string }
  /** Leave the password change or the PIN set-up, back to the credentials. */
  | { type: 'sign out' }
  /** The session's user was read again: another tab may have done a step. */
  | { type: 'user changed'; user: CurrentUser }
  /** The session has ended elsewhere, for example in another tab. */
  | { type: 'signed out' }

type SignInContext = {
  /** The steps that are left, in order. Null: nobody is signed in. */
  required: readonly SignInStep[] | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: Failure | null
  /** The notice that the sign-in form shows next. */
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

/** What ends a step from outside. */
const ended = {
  'user changed': {
    guard: { type: 'another step is next', params: ({ event }: { event: { user: CurrentUser } }) => event },
    target: 'deciding',
    actions: [
      'clear failure',
      { type: 'note required steps', params: ({ event }: { event: { user: CurrentUser } }) => event },
    ],
  },
  'sign out': { target: 'signingOut', actions: 'clear failure' },
  'signed out': {
    target: 'deciding',
    actions: ['clear failure', 'forget required steps', 'note that the session ended'],
  },
} as const

/** Where an attempt ends that is no longer authenticated. */
const unauthenticated = {
  guard: { type: 'session has ended', params: outcome },
  target: '#sign-in.deciding',
  actions: ['forget required steps', 'note that the session ended', 'report signed out'],
} as const

const stepDone = (step: SignInStep) =>
  ['drop first step', { type: 'report step done', params: { step } }] as const

/**
 * From the sign-in form to the console: authentication, then the steps of `domain/roles.ts`. Every step is a state of its
 * name, and ends in `deciding`, which finds the next. The user is the session's.
 *
 * Provide: actors `authenticate`, `changePassword`, `initPin`, `signOut`; actions `report signed in`,
 * `report step done`, `report signed out` and `report sign-out failure` (tell the session, and the user).
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
    'report step done': (_, _params: { step: SignInStep }) => undefined,
    'report signed out': () => undefined,
    'report sign-out failure': (_, _params: { error: unknown }) => undefined,
    'note required steps': assign((_, params: { user: CurrentUser }) => ({
      required: requiredSteps(params.user),
    })),
    'drop first step': assign(({ context }) => ({ required: context.required?.slice(1) ?? null })),
    'forget required steps': assign({ required: null }),
    'keep failure': assign((_, outcome: { ok: true } | Failure) => (outcome.ok ? {} : { failure: outcome })),
    'clear failure': assign({ failure: null }),
    'note that the session ended': assign({ notice: 'session ended' }),
    'clear notice': assign({ notice: null }),
  },
  guards: {
    ...attempt.guards,
    'nobody is signed in': ({ context }) => context.required === null,
    'step is next': ({ context }, { step }: { step: SignInStep }) => context.required?.[0] === step,
    'another step is next': ({ context }, { user }: { user: CurrentUser }) =>
      requiredSteps(user)[0] !== context.required?.[0],
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
        ...signInOrder.map(
          step => ({ guard: { type: 'step is next', params: { step } }, target: step }) as const,
        ),
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
      on: ended,
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
                actions: stepDone('passwordChange'),
              },
              unauthenticated,
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
      on: ended,
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
                actions: stepDone('pinSetUp'),
              },
              unauthenticated,
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
      exit: 'forget required steps',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: { target: 'deciding', actions: 'report signed out' },
        onError: {
          target: 'deciding',
          actions: { type: 'report sign-out failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    done: {
      description: 'The user is signed in with nothing left to do: the bucket page follows.',
      type: 'final',
    },
  },
})

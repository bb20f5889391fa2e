import { assertEvent, assign, setup } from 'xstate'
import { nextStep, type SignInStep, signInOrder, signInSteps } from '../../domain/roles.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { authenticateMachine, type SignInNotice } from '../authenticate/machine.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder, placeholderCallback } from '../placeholder.ts'

export type SessionEvent =
  | { type: 'submit password change'; currentPassword: string; newPassword: string }
  | { type: 'submit pin'; pin: string }
  /** Two-step verification was set up or a passkey added, in a dialog of its own. */
  | { type: 'second step is set' }
  /** The sign-in page was left for that of a link, such as a forgotten password: its form begins again. */
  | { type: 'sign-in left' }
  /** Another tab has ended the session already. */
  | { type: 'signed out' }
  /**
   * Another tab has signed in a user, maybe a different one: all tabs now share that user's cookie. `user`: the id; empty:
   * unknown, or the same one, who has set a required password or PIN there.
   */
  | { type: 'signed in elsewhere'; user: string }
  /** A call of the signed-in user got a 401 and renewal failed; it waits until calls are resumed or rejected. */
  | { type: 'session expired' }
  /** The user may have changed on the server. */
  | { type: 'reload user' }
  /** Also used during the required steps and while the session is expired, to switch to another account. */
  | { type: 'sign out' }
  | { type: 'retry' }
  /** By a mailed link: the sign-in page shows a notice. */
  | { type: 'password reset' }

export type SessionContext = {
  /** Kept while the session is expired. */
  user: CurrentUser | null
  /** Why the user could not be read, or the last attempt of a required step failed. */
  failure: Failure | null
  /** The notice that the sign-in form shows next. */
  notice: SignInNotice | null
}

/** Reads the current user. `UNAUTHORIZED`: nobody is signed in. */
export type UserRead = {
  output: { ok: true; user: CurrentUser } | Failure
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

type Outcome = { ok: true } | Failure

export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    children: {} as { authenticate: 'authenticate' },
    tags: {} as 'unconfirmed' | 'submitting' | 'locked',
  },
  actors: {
    loadUser: placeholder<UserRead['output']>('loadUser'),
    authenticate: authenticateMachine,
    changePassword: placeholder<PasswordChangeAttempt['output'], PasswordChangeAttempt['input']>(
      'changePassword',
    ),
    initPin: placeholder<PinAttempt['output'], PinAttempt['input']>('initPin'),
    signOut: placeholder<void>('signOut'),
    watchSession: placeholderCallback<SessionEvent>('watchSession'),
  },
  actions: {
    'resume calls': () => undefined,
    'reject calls': () => undefined,
    'forget what was loaded': () => undefined,
    'leave page': (_, _params: { user: string }) => undefined,
    'go on to the requested address': (_, _params: { user: string }) => undefined,
    'report step done': (_, _params: { step: SignInStep }) => undefined,
    'log sign-out failure': (_, _params: { error: unknown }) => undefined,
    'keep user': assign((_, params: { user: CurrentUser }) => ({ user: params.user })),
    'keep loaded user': assign((_, outcome: UserRead['output']) =>
      outcome.ok ? { user: outcome.user } : {},
    ),
    'change user': assign(({ context }, params: { change: Partial<CurrentUser> }) => ({
      user: context.user && { ...context.user, ...params.change },
    })),
    'forget user': assign({ user: null }),
    'keep failure': assign((_, outcome: Outcome) => (outcome.ok ? {} : { failure: outcome })),
    'clear failure': assign({ failure: null }),
    'note password reset': assign({ notice: 'password reset' }),
    'note session end': assign({ notice: 'session ended' }),
    'clear notice': assign({ notice: null }),
  },
  guards: {
    ...attempt.guards,
    'nothing is left to set': (_, outcome: UserRead['output']) =>
      outcome.ok && nextStep(outcome.user) === null,
    'another user is loaded': ({ context }, outcome: UserRead['output']) =>
      outcome.ok && outcome.user.id !== context.user?.id,
    'another user': ({ context }, { user }: { user: string }) => user !== '' && user !== context.user?.id,
    'unknown user': (_, { user }: { user: string }) => user === '',
    'a step is left': ({ context: { user } }) => user !== null && nextStep(user) !== null,
    'step is next': ({ context: { user } }, { step }: { step: SignInStep }) =>
      user !== null && nextStep(user) === step,
    'another step is next': ({ context: { user } }, { step }: { step: SignInStep }) =>
      user !== null && nextStep(user) !== step,
    'pin is set now': (_, outcome: PinAttempt['output']) => outcome.ok || outcome.code === 'PIN_EXISTS',
  },
  delays: {
    ...attempt.delays,
    // Seldom a multiple of other waits: random walks need to know which timer is next.
    'pause before the next sign-out': 17_000,
  },
})

/** Ends a step once the user shows that it is done, here or in another tab, or that an earlier one is left. */
const unlessNext = (step: SignInStep) =>
  ({ guard: { type: 'another step is next', params: { step } }, target: 'deciding' }) as const

const done = (step: SignInStep) =>
  [
    { type: 'change user', params: { change: signInSteps[step].done } },
    { type: 'report step done', params: { step } },
  ] as const

/** Where an attempt leads that is no longer authenticated. */
const unauthenticated = {
  guard: { type: 'session has ended', params: outcome },
  target: '#session.signedOut',
  actions: 'note session end',
} as const

/** The steps of `domain/roles.ts`, each a state of its name, before the console. The user alone decides which is left. */
export const steps = sessionSetup.createStateConfig({
  description: 'What the user must do before anything else.',
  initial: 'console',
  states: {
    console: {
      description: 'Nothing is left to do: the console is shown.',
      always: { guard: 'a step is left', target: 'deciding' },
    },
    deciding: {
      description: 'Deciding the next step. Transient.',
      always: [
        ...signInOrder.map(
          step => ({ guard: { type: 'step is next', params: { step } }, target: step }) as const,
        ),
        {
          target: 'console',
          actions: {
            type: 'go on to the requested address',
            params: ({ context }) => ({ user: context.user?.id ?? '' }),
          },
        },
      ],
    },
    passwordChange: {
      description: 'The user is signed in with a first password and must change it.',
      initial: 'editing',
      exit: 'clear failure',
      always: unlessNext('passwordChange'),
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
                target: '#session.signedIn.open.steps.deciding',
                actions: done('passwordChange'),
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
      exit: 'clear failure',
      always: unlessNext('pinSetUp'),
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
                target: '#session.signedIn.open.steps.deciding',
                actions: done('pinSetUp'),
              },
              unauthenticated,
              { target: 'editing', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'editing', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
      },
    },
    twoStepSetUp: {
      description:
        'The account requires a second step: the user must set up two-step verification or add a passkey.',
      always: unlessNext('twoStepSetUp'),
      on: { 'second step is set': { target: 'deciding', actions: done('twoStepSetUp') } },
    },
  },
})

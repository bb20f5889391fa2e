import { assertEvent } from 'xstate'
import { type SignInStep, signInOrder, signInSteps } from '../../domain/roles.ts'
import { locked, refused, thrown } from '../attempt.ts'
import { outcome, unknownFailure } from '../failure.ts'
import { sessionSetup } from './setup.ts'

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
  },
})

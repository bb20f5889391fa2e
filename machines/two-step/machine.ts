import { assertEvent, assign, setup } from 'xstate'
import { type Failure, unexpectedFailure } from '../failure.ts'
import { outside } from '../outside.ts'
import type {
  SetUpBeginning,
  SetUpConfirmation,
  TaskAttempt,
  TwoStepContext,
  TwoStepEvent,
  TwoStepFailure,
  TwoStepInput,
} from './types.ts'

type Outcome = { ok: true } | Failure<'UNAUTHORIZED' | 'TWO_STEP_NOT_BEGUN'> | TwoStepFailure

/**
 * Switches two-step verification on (password, app, code, recovery codes) and, by a proof of who asks, off; renews the
 * recovery codes; chooses how protected acts are confirmed.
 *
 * To be provided: actors `beginSetUp`, `confirmSetUp`, `carryOut`.
 */
export const twoStepMachine = setup({
  types: {
    context: {} as TwoStepContext,
    events: {} as TwoStepEvent,
    input: {} as TwoStepInput,
  },
  actors: {
    beginSetUp: outside<SetUpBeginning['output'], SetUpBeginning['input']>('beginSetUp'),
    confirmSetUp: outside<SetUpConfirmation['output'], SetUpConfirmation['input']>('confirmSetUp'),
    carryOut: outside<TaskAttempt['output'], TaskAttempt['input']>('carryOut'),
  },
  actions: {
    'keep set-up': assign((_, outcome: SetUpBeginning['output']) =>
      outcome.ok ? { setUp: { secret: outcome.secret, uri: outcome.uri } } : {},
    ),
    'forget set-up': assign({ setUp: null }),
    'keep recovery codes': assign((_, outcome: SetUpConfirmation['output'] | TaskAttempt['output']) =>
      outcome.ok ? { recoveryCodes: outcome.recoveryCodes } : {},
    ),
    'forget recovery codes': assign({ recoveryCodes: null }),
    'keep failure': assign((_, outcome: Outcome) =>
      outcome.ok || outcome.code === 'UNAUTHORIZED' || outcome.code === 'TWO_STEP_NOT_BEGUN'
        ? {}
        : { failure: outcome },
    ),
    'keep unexpected failure': assign((_, params: { error: unknown }) => ({
      failure: unexpectedFailure(params.error),
    })),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    'it shall be switched on': ({ context }) => context.task.name === 'switch on',
    succeeded: (_, outcome: Outcome) => outcome.ok,
    'codes are renewed': (_, outcome: TaskAttempt['output']) => outcome.ok && outcome.recoveryCodes !== null,
    'session has ended': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'UNAUTHORIZED',
    'set-up is over': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'TWO_STEP_NOT_BEGUN',
    'limit is reached': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'TOO_MANY_REQUESTS',
    'codes are kept': (_, event: { kept: boolean }) => event.kept,
    'codes are not kept': (_, event: { kept: boolean }) => !event.kept,
  },
  delays: {
    'waiting time': ({ context }) =>
      context.failure?.code === 'TOO_MANY_REQUESTS' ? context.failure.retryAfterMs : 0,
  },
}).createMachine({
  id: 'two-step',
  description: 'Lets a user decide about codes of an authenticator app at sign-in and in place of the pin.',
  context: ({ input }) => ({ task: input.task, failure: null, setUp: null, recoveryCodes: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'What the user wants is looked at; nobody sees this state.',
      always: [{ guard: 'it shall be switched on', target: 'password' }, { target: 'proving' }],
    },
    password: {
      description: 'The set-up begins: the user is asked for the password.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is open, with the reason why the last attempt failed, if one did.',
          on: { 'submit password': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'The password is being checked.',
          invoke: {
            id: 'beginSetUp',
            src: 'beginSetUp',
            input: ({ event }) => {
              assertEvent(event, 'submit password')
              return { password: event.password }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: '#two-step.code',
                actions: { type: 'keep set-up', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'session has ended', params: ({ event }) => event.output },
                target: '#two-step.signedOut',
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
          description: 'Too many wrong passwords: the form waits until the next one is allowed.',
          after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
        },
      },
    },
    code: {
      description: 'The user adds the account to the app, by QR code or key, and enters the first code.',
      initial: 'editing',
      exit: 'forget set-up',
      states: {
        editing: {
          description:
            'QR code, key and form are shown, with the reason why the last attempt failed, if one did.',
          on: { 'submit code': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'The code is being checked; if it is right two-step verification is on.',
          invoke: {
            id: 'confirmSetUp',
            src: 'confirmSetUp',
            input: ({ event }) => {
              assertEvent(event, 'submit code')
              return { code: event.code }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: '#two-step.keeping',
                actions: { type: 'keep recovery codes', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'set-up is over', params: ({ event }) => event.output },
                target: '#two-step.timedOut',
              },
              {
                guard: { type: 'session has ended', params: ({ event }) => event.output },
                target: '#two-step.signedOut',
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
          description: 'Too many wrong codes: the form waits until the next one is allowed.',
          after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
        },
      },
    },
    timedOut: {
      description: 'The set-up took too long and counts no more: it can be begun again.',
      on: { 'begin again': 'password' },
    },
    proving: {
      description: 'Before it is done, the user proves who asks: by a code, a recovery code or the pin.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is open, with the reason why the last attempt failed, if one did.',
          on: { 'submit proof': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'The proof is being checked and the task done.',
          invoke: {
            id: 'carryOut',
            src: 'carryOut',
            input: ({ context, event }) => {
              assertEvent(event, 'submit proof')
              return { task: context.task, proof: event.proof }
            },
            onDone: [
              {
                guard: { type: 'codes are renewed', params: ({ event }) => event.output },
                target: '#two-step.keeping',
                actions: { type: 'keep recovery codes', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: '#two-step.done',
              },
              {
                guard: { type: 'session has ended', params: ({ event }) => event.output },
                target: '#two-step.signedOut',
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
          description: 'Too many wrong proofs: the form waits until the next one is allowed.',
          after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
        },
      },
    },
    keeping: {
      description: 'The recovery codes are shown, this once, to be copied, saved or printed.',
      initial: 'unconfirmed',
      exit: 'forget recovery codes',
      states: {
        unconfirmed: {
          description: 'The user has not said yet that the codes are kept and cannot go on.',
          on: {
            'say codes are kept': {
              guard: { type: 'codes are kept', params: ({ event }) => event },
              target: 'confirmed',
            },
          },
        },
        confirmed: {
          description: 'The user says that the codes are kept.',
          on: {
            'say codes are kept': {
              guard: { type: 'codes are not kept', params: ({ event }) => event },
              target: 'unconfirmed',
            },
            finish: '#two-step.done',
          },
        },
      },
    },
    done: {
      description: 'What the user wanted is done.',
      type: 'final',
    },
    signedOut: {
      description: 'The session is over: the sign-in form takes the place of everything.',
      type: 'final',
    },
  },
})

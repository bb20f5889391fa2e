import { assertEvent, assign, setup } from 'xstate'
import type { ConfirmationMethod } from '../../openapi/schema.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { type Failure, outcome } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** `method`: how protected acts are to be confirmed. */
export type TwoStepTask =
  | { name: 'switch on' }
  | { name: 'switch off' }
  | { name: 'renew codes' }
  | { name: 'change method'; method: ConfirmationMethod }

type TwoStepInput = { task: TwoStepTask }

type TwoStepEvent =
  /** Starts the set-up. */
  | { type: 'submit password'; password: string }
  /** The first code of the added app. */
  | { type: 'submit code'; code: string }
  /** After a time-out, back to the password. */
  | { type: 'start over' }
  /** A code, a recovery code or the PIN, as the task accepts. */
  | { type: 'submit proof'; proof: string }
  /** The user ticks, or unticks, that the recovery codes are saved. */
  | { type: 'acknowledge codes'; acknowledged: boolean }
  /** Leave the recovery codes. */
  | { type: 'finish' }

/** `secret`: base32, for typing. `uri`: otpauth://, for the QR code. */
export type SetUp = { secret: string; uri: string }

type TwoStepContext = {
  task: TwoStepTask
  /** Why the last attempt failed; cleared by the next one. */
  failure: Failure | null
  /** Shown while the app is added; null before and after. */
  setUp: SetUp | null
  /** Shown once; null before and after. */
  recoveryCodes: string[] | null
}

/** Starts a set-up, which is valid for some minutes. */
export type SetUpBeginning = {
  input: { password: string }
  output: ({ ok: true } & SetUp) | Failure
}

/** Turns two-step verification on with a code of the app. */
export type SetUpConfirmation = {
  input: { code: string }
  output: { ok: true; recoveryCodes: string[] } | Failure
}

/** Runs any task but `switch on`. Returns new recovery codes, or null. */
export type TaskAttempt = {
  input: { task: TwoStepTask; proof: string }
  output: { ok: true; recoveryCodes: string[] | null } | Failure
}

type Outcome = { ok: true } | Failure

/**
 * Turns two-step verification on (password, app, code, recovery codes) or, after a proof of identity, off; renews recovery
 * codes; chooses how protected acts are confirmed.
 *
 * Provide: actors `beginSetUp`, `confirmSetUp`, `runTask`.
 */
export const twoStepMachine = setup({
  types: {
    context: {} as TwoStepContext,
    events: {} as TwoStepEvent,
    input: {} as TwoStepInput,
    tags: {} as 'submitting' | 'locked',
  },
  actors: {
    beginSetUp: placeholder<SetUpBeginning['output'], SetUpBeginning['input']>('beginSetUp'),
    confirmSetUp: placeholder<SetUpConfirmation['output'], SetUpConfirmation['input']>('confirmSetUp'),
    runTask: placeholder<TaskAttempt['output'], TaskAttempt['input']>('runTask'),
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
    'clear failure': assign({ failure: null }),
  },
  guards: {
    ...attempt.guards,
    'task is to switch on': ({ context }) => context.task.name === 'switch on',
    'codes are renewed': (_, outcome: TaskAttempt['output']) => outcome.ok && outcome.recoveryCodes !== null,
    'set-up is over': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'TWO_STEP_NOT_BEGUN',
    'codes are acknowledged': (_, event: { acknowledged: boolean }) => event.acknowledged,
    'codes are not acknowledged': (_, event: { acknowledged: boolean }) => !event.acknowledged,
  },
  delays: attempt.delays,
}).createMachine({
  id: 'two-step',
  description: 'Manages codes of an authenticator app, at sign-in and in place of the PIN.',
  context: ({ input }) => ({ task: input.task, failure: null, setUp: null, recoveryCodes: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Choosing the first step of the task. Transient.',
      always: [{ guard: 'task is to switch on', target: 'password' }, { target: 'proving' }],
    },
    password: {
      description: 'Set-up starts: the user enters the password.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is open and shows why the last attempt failed, if it did.',
          on: { 'submit password': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Checking the password.',
          tags: 'submitting',
          invoke: {
            id: 'beginSetUp',
            src: 'beginSetUp',
            input: ({ event }) => {
              assertEvent(event, 'submit password')
              return { password: event.password }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#two-step.code',
                actions: { type: 'keep set-up', params: outcome },
              },
              { guard: { type: 'session has ended', params: outcome }, target: '#two-step.signedOut' },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked,
      },
    },
    code: {
      description: 'The user adds the account to the app by QR code or key, and enters the first code.',
      initial: 'editing',
      exit: 'forget set-up',
      states: {
        editing: {
          description: 'QR code, key and form are shown, and why the last attempt failed, if it did.',
          on: { 'submit code': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Checking the code; if it is right, two-step verification is on.',
          tags: 'submitting',
          invoke: {
            id: 'confirmSetUp',
            src: 'confirmSetUp',
            input: ({ event }) => {
              assertEvent(event, 'submit code')
              return { code: event.code }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#two-step.showingRecoveryCodes',
                actions: { type: 'keep recovery codes', params: outcome },
              },
              { guard: { type: 'set-up is over', params: outcome }, target: '#two-step.timedOut' },
              { guard: { type: 'session has ended', params: outcome }, target: '#two-step.signedOut' },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked,
      },
    },
    timedOut: {
      description: 'Set-up has timed out; it can be started again.',
      on: { 'start over': 'password' },
    },
    proving: {
      description: 'The user confirms with a code, a recovery code or the PIN.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is open and shows why the last attempt failed, if it did.',
          on: { 'submit proof': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Checking the proof and doing the task.',
          tags: 'submitting',
          invoke: {
            id: 'runTask',
            src: 'runTask',
            input: ({ context, event }) => {
              assertEvent(event, 'submit proof')
              return { task: context.task, proof: event.proof }
            },
            onDone: [
              {
                guard: { type: 'codes are renewed', params: outcome },
                target: '#two-step.showingRecoveryCodes',
                actions: { type: 'keep recovery codes', params: outcome },
              },
              { guard: { type: 'succeeded', params: outcome }, target: '#two-step.done' },
              { guard: { type: 'session has ended', params: outcome }, target: '#two-step.signedOut' },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked,
      },
    },
    showingRecoveryCodes: {
      description: 'The recovery codes are shown once, to be copied, saved or printed.',
      initial: 'unacknowledged',
      exit: 'forget recovery codes',
      states: {
        unacknowledged: {
          description: 'The user has not confirmed that the codes are saved, and cannot go on.',
          on: {
            'acknowledge codes': {
              guard: { type: 'codes are acknowledged', params: ({ event }) => event },
              target: 'acknowledged',
            },
          },
        },
        acknowledged: {
          description: 'The user has confirmed that the codes are saved.',
          on: {
            'acknowledge codes': {
              guard: { type: 'codes are not acknowledged', params: ({ event }) => event },
              target: 'unacknowledged',
            },
            finish: '#two-step.done',
          },
        },
      },
    },
    done: {
      description: 'The task is done.',
      type: 'final',
    },
    signedOut: {
      description: 'The session has ended: the sign-in form replaces everything.',
      type: 'final',
    },
  },
})

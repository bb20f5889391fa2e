import { and, assertEvent, assign, not, setup, stateIn } from 'xstate'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

type PinEvent =
  | { type: 'submit change'; pin: string; newPin: string }
  /** On to the mailed code. */
  | { type: 'forgot pin' }
  /** Back to the form that asks for the current PIN. */
  | { type: 'remember pin' }
  /** The first code, or another one. */
  | { type: 'request code' }
  | { type: 'submit reset'; code: string; newPin: string }

type PinContext = {
  /** Why the last attempt failed; cleared by the next one. */
  failure: Failure | null
  /** Ms from the answer until the mailed code expires. */
  lifetimeMs: number
  /** Ms from the last answer until another email is allowed. */
  resendInMs: number
}

export type PinChangeAttempt = {
  input: { pin: string; newPin: string }
  output: { ok: true } | Failure
}

/** Mails a code; earlier codes become invalid. */
export type CodeRequest = {
  output: { ok: true; lifetimeMs: number; resendInMs: number } | Failure
}

/** Sets a new PIN with the mailed code, which stays valid after `PIN_REUSED`. */
export type PinResetAttempt = {
  input: { code: string; newPin: string }
  output: { ok: true } | Failure
}

type Outcome = { ok: true } | Failure

/**
 * Changes the PIN with the current one, or resets it with a mailed code. The first PIN is set in the `sign-in` flow.
 *
 * Provide: actors `changePin`, `requestCode`, `resetPin`.
 */
export const pinMachine = setup({
  types: {
    context: {} as PinContext,
    events: {} as PinEvent,
    tags: {} as 'submitting' | 'locked',
  },
  actors: {
    changePin: placeholder<PinChangeAttempt['output'], PinChangeAttempt['input']>('changePin'),
    requestCode: placeholder<CodeRequest['output']>('requestCode'),
    resetPin: placeholder<PinResetAttempt['output'], PinResetAttempt['input']>('resetPin'),
  },
  actions: {
    'keep times': assign((_, outcome: CodeRequest['output']) =>
      outcome.ok ? { lifetimeMs: outcome.lifetimeMs, resendInMs: outcome.resendInMs } : {},
    ),
    'keep mail limit': assign((_, outcome: CodeRequest['output']) =>
      !outcome.ok && outcome.code === 'OTP_LIMIT'
        ? { failure: outcome, resendInMs: outcome.retryAfterMs }
        : {},
    ),
    'keep failure': assign((_, outcome: Outcome) =>
      outcome.ok || outcome.code === 'UNAUTHORIZED' ? {} : { failure: outcome },
    ),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    ...attempt.guards,
    'pin is blocked': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'PIN_BLOCKED',
    'mail limit is reached': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'OTP_LIMIT',
    'form is open': stateIn({ recovering: { entering: { form: 'editing' } } }),
    'code counts': and([
      stateIn({ recovering: { entering: { code: 'counting' } } }),
      not(stateIn({ recovering: { entering: { resend: 'sending' } } })),
    ]),
  },
  delays: {
    ...attempt.delays,
    'resend time': ({ context }) => context.resendInMs,
    'code lifetime': ({ context }) => context.lifetimeMs,
  },
}).createMachine({
  id: 'pin',
  description: 'Changes or resets the PIN.',
  context: { failure: null, lifetimeMs: 600_000, resendInMs: 0 },
  initial: 'changing',
  states: {
    changing: {
      description: 'The user enters the current PIN and a new one.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is open and shows why the last attempt failed, if it did.',
          on: {
            'submit change': { target: 'submitting', actions: 'clear failure' },
            'forgot pin': { target: '#pin.recovering', actions: 'clear failure' },
          },
        },
        submitting: {
          description: 'Saving the new PIN.',
          tags: 'submitting',
          invoke: {
            id: 'changePin',
            src: 'changePin',
            input: ({ event }) => {
              assertEvent(event, 'submit change')
              return { pin: event.pin, newPin: event.newPin }
            },
            onDone: [
              { guard: { type: 'succeeded', params: outcome }, target: '#pin.done' },
              { guard: { type: 'session has ended', params: outcome }, target: '#pin.signedOut' },
              {
                guard: { type: 'pin is blocked', params: outcome },
                target: 'blocked',
                actions: { type: 'keep failure', params: outcome },
              },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked: { ...locked, on: { 'forgot pin': { target: '#pin.recovering', actions: 'clear failure' } } },
        blocked: {
          description: 'Too many wrong PINs: the PIN is blocked, and only a mailed code helps.',
          on: { 'forgot pin': { target: '#pin.recovering', actions: 'clear failure' } },
        },
      },
    },
    recovering: {
      description: 'The user has forgotten the PIN and resets it with a mailed code.',
      initial: 'offering',
      states: {
        offering: {
          description: 'The form says where the code will be mailed.',
          on: {
            'request code': { target: 'requesting', actions: 'clear failure' },
            'remember pin': { target: '#pin.changing', actions: 'clear failure' },
          },
        },
        requesting: {
          description: 'Sending the first email.',
          tags: 'submitting',
          invoke: {
            id: 'requestCode',
            src: 'requestCode',
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: 'entering',
                actions: { type: 'keep times', params: outcome },
              },
              {
                guard: { type: 'mail limit is reached', params: outcome },
                target: 'entering',
                actions: { type: 'keep mail limit', params: outcome },
              },
              { guard: { type: 'session has ended', params: outcome }, target: '#pin.signedOut' },
              { target: 'offering', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'offering', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
        entering: {
          description: 'A code was mailed: the user enters it with a new PIN.',
          type: 'parallel',
          states: {
            resend: {
              description: 'Can another email be requested?',
              initial: 'waiting',
              states: {
                waiting: {
                  description: 'Counting down until another email is allowed.',
                  after: { 'resend time': 'allowed' },
                },
                allowed: {
                  description: 'Another email can be requested.',
                  on: {
                    'request code': { guard: 'form is open', target: 'sending', actions: 'clear failure' },
                  },
                },
                sending: {
                  description: 'Sending another email; the previous code becomes invalid.',
                  invoke: {
                    id: 'requestAnotherCode',
                    src: 'requestCode',
                    onDone: [
                      {
                        guard: { type: 'succeeded', params: outcome },
                        target: '#pin.recovering.entering',
                        reenter: true,
                        actions: { type: 'keep times', params: outcome },
                      },
                      {
                        guard: { type: 'mail limit is reached', params: outcome },
                        target: 'waiting',
                        actions: { type: 'keep mail limit', params: outcome },
                      },
                      { guard: { type: 'session has ended', params: outcome }, target: '#pin.signedOut' },
                      { target: 'allowed', actions: { type: 'keep failure', params: outcome } },
                    ],
                    onError: { target: 'allowed', actions: { type: 'keep failure', params: unknownFailure } },
                  },
                },
              },
            },
            code: {
              description: 'Is the mailed code still valid?',
              initial: 'counting',
              states: {
                counting: {
                  description: 'The mailed code is valid.',
                  after: { 'code lifetime': 'expired' },
                },
                expired: {
                  description: 'The code has expired: only another email helps.',
                },
              },
            },
            form: {
              description: 'The form for code and new PIN.',
              initial: 'editing',
              states: {
                editing: {
                  description: 'The form is open and shows why the last attempt failed, if it did.',
                  on: {
                    'submit reset': { guard: 'code counts', target: 'submitting', actions: 'clear failure' },
                    'remember pin': { target: '#pin.changing', actions: 'clear failure' },
                  },
                },
                submitting: {
                  description: 'Checking the code and saving the new PIN.',
                  tags: 'submitting',
                  invoke: {
                    id: 'resetPin',
                    src: 'resetPin',
                    input: ({ event }) => {
                      assertEvent(event, 'submit reset')
                      return { code: event.code, newPin: event.newPin }
                    },
                    onDone: [
                      { guard: { type: 'succeeded', params: outcome }, target: '#pin.done' },
                      { guard: { type: 'session has ended', params: outcome }, target: '#pin.signedOut' },
                      ...refused,
                    ],
                    onError: thrown,
                  },
                },
                locked,
              },
            },
          },
        },
      },
    },
    done: {
      description: 'The new PIN is set.',
      type: 'final',
    },
    signedOut: {
      description: 'The session has ended: the sign-in form replaces everything.',
      type: 'final',
    },
  },
})

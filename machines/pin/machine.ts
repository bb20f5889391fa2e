import { and, assertEvent, assign, not, setup, stateIn } from 'xstate'
import { type Failure, unexpectedFailure } from '../failure.ts'
import { outside } from '../outside.ts'
import type {
  CodeRequest,
  PinChangeAttempt,
  PinContext,
  PinEvent,
  PinFailure,
  PinResetAttempt,
} from './types.ts'

type Outcome = { ok: true } | Failure<'UNAUTHORIZED'> | PinFailure

/**
 * Changes the pin against the present one, or sets a new one by a code that is mailed. The first pin is set in the
 * `sign-in` flow.
 *
 * To be provided: actors `changePin`, `requestCode`, `resetPin`.
 */
export const pinMachine = setup({
  types: { context: {} as PinContext, events: {} as PinEvent },
  actors: {
    changePin: outside<PinChangeAttempt['output'], PinChangeAttempt['input']>('changePin'),
    requestCode: outside<CodeRequest['output']>('requestCode'),
    resetPin: outside<PinResetAttempt['output'], PinResetAttempt['input']>('resetPin'),
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
    'keep unexpected failure': assign((_, params: { error: unknown }) => ({
      failure: unexpectedFailure(params.error),
    })),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    succeeded: (_, outcome: Outcome) => outcome.ok,
    'session has ended': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'UNAUTHORIZED',
    'limit is reached': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'TOO_MANY_REQUESTS',
    'pin is blocked': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'PIN_BLOCKED',
    'mail limit is reached': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'OTP_LIMIT',
    'form is open': stateIn({ recovering: { entering: { form: 'editing' } } }),
    'code counts': and([
      stateIn({ recovering: { entering: { code: 'counting' } } }),
      not(stateIn({ recovering: { entering: { resend: 'sending' } } })),
    ]),
  },
  delays: {
    'waiting time': ({ context }) =>
      context.failure?.code === 'TOO_MANY_REQUESTS' ? context.failure.retryAfterMs : 0,
    'resend time': ({ context }) => context.resendInMs,
    'code lifetime': ({ context }) => context.lifetimeMs,
  },
}).createMachine({
  id: 'pin',
  description: 'Gives a user who has a pin another one.',
  context: { failure: null, lifetimeMs: 600_000, resendInMs: 0 },
  initial: 'changing',
  states: {
    changing: {
      description: 'The user is asked for the present pin and a new one.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is open, with the reason why the last attempt failed, if one did.',
          on: {
            'submit change': { target: 'submitting', actions: 'clear failure' },
            'forgot pin': { target: '#pin.recovering', actions: 'clear failure' },
          },
        },
        submitting: {
          description: 'The new pin is being stored.',
          invoke: {
            id: 'changePin',
            src: 'changePin',
            input: ({ event }) => {
              assertEvent(event, 'submit change')
              return { pin: event.pin, newPin: event.newPin }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: '#pin.done',
              },
              {
                guard: { type: 'session has ended', params: ({ event }) => event.output },
                target: '#pin.signedOut',
              },
              {
                guard: { type: 'limit is reached', params: ({ event }) => event.output },
                target: 'locked',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'pin is blocked', params: ({ event }) => event.output },
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
          description:
            'Too many wrong pins: the form waits until the next one is allowed; a code can be mailed.',
          on: { 'forgot pin': { target: '#pin.recovering', actions: 'clear failure' } },
          after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
        },
        blocked: {
          description: 'So many pins were wrong that none counts any more: only a mailed code helps.',
          on: { 'forgot pin': { target: '#pin.recovering', actions: 'clear failure' } },
        },
      },
    },
    recovering: {
      description: 'The user does not know the pin any more and proves with a mailed code who asks.',
      initial: 'offering',
      states: {
        offering: {
          description: 'The user reads where the code will be mailed to, and asks for it.',
          on: {
            'request code': { target: 'requesting', actions: 'clear failure' },
            'remember pin': { target: '#pin.changing', actions: 'clear failure' },
          },
        },
        requesting: {
          description: 'The first mail is being sent.',
          invoke: {
            id: 'requestCode',
            src: 'requestCode',
            onDone: [
              {
                guard: { type: 'succeeded', params: ({ event }) => event.output },
                target: 'entering',
                actions: { type: 'keep times', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'mail limit is reached', params: ({ event }) => event.output },
                target: 'entering',
                actions: { type: 'keep mail limit', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'session has ended', params: ({ event }) => event.output },
                target: '#pin.signedOut',
              },
              {
                target: 'offering',
                actions: { type: 'keep failure', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'offering',
              actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        entering: {
          description: 'A code was mailed, now or a moment ago: it is entered with a new pin.',
          type: 'parallel',
          states: {
            resend: {
              description: 'Whether another mail can be asked for.',
              initial: 'waiting',
              states: {
                waiting: {
                  description: 'The time until another mail may be asked for is counted down.',
                  after: { 'resend time': 'allowed' },
                },
                allowed: {
                  description: 'Another mail can be asked for.',
                  on: {
                    'request code': { guard: 'form is open', target: 'sending', actions: 'clear failure' },
                  },
                },
                sending: {
                  description: 'Another mail is being sent; the code before it no longer counts.',
                  invoke: {
                    id: 'requestAnotherCode',
                    src: 'requestCode',
                    onDone: [
                      {
                        guard: { type: 'succeeded', params: ({ event }) => event.output },
                        target: '#pin.recovering.entering',
                        reenter: true,
                        actions: { type: 'keep times', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'mail limit is reached', params: ({ event }) => event.output },
                        target: 'waiting',
                        actions: { type: 'keep mail limit', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'session has ended', params: ({ event }) => event.output },
                        target: '#pin.signedOut',
                      },
                      {
                        target: 'allowed',
                        actions: { type: 'keep failure', params: ({ event }) => event.output },
                      },
                    ],
                    onError: {
                      target: 'allowed',
                      actions: {
                        type: 'keep unexpected failure',
                        params: ({ event }) => ({ error: event.error }),
                      },
                    },
                  },
                },
              },
            },
            code: {
              description: 'Whether the mailed code still counts.',
              initial: 'counting',
              states: {
                counting: {
                  description: 'The mailed code counts.',
                  after: { 'code lifetime': 'expired' },
                },
                expired: {
                  description: 'The time of the code is over: only another mail helps.',
                },
              },
            },
            form: {
              description: 'The form for the code and the new pin.',
              initial: 'editing',
              states: {
                editing: {
                  description: 'The form is open, with the reason why the last attempt failed, if one did.',
                  on: {
                    'submit reset': { guard: 'code counts', target: 'submitting', actions: 'clear failure' },
                    'remember pin': { target: '#pin.changing', actions: 'clear failure' },
                  },
                },
                submitting: {
                  description: 'The code is being checked and the new pin stored.',
                  invoke: {
                    id: 'resetPin',
                    src: 'resetPin',
                    input: ({ event }) => {
                      assertEvent(event, 'submit reset')
                      return { code: event.code, newPin: event.newPin }
                    },
                    onDone: [
                      {
                        guard: { type: 'succeeded', params: ({ event }) => event.output },
                        target: '#pin.done',
                      },
                      {
                        guard: { type: 'session has ended', params: ({ event }) => event.output },
                        target: '#pin.signedOut',
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
                      actions: {
                        type: 'keep unexpected failure',
                        params: ({ event }) => ({ error: event.error }),
                      },
                    },
                  },
                },
                locked: {
                  description: 'Too many wrong codes: the form waits until the next one is allowed.',
                  after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
                },
              },
            },
          },
        },
      },
    },
    done: {
      description: 'The new pin counts.',
      type: 'final',
    },
    signedOut: {
      description: 'The session is over: the sign-in form takes the place of everything.',
      type: 'final',
    },
  },
})

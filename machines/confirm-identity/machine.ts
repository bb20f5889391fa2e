import { assertEvent, assign, setup } from 'xstate'
import { type Failure, unexpectedFailure } from '../failure.ts'
import { outside } from '../outside.ts'
import type {
  Confirmation,
  ConfirmIdentityContext,
  ConfirmIdentityEvent,
  ConfirmIdentityFailure,
  ConfirmIdentityInput,
  MethodRead,
} from './types.ts'

/**
 * Asks for the pin, or for a code of the authenticator app, before something protected is shown or done.
 *
 * To be provided: actors `loadMethod` (how this user confirms) and `confirm` (marks the session, or does the act that
 * takes pin or code itself).
 */
export const confirmIdentityMachine = setup({
  types: {
    context: {} as ConfirmIdentityContext,
    events: {} as ConfirmIdentityEvent,
    input: {} as ConfirmIdentityInput,
  },
  actors: {
    loadMethod: outside<MethodRead['output']>('loadMethod'),
    confirm: outside<Confirmation['output'], Confirmation['input']>('confirm'),
  },
  actions: {
    'keep method': assign((_, outcome: MethodRead['output']) =>
      outcome.ok ? { method: outcome.method } : {},
    ),
    'keep failure': assign((_, outcome: { ok: true } | Failure<'UNAUTHORIZED'> | ConfirmIdentityFailure) =>
      outcome.ok || outcome.code === 'UNAUTHORIZED' ? {} : { failure: outcome },
    ),
    'keep unexpected failure': assign((_, params: { error: unknown }) => ({
      failure: unexpectedFailure(params.error),
    })),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    succeeded: (_, outcome: { ok: boolean }) => outcome.ok,
    'session has ended': (_, outcome: MethodRead['output'] | Confirmation['output']) =>
      !outcome.ok && outcome.code === 'UNAUTHORIZED',
    'limit is reached': (_, outcome: Confirmation['output']) =>
      !outcome.ok && outcome.code === 'TOO_MANY_REQUESTS',
    'pin is blocked': (_, outcome: Confirmation['output']) => !outcome.ok && outcome.code === 'PIN_BLOCKED',
  },
  delays: {
    'waiting time': ({ context }) =>
      context.failure?.code === 'TOO_MANY_REQUESTS' ? context.failure.retryAfterMs : 0,
  },
}).createMachine({
  id: 'confirm-identity',
  description:
    'Makes sure that the person in front of the screen is the user before something protected goes on.',
  context: ({ input }) => ({ purpose: input.purpose, method: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Whether this user confirms by pin or by code is being read.',
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'loadMethod',
        src: 'loadMethod',
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.output },
            target: 'asking',
            actions: { type: 'keep method', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'session has ended', params: ({ event }) => event.output },
            target: 'signedOut',
          },
          {
            target: 'unavailable',
            actions: { type: 'keep failure', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unavailable: {
      description: 'How the user confirms could not be read: the dialog says why and offers to try again.',
      on: {
        retry: { target: 'loading', actions: 'clear failure' },
        cancel: 'cancelled',
      },
    },
    asking: {
      description:
        'The pin or the code is asked for, with the reason why the last attempt failed, if one did.',
      on: {
        submit: { target: 'submitting', actions: 'clear failure' },
        cancel: 'cancelled',
      },
    },
    submitting: {
      description: 'Pin or code are being checked, and the act is done where it takes them itself.',
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ event }) => {
          assertEvent(event, 'submit')
          return { pin: event.pin }
        },
        onDone: [
          {
            guard: { type: 'succeeded', params: ({ event }) => event.output },
            target: 'confirmed',
          },
          {
            guard: { type: 'session has ended', params: ({ event }) => event.output },
            target: 'signedOut',
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
            target: 'asking',
            actions: { type: 'keep failure', params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: 'asking',
          actions: { type: 'keep unexpected failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    locked: {
      description: 'Too many attempts were made: the dialog waits until the next one is allowed.',
      on: { cancel: 'cancelled' },
      after: { 'waiting time': { target: 'asking', actions: 'clear failure' } },
    },
    blocked: {
      description:
        'So many pins were wrong that none counts any more: the dialog says where a new one is set by mail.',
      on: { cancel: 'cancelled' },
    },
    confirmed: {
      description: 'It was the user: what is protected goes on.',
      type: 'final',
    },
    cancelled: {
      description: 'The dialog was left: what is protected stays as it is.',
      type: 'final',
    },
    signedOut: {
      description: 'The session is over: the sign-in form takes the place of everything.',
      type: 'final',
    },
  },
})

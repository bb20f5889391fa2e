import { assign, setup } from 'xstate'
import type { ConfirmationMethod } from '../../openapi/schema.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/**
 * `session`: confirms the session for five minutes, before keys are shown or changed. `bucket`: the deletion of a
 * bucket, whose request contains PIN or code.
 */
export type Purpose = 'session' | 'bucket'

type ConfirmIdentityInput = { purpose: Purpose }

type ConfirmIdentityEvent =
  /** `pin`: the PIN, or a code of the authenticator app. */
  | { type: 'submit'; pin: string }
  /** Have the browser ask for a passkey instead. */
  | { type: 'use passkey' }
  /** Leave the page, to sign in at the provider again. */
  | { type: 'use provider' }
  /** The browser shows the page as it was left, by its back button. */
  | { type: 'page shown' }
  /** Read the method again. */
  | { type: 'retry' }
  | { type: 'cancel' }

type ConfirmIdentityContext = {
  purpose: Purpose
  /** Null until read. */
  method: ConfirmationMethod | null
  /** Whether a passkey is offered in the place of PIN and code. */
  passkeys: boolean
  /** The OpenID provider at which a new sign-in confirms in the place of the PIN; null: none does. */
  provider: string | null
  /**
   * What a passkey or a new sign-in gave in the place of PIN and code, so it is secret; null unless it is being sent, or
   * waits for the act.
   */
  ticket: string | null
  /** Why reading the method or the last attempt failed; cleared by the next try. */
  failure: Failure | null
}

/** Reads how the user confirms. `ticket`: of a sign-in at the provider that has led back here; null: none has. */
export type MethodRead = {
  output:
    | ({ ok: true; method: ConfirmationMethod } & Pick<
        ConfirmIdentityContext,
        'passkeys' | 'provider' | 'ticket'
      >)
    | Failure
}

/** Has the browser leave for the provider. */
export type Leaving = { output: { ok: true } | Failure }

/** Has the browser ask for a passkey. `pin`: the ticket that it gave; null: the browser's dialog was closed without one. */
export type TicketRequest = {
  output: { ok: true; pin: string | null } | Failure
}

/**
 * `pin`: the PIN, six digits of the authenticator app, or the ticket in their place. `SSO_TIMED_OUT`: that of a sign-in at
 * the provider is no longer valid.
 */
export type Confirmation = {
  input: { pin: string }
  output: { ok: true } | Failure
}

/**
 * Asks for the PIN, a code of the authenticator app, a passkey, or a new sign-in at the provider, before a protected act.
 *
 * Provide: actors `loadMethod` (how this user confirms), `askForTicket`, `leaveForProvider` and `confirm` (confirms the
 * session, or runs the act whose request contains PIN or code).
 */
export const confirmIdentityMachine = setup({
  types: {
    context: {} as ConfirmIdentityContext,
    events: {} as ConfirmIdentityEvent,
    input: {} as ConfirmIdentityInput,
    tags: {} as 'submitting' | 'locked',
  },
  actors: {
    loadMethod: placeholder<MethodRead['output']>('loadMethod'),
    askForTicket: placeholder<TicketRequest['output']>('askForTicket'),
    leaveForProvider: placeholder<Leaving['output']>('leaveForProvider'),
    confirm: placeholder<Confirmation['output'], Confirmation['input']>('confirm'),
  },
  actions: {
    'keep method': assign((_, outcome: MethodRead['output']) => {
      if (!outcome.ok) return {}
      const { method, passkeys, provider, ticket } = outcome
      return { method, passkeys, provider, ticket }
    }),
    'keep ticket': assign((_, outcome: TicketRequest['output']) =>
      outcome.ok ? { ticket: outcome.pin } : {},
    ),
    'forget ticket': assign({ ticket: null }),
    'keep failure': assign((_, outcome: { ok: true } | Failure) =>
      outcome.ok || outcome.code === 'UNAUTHORIZED' ? {} : { failure: outcome },
    ),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    ...attempt.guards,
    'passkey was right': (_, outcome: TicketRequest['output']) => outcome.ok && outcome.pin !== null,
    'nothing is left to ask': ({ context }, outcome: MethodRead['output']) =>
      context.purpose === 'session' && outcome.ok && outcome.ticket !== null,
    'there is an answer': ({ context }) => context.provider === null || context.ticket !== null,
    'provider confirms': ({ context }) => context.provider !== null && context.ticket === null,
    'pin is blocked': (_, outcome: Confirmation['output']) => !outcome.ok && outcome.code === 'PIN_BLOCKED',
  },
  delays: attempt.delays,
}).createMachine({
  id: 'confirm-identity',
  description: 'Checks that it is the user before something protected happens.',
  context: ({ input }) => ({
    purpose: input.purpose,
    method: null,
    passkeys: false,
    provider: null,
    ticket: null,
    failure: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description:
        'Reading whether this user confirms with the PIN, a code, or a new sign-in at the provider.',
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'loadMethod',
        src: 'loadMethod',
        onDone: [
          {
            guard: { type: 'nothing is left to ask', params: outcome },
            target: 'submitting',
            actions: { type: 'keep method', params: outcome },
          },
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'editing',
            actions: { type: 'keep method', params: outcome },
          },
          { guard: { type: 'session has ended', params: outcome }, target: 'signedOut' },
          { target: 'unavailable', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'unavailable', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    unavailable: {
      description: 'That could not be read: the dialog says why and offers to try again.',
      on: {
        retry: { target: 'loading', actions: 'clear failure' },
        cancel: 'cancelled',
      },
    },
    editing: {
      description:
        'The dialog asks for PIN or code, or offers a new sign-in at the provider, and shows why the last attempt failed, if it did.',
      on: {
        submit: { guard: 'there is an answer', target: 'submitting', actions: 'clear failure' },
        'use passkey': { target: 'withPasskey', actions: 'clear failure' },
        'use provider': { guard: 'provider confirms', target: 'leaving', actions: 'clear failure' },
        cancel: 'cancelled',
      },
    },
    withPasskey: {
      description: 'The browser asks for a passkey, which gives a ticket in the place of PIN or code.',
      tags: 'submitting',
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'askForTicket',
        src: 'askForTicket',
        onDone: [
          {
            guard: { type: 'passkey was right', params: outcome },
            target: 'submitting',
            actions: { type: 'keep ticket', params: outcome },
          },
          { guard: { type: 'session has ended', params: outcome }, target: 'signedOut' },
          ...refused,
        ],
        onError: thrown,
      },
    },
    leaving: {
      description: 'Asking the server where the provider signs the user in again.',
      tags: 'submitting',
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'leaveForProvider',
        src: 'leaveForProvider',
        onDone: [
          { guard: { type: 'succeeded', params: outcome }, target: 'away' },
          { guard: { type: 'session has ended', params: outcome }, target: 'signedOut' },
          ...refused,
        ],
        onError: thrown,
      },
    },
    away: {
      description:
        'The browser leaves for the provider, which leads back to this page. Its back button leads back here as well: the dialog asks again.',
      tags: 'submitting',
      on: { 'page shown': 'editing', cancel: 'cancelled' },
    },
    submitting: {
      description: 'Checking PIN, code or ticket; an act that takes them itself is done with it.',
      tags: 'submitting',
      exit: 'forget ticket',
      on: { cancel: 'cancelled' },
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context, event }) => ({
          pin: context.ticket ?? (event.type === 'submit' ? event.pin : ''),
        }),
        onDone: [
          { guard: { type: 'succeeded', params: outcome }, target: 'confirmed' },
          { guard: { type: 'session has ended', params: outcome }, target: 'signedOut' },
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
    locked: { ...locked, on: { cancel: 'cancelled' } },
    blocked: {
      description: 'Too many wrong PINs: the PIN is blocked, and the dialog says where to reset it by email.',
      on: { cancel: 'cancelled' },
    },
    confirmed: {
      description: 'Confirmed: the protected act goes on.',
      type: 'final',
    },
    cancelled: {
      description: 'The dialog was closed: nothing happens.',
      type: 'final',
    },
    signedOut: {
      description: 'The session has ended: the sign-in form replaces everything.',
      type: 'final',
    },
  },
})

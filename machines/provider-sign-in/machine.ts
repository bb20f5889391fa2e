import { assertEvent, assign, setup } from 'xstate'
import type { TwoStepChallenge } from '../../openapi/schema.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/**
 * `query`: what the provider has sent the user back with; secret. `confirms`: whether the sign-in confirms a user who is
 * signed in.
 */
type ProviderSignInInput = { provider: string; query: string; confirms: boolean }

type ProviderSignInEvent =
  | { type: 'submit password'; password: string }
  | { type: 'submit code'; code: string }

/** A user with the same address, whose password links the person to it. `link` is secret. */
export type LinkOffer = { link: string; email: string }

type ProviderSignInContext = ProviderSignInInput & {
  /** The address of the console that the sign-in began at. */
  returnTo: string
  offer: LinkOffer | null
  /** Stands for the sign-in until the code is right, so it is secret. */
  challenge: TwoStepChallenge | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: Failure | null
}

/**
 * Opens a session, says what is still missing, or confirms the user. The tokens of a session are stored already, and so is
 * what confirms.
 */
export type Completion = {
  input: ProviderSignInInput
  output:
    | ({ ok: true; returnTo: string } & (
        | { challenge: TwoStepChallenge }
        | { offer: LinkOffer }
        | { signedIn: true }
        | { confirmed: true }
      ))
    | Failure
}

/** `SSO_TIMED_OUT`: the offer has expired. */
export type LinkAttempt = {
  input: { link: string; password: string }
  output: { ok: true; challenge: TwoStepChallenge } | { ok: true; signedIn: true } | Failure
}

/** `TWO_STEP_TIMED_OUT`: the challenge has expired. */
export type ProviderCodeAttempt = {
  input: { challenge: string; code: string }
  output: { ok: true; signedIn: true } | Failure
}

type Outcome = Completion['output'] | LinkAttempt['output'] | ProviderCodeAttempt['output']

/** Failures after which only a new sign-in at the provider helps. */
const endings = [
  ...(['SSO_TIMED_OUT', 'SSO_SUBJECT_CHANGED', 'SSO_RIGHTS_FAILED', 'TWO_STEP_TIMED_OUT'] as const),
  ...(['ACCOUNT_EXPIRED', 'ACCOUNT_SUSPENDED'] as const),
]

/**
 * Ends a sign-in at an OpenID provider, on the page to which it sends the user back.
 *
 * Provide: actors `complete`, `link`, `verifyCode`; actions `enter the console` (at the address where the sign-in began)
 * and `go back confirmed` (likewise).
 */
export const providerSignInMachine = setup({
  types: {
    context: {} as ProviderSignInContext,
    events: {} as ProviderSignInEvent,
    input: {} as ProviderSignInInput,
    tags: {} as 'submitting' | 'locked',
  },
  actors: {
    complete: placeholder<Completion['output'], Completion['input']>('complete'),
    link: placeholder<LinkAttempt['output'], LinkAttempt['input']>('link'),
    verifyCode: placeholder<ProviderCodeAttempt['output'], ProviderCodeAttempt['input']>('verifyCode'),
  },
  actions: {
    'enter the console': (_, _params: { address: string }) => undefined,
    'go back confirmed': (_, _params: { address: string }) => undefined,
    'keep address': assign((_, outcome: Completion['output']) =>
      outcome.ok ? { returnTo: outcome.returnTo } : {},
    ),
    'keep offer': assign((_, outcome: Outcome) =>
      outcome.ok && 'offer' in outcome ? { offer: outcome.offer } : {},
    ),
    'keep challenge': assign((_, outcome: Outcome) =>
      outcome.ok && 'challenge' in outcome ? { challenge: outcome.challenge } : {},
    ),
    'forget answer': assign({ query: '' }),
    'forget offer': assign({ offer: null }),
    'forget challenge': assign({ challenge: null }),
    'keep failure': assign((_, outcome: { ok: true } | Failure) => (outcome.ok ? {} : { failure: outcome })),
    'note that the time is over': assign({
      failure: (): Failure => ({ ok: false, code: 'TWO_STEP_TIMED_OUT' }),
    }),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    ...attempt.guards,
    'password is required': (_, outcome: Outcome) => outcome.ok && 'offer' in outcome,
    'user is confirmed': (_, outcome: Outcome) => outcome.ok && 'confirmed' in outcome,
    'code is required': (_, outcome: Outcome) => outcome.ok && 'challenge' in outcome,
    'sign-in is over': (_, outcome: Outcome) => !outcome.ok && endings.some(code => code === outcome.code),
  },
  delays: {
    ...attempt.delays,
    'life of the challenge': ({ context }) => (context.challenge?.expires_in ?? 0) * 1000,
  },
}).createMachine({
  id: 'provider-sign-in',
  description: 'Ends a sign-in at an OpenID provider.',
  context: ({ input }) => ({
    ...input,
    returnTo: '/',
    offer: null,
    challenge: null,
    failure: null,
  }),
  initial: 'completing',
  states: {
    completing: {
      description: 'The provider has sent the user back: the server checks its answer.',
      tags: 'submitting',
      exit: 'forget answer',
      invoke: {
        id: 'complete',
        src: 'complete',
        input: ({ context: { provider, query, confirms } }) => ({ provider, query, confirms }),
        onDone: [
          {
            guard: { type: 'password is required', params: outcome },
            target: 'password',
            actions: [
              { type: 'keep address', params: outcome },
              { type: 'keep offer', params: outcome },
            ],
          },
          {
            guard: { type: 'code is required', params: outcome },
            target: 'code',
            actions: [
              { type: 'keep address', params: outcome },
              { type: 'keep challenge', params: outcome },
            ],
          },
          {
            guard: { type: 'user is confirmed', params: outcome },
            target: 'confirmed',
            actions: { type: 'keep address', params: outcome },
          },
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'done',
            actions: { type: 'keep address', params: outcome },
          },
          { target: 'refused', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'refused', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    password: {
      description: 'A user has the same address: the user enters that password once, which links the two.',
      initial: 'editing',
      exit: 'forget offer',
      states: {
        editing: {
          description: 'The form is open and shows why the last attempt failed, if it did.',
          on: { 'submit password': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Checking the password.',
          tags: 'submitting',
          invoke: {
            id: 'link',
            src: 'link',
            input: ({ context, event }) => {
              assertEvent(event, 'submit password')
              return { link: context.offer?.link ?? '', password: event.password }
            },
            onDone: [
              {
                guard: { type: 'code is required', params: outcome },
                target: '#provider-sign-in.code',
                actions: { type: 'keep challenge', params: outcome },
              },
              { guard: { type: 'succeeded', params: outcome }, target: '#provider-sign-in.done' },
              {
                guard: { type: 'sign-in is over', params: outcome },
                target: '#provider-sign-in.refused',
                actions: { type: 'keep failure', params: outcome },
              },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked,
      },
    },
    code: {
      description:
        'The user enters a code of the app or a recovery code, within a time limit: the provider has not checked a second factor.',
      initial: 'editing',
      exit: 'forget challenge',
      after: { 'life of the challenge': { target: 'refused', actions: 'note that the time is over' } },
      states: {
        editing: {
          description: 'The code form is open and shows why the last attempt failed, if it did.',
          on: { 'submit code': { target: 'submitting', actions: 'clear failure' } },
        },
        submitting: {
          description: 'Checking the code.',
          tags: 'submitting',
          invoke: {
            id: 'verifyCode',
            src: 'verifyCode',
            input: ({ context, event }) => {
              assertEvent(event, 'submit code')
              return { challenge: context.challenge?.challenge ?? '', code: event.code }
            },
            onDone: [
              { guard: { type: 'succeeded', params: outcome }, target: '#provider-sign-in.done' },
              {
                guard: { type: 'sign-in is over', params: outcome },
                target: '#provider-sign-in.refused',
                actions: { type: 'keep failure', params: outcome },
              },
              { target: 'editing', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: thrown,
          },
        },
      },
    },
    refused: {
      description:
        'The sign-in has failed: the page says why, and leads back to the sign-in page, or to the page that was left to confirm.',
      type: 'final',
    },
    confirmed: {
      description: 'The user has signed in again: the page that was left to confirm follows.',
      type: 'final',
      entry: { type: 'go back confirmed', params: ({ context }) => ({ address: context.returnTo }) },
    },
    done: {
      description: 'A session is open: the console follows, where the sign-in began.',
      type: 'final',
      entry: { type: 'enter the console', params: ({ context }) => ({ address: context.returnTo }) },
    },
  },
})

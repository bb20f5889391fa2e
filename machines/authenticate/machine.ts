import { assertEvent, assign, type EventObject, fromCallback, type NonReducibleUnknown, setup } from 'xstate'
import type { CurrentUser, PasskeyAssertion, TwoStepChallenge } from '../../openapi/schema.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { type Failure, outcome } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** `username`: as entered before, or of the user whose password is required; may be empty. */
export type AuthenticateInput = { username: string; notice?: SignInNotice | null }

export type SignInNotice = 'session ended' | 'timed out' | 'password reset'

/** The tokens of the new session are stored already. */
export type AuthenticateOutput = { user: CurrentUser }

/** Six digits of the authenticator app, or one of the recovery codes. */
export type CodeKind = 'app' | 'recovery'

export type AuthenticateEvent =
  | { type: 'submit credentials'; username: string; password: string }
  /** Have the browser ask for a passkey. */
  | { type: 'ask for passkey' }
  /** The user has picked a passkey that the browser offers in the email field. `answer`: what it has signed. */
  | { type: 'passkey picked'; answer: PasskeyAssertion }
  | { type: 'choose code kind'; kind: CodeKind }
  | { type: 'submit code'; code: string }
  /** Back from the code to the password. */
  | { type: 'start over' }

export type AuthenticateContext = {
  /** The email address submitted last. */
  username: string
  notice: SignInNotice | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: Failure | null
  /** Proves the password during the second step, so it is secret; null outside of it. */
  challenge: TwoStepChallenge | null
  codeKind: CodeKind
  /** Null until the end. */
  user: CurrentUser | null
}

/**
 * Opens a session, also for a user who must change the password or set a PIN; with two-step verification it returns a
 * challenge instead. `NEW_DEVICE_BLOCKED`: too many wrong passwords came from new devices, and this is one.
 */
export type SignInAttempt = {
  input: { username: string; password: string }
  output: { ok: true; user: CurrentUser } | { ok: true; challenge: TwoStepChallenge } | Failure
}

/** `TWO_STEP_TIMED_OUT`: the challenge has expired, back to the password. */
export type CodeAttempt = {
  input: { challenge: string; code: string }
  output: { ok: true; user: CurrentUser } | Failure
}

/**
 * `answer`: of the passkey that was picked; null: the browser asks for one. User null: its dialog was closed without an
 * answer.
 */
export type PasskeyAttempt = {
  input: { answer: PasskeyAssertion | null }
  output: { ok: true; user: CurrentUser | null } | Failure
}

type Outcome = PasskeyAttempt['output'] | SignInAttempt['output'] | CodeAttempt['output']

/**
 * Opens a session with the password and, with two-step verification, a code; or with a passkey. The flow `sign-in` invokes it on the
 * sign-in page, `session` in the dialog of an expired session.
 *
 * Provide: actors `signIn`, `verifyCode`, `signInByPasskey`, and `offerPasskeys`, which has the browser offer passkeys in
 * the email field (nothing by default); action `tell how many codes are left` (recovery codes, after one was used).
 */
export const authenticateMachine = setup({
  types: {
    context: {} as AuthenticateContext,
    events: {} as AuthenticateEvent,
    input: {} as AuthenticateInput,
    output: {} as AuthenticateOutput,
    tags: {} as 'submitting' | 'locked',
  },
  actors: {
    signIn: placeholder<SignInAttempt['output'], SignInAttempt['input']>('signIn'),
    verifyCode: placeholder<CodeAttempt['output'], CodeAttempt['input']>('verifyCode'),
    signInByPasskey: placeholder<PasskeyAttempt['output'], PasskeyAttempt['input']>('signInByPasskey'),
    offerPasskeys: fromCallback<EventObject, NonReducibleUnknown, AuthenticateEvent>(() => undefined),
  },
  actions: {
    'tell how many codes are left': () => undefined,
    'keep user name': assign((_, params: { username: string }) => ({ username: params.username })),
    'keep user': assign((_, outcome: Outcome) =>
      outcome.ok && 'user' in outcome ? { user: outcome.user } : {},
    ),
    'keep challenge': assign((_, outcome: SignInAttempt['output']) =>
      outcome.ok && 'challenge' in outcome ? { challenge: outcome.challenge } : {},
    ),
    'forget challenge': assign({ challenge: null }),
    'choose code kind': assign((_, params: { kind: CodeKind }) => ({ codeKind: params.kind })),
    'keep failure': assign((_, outcome: { ok: true } | Failure) => (outcome.ok ? {} : { failure: outcome })),
    'clear failure': assign({ failure: null }),
    'note that the time is over': assign({ notice: 'timed out' }),
    'clear notice': assign({ notice: null }),
  },
  guards: {
    ...attempt.guards,
    'passkey was right': (_, outcome: PasskeyAttempt['output']) => outcome.ok && outcome.user !== null,
    'code is required': (_, outcome: SignInAttempt['output']) => outcome.ok && 'challenge' in outcome,
    'recovery code was right': ({ context }, outcome: CodeAttempt['output']) =>
      outcome.ok && context.codeKind === 'recovery',
    'challenge is over': (_, outcome: CodeAttempt['output']) =>
      !outcome.ok && outcome.code === 'TWO_STEP_TIMED_OUT',
    'account is closed': (_, outcome: CodeAttempt['output']) =>
      !outcome.ok && (outcome.code === 'ACCOUNT_EXPIRED' || outcome.code === 'ACCOUNT_SUSPENDED'),
  },
  delays: {
    ...attempt.delays,
    'life of the challenge': ({ context }) => (context.challenge?.expires_in ?? 0) * 1000,
  },
}).createMachine({
  id: 'authenticate',
  description: 'Opens a session with the password and, where it is on, the second step; or with a passkey.',
  context: ({ input }) => ({
    username: input.username,
    notice: input.notice ?? null,
    failure: null,
    challenge: null,
    codeKind: 'app',
    user: null,
  }),
  initial: 'password',
  states: {
    password: {
      description: 'The user enters the password, and the email address where it is not known.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form is open and shows why the last attempt failed, if it did.',
          invoke: { id: 'offerPasskeys', src: 'offerPasskeys' },
          on: {
            'ask for passkey': 'withPasskey',
            'passkey picked': 'withPasskey',
            'submit credentials': {
              target: 'submitting',
              actions: [
                'clear failure',
                'clear notice',
                { type: 'keep user name', params: ({ event }) => ({ username: event.username }) },
              ],
            },
          },
        },
        submitting: {
          description: 'Checking the credentials.',
          tags: 'submitting',
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) => {
              assertEvent(event, 'submit credentials')
              return { username: event.username, password: event.password }
            },
            onDone: [
              {
                guard: { type: 'code is required', params: outcome },
                target: '#authenticate.code',
                actions: { type: 'keep challenge', params: outcome },
              },
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#authenticate.done',
                actions: { type: 'keep user', params: outcome },
              },
              ...refused,
            ],
            onError: thrown,
          },
        },
        withPasskey: {
          description: 'The browser asks for a passkey, if none was picked; then it is checked.',
          tags: 'submitting',
          entry: ['clear failure', 'clear notice'],
          invoke: {
            id: 'signInByPasskey',
            src: 'signInByPasskey',
            input: ({ event }) => ({ answer: event.type === 'passkey picked' ? event.answer : null }),
            onDone: [
              {
                guard: { type: 'passkey was right', params: outcome },
                target: '#authenticate.done',
                actions: { type: 'keep user', params: outcome },
              },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked: {
          ...locked,
          on: { 'ask for passkey': 'withPasskey' },
        },
      },
    },
    code: {
      description:
        'The password was right; the user enters a code of the app or a recovery code, within a time limit.',
      initial: 'editing',
      entry: { type: 'choose code kind', params: { kind: 'app' } },
      exit: 'forget challenge',
      on: { 'start over': { target: 'password', actions: 'clear failure' } },
      after: {
        'life of the challenge': {
          target: 'password',
          actions: ['clear failure', 'note that the time is over'],
        },
      },
      states: {
        editing: {
          description: 'The code form is open and shows why the last attempt failed, if it did.',
          on: {
            'submit code': { target: 'submitting', actions: 'clear failure' },
            'choose code kind': {
              actions: [
                'clear failure',
                { type: 'choose code kind', params: ({ event }) => ({ kind: event.kind }) },
              ],
            },
          },
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
              {
                guard: { type: 'recovery code was right', params: outcome },
                target: '#authenticate.done',
                actions: [{ type: 'keep user', params: outcome }, 'tell how many codes are left'],
              },
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#authenticate.done',
                actions: { type: 'keep user', params: outcome },
              },
              {
                guard: { type: 'challenge is over', params: outcome },
                target: '#authenticate.password',
                actions: 'note that the time is over',
              },
              {
                guard: { type: 'account is closed', params: outcome },
                target: '#authenticate.password',
                actions: { type: 'keep failure', params: outcome },
              },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked: {
          ...locked,
          on: {
            'choose code kind': {
              actions: { type: 'choose code kind', params: ({ event }) => ({ kind: event.kind }) },
            },
          },
        },
      },
    },
    done: {
      description: 'A session is open.',
      type: 'final',
    },
  },
  output: ({ context }) => {
    if (!context.user) throw new Error('The authentication ended without a user')
    return { user: context.user }
  },
})

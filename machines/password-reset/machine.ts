import { assertEvent, assign, setup } from 'xstate'
import { timeBetweenMails } from '../../domain/limits.ts'
import { attempt, locked, refused, thrown } from '../attempt.ts'
import { type Failure, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** `token`: of the opened link, empty if the link lost it; null to request an email first. `email`: if it is known. */
type PasswordResetInput = { token: string | null; email?: string }

type PasswordResetEvent =
  | { type: 'submit address'; email: string }
  | { type: 'resend' }
  | { type: 'use another address' }
  | { type: 'submit password'; password: string }
  /** Request a new link instead of the invalid one. */
  | { type: 'request another link' }
  /** Another mailed link was opened in this page. */
  | { type: 'open link'; token: string; email?: string }

type PasswordResetContext = {
  /** The address of the last email, or of the invited person; before that, the initial one. */
  email: string
  /** Secret. Empty if the link lost it; null if no link was opened. */
  token: string | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: Failure | null
}

/** Requests an email with a link. The result does not reveal whether an account has the address. */
export type LinkRequest = {
  input: { email: string }
  output: { ok: true } | Failure
}

/** Whether a link is valid; does not use it up. */
export type LinkCheck = {
  input: { token: string }
  output: { ok: true } | Failure
}

/** `INVALID_TOKEN`: the link has expired, was used, or is not the newest. */
export type PasswordResetAttempt = {
  input: { token: string; password: string }
  output: { ok: true } | Failure
}

type Outcome = LinkRequest['output'] | LinkCheck['output'] | PasswordResetAttempt['output']

/**
 * Resets a forgotten password by a mailed link. Nothing reveals whether an account has the address.
 *
 * Provide: actors `requestLink`, `checkLink`, `resetPassword`, and `signOut`, which ends the session open
 * here, if any; actions `report reset` (to the session) and `log sign-out failure`.
 */
export const passwordResetMachine = setup({
  types: {
    context: {} as PasswordResetContext,
    events: {} as PasswordResetEvent,
    input: {} as PasswordResetInput,
    tags: {} as 'submitting' | 'locked',
  },
  actors: {
    requestLink: placeholder<LinkRequest['output'], LinkRequest['input']>('requestLink'),
    checkLink: placeholder<LinkCheck['output'], LinkCheck['input']>('checkLink'),
    resetPassword: placeholder<PasswordResetAttempt['output'], PasswordResetAttempt['input']>(
      'resetPassword',
    ),
    signOut: placeholder<void>('signOut'),
  },
  actions: {
    'report reset': () => undefined,
    'log sign-out failure': (_, _params: { error: unknown }) => undefined,
    'keep address': assign((_, params: { email: string }) => ({ email: params.email })),
    'keep link': assign(({ context }, { token, email = context.email }: PasswordResetInput) => ({
      token,
      email,
    })),
    'forget token': assign({ token: null }),
    'keep failure': assign((_, outcome: Outcome) =>
      outcome.ok || outcome.code === 'INVALID_TOKEN' ? {} : { failure: outcome satisfies Failure },
    ),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    ...attempt.guards,
    'no link was opened': ({ context }) => context.token === null,
    'link has lost its token': ({ context }) => context.token === '',
    'link is not valid': (_, outcome: Outcome) => !outcome.ok && outcome.code === 'INVALID_TOKEN',
  },
  delays: {
    'time for the check': 10_000,
    ...attempt.delays,
    'time between mails': ({ context }) =>
      context.failure?.code === 'TOO_MANY_REQUESTS' ? context.failure.retryAfterMs : timeBetweenMails * 1000,
  },
}).createMachine({
  id: 'password-reset',
  description: 'Resets a forgotten password by a mailed link.',
  context: ({ input }) => ({ email: input.email ?? '', token: input.token, failure: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Checking whether a link was opened. Transient.',
      always: [
        { guard: 'no link was opened', target: 'request' },
        { guard: 'link has lost its token', target: 'linkInvalid' },
        { target: 'checking' },
      ],
    },
    request: {
      description: 'The user enters the email address for the link.',
      initial: 'editing',
      on: {
        'open link': {
          target: '#password-reset.deciding',
          actions: ['clear failure', { type: 'keep link', params: ({ event }) => event }],
        },
      },
      states: {
        editing: {
          description: 'The address form is open and shows why the last attempt failed, if it did.',
          on: {
            'submit address': {
              target: 'submitting',
              actions: [
                'clear failure',
                { type: 'keep address', params: ({ event }) => ({ email: event.email }) },
              ],
            },
          },
        },
        submitting: {
          description: 'Requesting the email.',
          tags: 'submitting',
          invoke: {
            id: 'requestLink',
            src: 'requestLink',
            input: ({ context }) => ({ email: context.email }),
            onDone: [
              { guard: { type: 'succeeded', params: outcome }, target: '#password-reset.sent' },
              ...refused,
            ],
            onError: thrown,
          },
        },
        locked: {
          ...locked,
          description: 'Too many emails: the form is locked until another one is allowed.',
        },
      },
    },
    sent: {
      description: 'The user is told to check the inbox, whether or not an account has the address.',
      initial: 'waiting',
      on: {
        'use another address': { target: 'request', actions: 'clear failure' },
        'open link': {
          target: '#password-reset.deciding',
          actions: ['clear failure', { type: 'keep link', params: ({ event }) => event }],
        },
      },
      states: {
        waiting: {
          description: 'An email was just requested: another one is allowed in a while.',
          tags: 'locked',
          after: { 'time between mails': { target: 'ready', actions: 'clear failure' } },
        },
        ready: {
          description:
            'Another email can be requested; the page shows why the last request failed, if it did.',
          on: { resend: { target: 'sending', actions: 'clear failure' } },
        },
        sending: {
          description: 'Requesting another email.',
          tags: 'submitting',
          invoke: {
            id: 'requestLink',
            src: 'requestLink',
            input: ({ context }) => ({ email: context.email }),
            onDone: [
              { guard: { type: 'succeeded', params: outcome }, target: 'waiting' },
              {
                guard: { type: 'limit is reached', params: outcome },
                target: 'waiting',
                actions: { type: 'keep failure', params: outcome },
              },
              { target: 'ready', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'ready', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
      },
    },
    checking: {
      description: 'Checking the opened link; if that fails or takes too long, the form appears anyway.',
      invoke: {
        id: 'checkLink',
        src: 'checkLink',
        input: ({ context }) => ({ token: context.token ?? '' }),
        onDone: [
          {
            guard: { type: 'link is not valid', params: outcome },
            target: 'linkInvalid',
            actions: 'forget token',
          },
          { target: 'link' },
        ],
        onError: 'link',
      },
      after: { 'time for the check': 'link' },
      on: {
        'open link': {
          target: 'deciding',
          actions: { type: 'keep link', params: ({ event }) => event },
        },
      },
    },
    link: {
      description: 'The user chooses a new password.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The password form is open and shows why the last attempt failed, if it did.',
          on: {
            'submit password': { target: 'submitting', actions: 'clear failure' },
            'open link': {
              target: '#password-reset.deciding',
              actions: ['clear failure', { type: 'keep link', params: ({ event }) => event }],
            },
          },
        },
        submitting: {
          description: 'Saving the new password.',
          tags: 'submitting',
          invoke: {
            id: 'resetPassword',
            src: 'resetPassword',
            input: ({ context, event }) => {
              assertEvent(event, 'submit password')
              return { token: context.token ?? '', password: event.password }
            },
            onDone: [
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#password-reset.signingOut',
                actions: ['forget token', 'report reset'],
              },
              {
                guard: { type: 'link is not valid', params: outcome },
                target: '#password-reset.linkInvalid',
                actions: 'forget token',
              },
              { target: 'editing', actions: { type: 'keep failure', params: outcome } },
            ],
            onError: { target: 'editing', actions: { type: 'keep failure', params: unknownFailure } },
          },
        },
      },
    },
    linkInvalid: {
      description: 'The link is not valid, or no longer: the user can request a new one.',
      on: {
        'request another link': { target: 'request' },
        'open link': {
          target: '#password-reset.deciding',
          actions: { type: 'keep link', params: ({ event }) => event },
        },
      },
    },
    signingOut: {
      description: 'The password is set; ending the session open here, if any.',
      tags: 'submitting',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        onDone: 'done',
        onError: {
          target: 'done',
          actions: { type: 'log sign-out failure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    done: {
      description: 'The password is set and nobody is signed in here: the sign-in page follows.',
      tags: 'submitting',
      type: 'final',
    },
  },
})

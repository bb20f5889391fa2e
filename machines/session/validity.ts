import { outcome } from '../failure.ts'
import { sessionSetup } from './setup.ts'

/** Where a sign-out leads in another tab or of an expired session; who was at a required step is told why. */
export const ended = [
  { guard: 'a step is left', target: '#session.signedOut', actions: 'note session end' },
  { target: '#session.signedOut' },
] as const

export const validity = sessionSetup.createStateConfig({
  description: 'Whether calls are sent, or wait for the user to authenticate.',
  initial: 'active',
  states: {
    active: {
      description: 'The session is valid.',
      initial: 'idle',
      entry: 'resume calls',
      on: {
        'session expired': 'expired',
        'signed in elsewhere': [
          {
            guard: { type: 'another user', params: ({ event }) => event },
            target: '#session.restoring',
          },
          { guard: { type: 'unknown user', params: ({ event }) => event }, target: '.reloading' },
        ],
        'sign out': '#session.signedIn.signingOut',
      },
      states: {
        idle: {
          description: 'The user is known.',
          on: { 'reload user': 'reloading' },
        },
        reloading: {
          description: 'Reading what has changed of the user.',
          on: { 'reload user': { target: 'reloading', reenter: true } },
          invoke: {
            id: 'reloadUser',
            src: 'loadUser',
            onDone: [
              {
                guard: { type: 'another user is loaded', params: outcome },
                target: 'idle',
                actions: ['forget what was loaded', { type: 'keep loaded user', params: outcome }],
              },
              {
                guard: { type: 'session has ended', params: outcome },
                target: '#session.signedIn.open.validity.expired',
              },
              { target: 'idle', actions: { type: 'keep loaded user', params: outcome } },
            ],
            onError: 'idle',
          },
        },
      },
    },
    expired: {
      description:
        'The session has expired: calls wait, and the user authenticates in place and loses nothing. Who turns out to be another user begins anew.',
      initial: 'idle',
      on: {
        'signed in elsewhere': [
          {
            guard: { type: 'another user', params: ({ event }) => event },
            target: '#session.restoring',
          },
          { target: '.following' },
        ],
        'sign out': ended,
      },
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        input: ({ context }) => ({ username: context.user?.username ?? '' }),
        onDone: [
          {
            guard: { type: 'another user', params: ({ event }) => ({ user: event.output.user.id }) },
            target: '#session.restoring',
          },
          { target: 'active', actions: { type: 'keep user', params: outcome } },
        ],
      },
      states: {
        idle: { description: 'The dialog waits for the user.' },
        following: {
          description: 'Another tab has signed in meanwhile: reading whom, while the dialog stays usable.',
          invoke: {
            id: 'followTab',
            src: 'loadUser',
            onDone: [
              {
                guard: { type: 'another user is loaded', params: outcome },
                target: '#session.signedIn.open.validity.active',
                actions: [
                  'reject calls',
                  'forget what was loaded',
                  { type: 'keep loaded user', params: outcome },
                ],
              },
              {
                guard: { type: 'succeeded', params: outcome },
                target: '#session.signedIn.open.validity.active',
                actions: { type: 'keep loaded user', params: outcome },
              },
              { target: 'idle' },
            ],
            onError: 'idle',
          },
        },
      },
    },
  },
})

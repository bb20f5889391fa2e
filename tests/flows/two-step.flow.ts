import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { twoStepMachine } from '../../machines/two-step/machine.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 900_000 } as const
const unauthorized = [{ ok: false, code: 'UNAUTHORIZED' }] as const
const network = [{ ok: false, code: 'NETWORK' }] as const
const setUp = { secret: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/Kho:owner?secret=GEZDGNBVGY3TQOJQ' }
const recoveryCodes = ['k3m9x-20vtq', 'a7h2d-9pz4c']

/** What can happen while a user decides about two-step verification. */
export const twoStepFlow: Flow<typeof twoStepMachine> = {
  starts: {
    'to switch it on': { task: { name: 'switch on' } },
    'to switch it off': { task: { name: 'switch off' } },
    'to renew the recovery codes': { task: { name: 'renew codes' } },
    'to confirm by code': { task: { name: 'change method', method: 'two-step' } },
    'to confirm by pin': { task: { name: 'change method', method: 'pin' } },
  },
  events: {
    'submit password': [{ type: 'submit password', password: 'Vuon-tao#1' }],
    'submit code': [{ type: 'submit code', code: '287082' }],
    'start over': [{ type: 'start over' }],
    'submit proof': [{ type: 'submit proof', proof: '287082' }],
    'acknowledge codes': [
      { type: 'acknowledge codes', acknowledged: true },
      { type: 'acknowledge codes', acknowledged: false },
    ],
    finish: [{ type: 'finish' }],
  },
  outcomes: {
    beginSetUp: {
      ok: [{ ok: true, ...setUp }],
      CURRENT_PASSWORD_INCORRECT: [{ ok: false, code: 'CURRENT_PASSWORD_INCORRECT' }],
      TWO_STEP_EXISTS: [{ ok: false, code: 'TWO_STEP_EXISTS' }],
      UNAUTHORIZED: unauthorized,
      TOO_MANY_REQUESTS: [limit],
      NETWORK: network,
      unexpected,
    },
    confirmSetUp: {
      ok: [{ ok: true, recoveryCodes }],
      AUTH_CODE_INVALID: [{ ok: false, code: 'AUTH_CODE_INVALID' }],
      TWO_STEP_EXISTS: [{ ok: false, code: 'TWO_STEP_EXISTS' }],
      TWO_STEP_NOT_BEGUN: [{ ok: false, code: 'TWO_STEP_NOT_BEGUN' }],
      UNAUTHORIZED: unauthorized,
      TOO_MANY_REQUESTS: [limit],
      NETWORK: network,
      unexpected,
    },
    runTask: {
      ok: ({ context }) => [
        { ok: true, recoveryCodes: context.task.name === 'renew codes' ? recoveryCodes : null },
      ],
      AUTH_CODE_INVALID: ({ context }) =>
        context.task.name === 'change method' ? [] : [{ ok: false, code: 'AUTH_CODE_INVALID' }],
      PIN_BLOCKED: ({ context }) =>
        context.task.name === 'change method' && context.task.method === 'two-step'
          ? [{ ok: false, code: 'PIN_BLOCKED' }]
          : [],
      PIN_INCORRECT: ({ context }) =>
        context.task.name === 'change method' ? [{ ok: false, code: 'PIN_INCORRECT' }] : [],
      TWO_STEP_REQUIRED: ({ context }) =>
        context.task.name === 'change method' && context.task.method === 'pin'
          ? []
          : [{ ok: false, code: 'TWO_STEP_REQUIRED' }],
      UNAUTHORIZED: unauthorized,
      TOO_MANY_REQUESTS: [limit],
      NETWORK: network,
      unexpected,
    },
  },
  leads: {
    'submit password': 'password.submitting',
    'submit code': 'code.submitting',
    'start over': 'password.editing',
    'submit proof': 'proving.submitting',
    'acknowledge codes': before =>
      before.matches({ showingRecoveryCodes: 'acknowledged' })
        ? 'showingRecoveryCodes.unacknowledged'
        : 'showingRecoveryCodes.acknowledged',
    finish: 'done',
    UNAUTHORIZED: 'signedOut',
    beginSetUp: 'password.editing',
    'beginSetUp: ok': 'code.editing',
    'beginSetUp: TOO_MANY_REQUESTS': 'password.locked',
    confirmSetUp: 'code.editing',
    'confirmSetUp: ok': 'showingRecoveryCodes.unacknowledged',
    'confirmSetUp: TWO_STEP_NOT_BEGUN': 'timedOut',
    'confirmSetUp: TOO_MANY_REQUESTS': 'code.locked',
    runTask: 'proving.editing',
    'runTask: ok': ({ context }) =>
      context.task.name === 'renew codes' ? 'showingRecoveryCodes.unacknowledged' : 'done',
    'runTask: TOO_MANY_REQUESTS': 'proving.locked',
    'after waiting time': before => `${Object.keys(before.value)[0]}.editing`,
  },
  failures: { except: ['TWO_STEP_NOT_BEGUN'] },
  states: {
    'password.editing': snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    'code.editing': snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    'proving.editing': snapshot => expect(snapshot.context.failure?.code).not.toBe('TOO_MANY_REQUESTS'),
    password: snapshot => expect(snapshot.context.setUp).toBeNull(),
    code: snapshot => expect(snapshot.context.setUp).toEqual(setUp),
    timedOut: snapshot => expect(snapshot.context.setUp).toBeNull(),
    showingRecoveryCodes: snapshot =>
      expect([snapshot.context.recoveryCodes, snapshot.context.setUp]).toEqual([recoveryCodes, null]),
    done: snapshot => expect([snapshot.context.recoveryCodes, snapshot.context.setUp]).toEqual([null, null]),
  },
}

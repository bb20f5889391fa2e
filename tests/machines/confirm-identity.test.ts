import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import {
  type Confirmation,
  confirmIdentityMachine,
  type Leaving,
  type MethodRead,
  type Purpose,
  type TicketRequest,
} from '../../machines/confirm-identity/machine.ts'
import {
  selectConfirmed,
  selectMethod,
  selectOffersPasskey,
  selectProvider,
  selectReady,
  selectStep,
} from '../../machines/confirm-identity/selectors.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'

type World = {
  loadMethod?: (MethodRead['output'] | Error)[]
  askForTicket?: (TicketRequest['output'] | Error)[]
  leaveForProvider?: (Leaving['output'] | Error)[]
  purpose?: Purpose
  confirm?: (Confirmation['output'] | Error)[]
}

const byPin = { ok: true, method: 'pin', passkeys: false, provider: null, ticket: null } as const
const byProvider = { ...byPin, provider: 'corp' } as const
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
const submit = { type: 'submit', pin: '2580' } as const

function begin({
  loadMethod = [byPin],
  askForTicket = [],
  leaveForProvider = [],
  confirm = [],
  purpose = 'session',
}: World) {
  const reads = answering<MethodRead['output'], unknown>(...loadMethod)
  const confirmations = answering<Confirmation['output'], Confirmation['input']>(...confirm)
  const clock = new SimulatedClock()
  const actor = createActor(
    confirmIdentityMachine.provide({
      actors: {
        loadMethod: reads.actor,
        askForTicket: answering<TicketRequest['output'], unknown>(...askForTicket).actor,
        leaveForProvider: answering<Leaving['output'], unknown>(...leaveForProvider).actor,
        confirm: confirmations.actor,
      },
    }),
    { clock, input: { purpose } },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof confirmIdentityMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  return { actor, clock, reach, asked: confirmations.asked, reads: reads.asked }
}

test('the user is asked for what confirms, gives it, and is through', async () => {
  const { actor, reach, asked } = begin({
    loadMethod: [{ ...byPin, method: 'two-step' }],
    confirm: [{ ok: true }],
  })
  expect([selectStep(actor.getSnapshot()), selectMethod(actor.getSnapshot())]).toEqual(['loading', null])
  const editing = await reach('editing')
  expect([selectStep(editing), selectMethod(editing)]).toEqual(['form', 'two-step'])
  actor.send({ type: 'submit', pin: '123456' })
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const end = await reach('confirmed')
  expect([end.status, selectConfirmed(end), selectSubmitting(end)]).toEqual(['done', true, false])
  expect(asked).toEqual([{ pin: '123456' }])
})

test('the ticket of a passkey is sent in the place of the PIN, and does not stay', async () => {
  const ticket = { ok: true, pin: 'kct_AAAA' } as const
  const { actor, reach, asked } = begin({
    loadMethod: [{ ...byPin, passkeys: true }],
    askForTicket: [{ ok: true, pin: null }, ticket],
    confirm: [{ ok: true }],
  })
  expect(selectOffersPasskey(await reach('editing'))).toBe(true)
  actor.send({ type: 'use passkey' })
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  expect(selectFailure(await reach('editing'))).toBeNull()
  actor.send({ type: 'use passkey' })
  expect((await reach('confirmed')).context.ticket).toBeNull()
  expect(asked).toEqual([{ pin: 'kct_AAAA' }])
})

test('where a new sign-in at the provider confirms, nothing can be sent before it, and the back button asks again', async () => {
  const { actor, reach, asked } = begin({
    loadMethod: [byProvider],
    leaveForProvider: [{ ok: false, code: 'SSO_UNAVAILABLE' }, { ok: true }],
  })
  const editing = await reach('editing')
  expect([selectMethod(editing), selectProvider(editing), selectReady(editing)]).toEqual([
    'none',
    'corp',
    true,
  ])
  actor.send(submit)
  expect(actor.getSnapshot().value).toBe('editing')
  actor.send({ type: 'use provider' })
  await reach('leaving')
  expect(selectFailure(await reach('editing'))).toEqual({ ok: false, code: 'SSO_UNAVAILABLE' })
  actor.send({ type: 'use provider' })
  expect(selectSubmitting(await reach('away'))).toBe(true)
  actor.send({ type: 'page shown' })
  expect([actor.getSnapshot().value, asked]).toEqual(['editing', []])
})

test('after that sign-in a session is confirmed without a question, and a bucket once it is chosen', async () => {
  const loadMethod = [{ ...byProvider, ticket: 'kct_BBBB' }]
  const session = begin({ loadMethod, confirm: [{ ok: true }] })
  expect((await session.reach('confirmed')).context.ticket).toBeNull()
  expect(session.asked).toEqual([{ pin: 'kct_BBBB' }])
  const bucket = begin({ loadMethod, confirm: [{ ok: false, code: 'SSO_TIMED_OUT' }], purpose: 'bucket' })
  const editing = await bucket.reach('editing')
  expect([selectProvider(editing), selectReady(editing)]).toEqual([null, true])
  bucket.actor.send({ type: 'use provider' })
  bucket.actor.send({ type: 'submit', pin: '' })
  expect(bucket.asked).toEqual([{ pin: 'kct_BBBB' }])
  expect(selectProvider(await bucket.reach('editing'))).toBe('corp')
})

test('what was typed does not stay in the machine', async () => {
  const { actor, reach } = begin({ confirm: [{ ok: false, code: 'PIN_INCORRECT' }] })
  await reach('editing')
  actor.send(submit)
  const editing = await reach('editing')
  expect(editing.context).toEqual({
    purpose: 'session',
    ...{ method: 'pin', passkeys: false, provider: null, ticket: null },
    failure: { ok: false, code: 'PIN_INCORRECT' },
  })
})

test.each([
  [
    { ok: false, code: 'NETWORK' },
    { ok: false, code: 'NETWORK' },
  ],
  [
    { ok: false, code: 'DATABASE_UNAVAILABLE', requestId: 'req-7' },
    { ok: false, code: 'DATABASE_UNAVAILABLE', requestId: 'req-7' },
  ],
] as const)(
  'where the method cannot be read (%o) it is asked for again on demand',
  async (answer, failure) => {
    const { actor, reach, reads } = begin({ loadMethod: [answer, byPin] })
    const unavailable = await reach('unavailable')
    expect([selectStep(unavailable), selectFailure(unavailable)]).toEqual(['unavailable', failure])
    actor.send(submit)
    expect(actor.getSnapshot().value).toBe('unavailable')
    actor.send({ type: 'retry' })
    const editing = await reach('editing')
    expect([selectFailure(editing), reads.length]).toEqual([null, 2])
  },
)

test.each(['PIN_INCORRECT', 'PIN_REQUIRED', 'BUCKET_NOT_EMPTY', 'PERMISSION_DENIED', 'NETWORK'] as const)(
  'a refused attempt (%s) leaves the form open with the reason, which is gone with the next one',
  async code => {
    const { actor, reach } = begin({ confirm: [{ ok: false, code }] })
    await reach('editing')
    actor.send(submit)
    expect(selectFailure(await reach('editing'))).toEqual({ ok: false, code })
    actor.send(submit)
    expect(selectFailure(actor.getSnapshot())).toBeNull()
  },
)

test('after too many attempts nothing is taken for exactly the time that the server said', async () => {
  const { actor, clock, reach, asked } = begin({ confirm: [limit] })
  await reach('editing')
  actor.send(submit)
  expect(selectWaitingTime(await reach('locked'))).toBe(30_000)
  actor.send(submit)
  clock.increment(29_999)
  expect([actor.getSnapshot().value, asked.length]).toEqual(['locked', 1])
  clock.increment(1)
  const end = actor.getSnapshot()
  expect([end.value, selectFailure(end), selectWaitingTime(end)]).toEqual(['editing', null, null])
})

test('leaving it while an answer is awaited confirms nothing', async () => {
  const { actor, reach } = begin({})
  await reach('editing')
  actor.send(submit)
  actor.send({ type: 'cancel' })
  const end = actor.getSnapshot()
  expect([end.value, end.status, selectConfirmed(end)]).toEqual(['cancelled', 'done', false])
})

test.each([
  ['while the method is read', { loadMethod: [{ ok: false, code: 'UNAUTHORIZED' }] }],
  ['while it is confirmed', { confirm: [{ ok: false, code: 'UNAUTHORIZED' }] }],
] satisfies [string, World][])('a session that ends %s ends the question', async (_, world) => {
  const { actor, reach } = begin(world)
  if (!('loadMethod' in world)) {
    await reach('editing')
    actor.send(submit)
  }
  expect(selectConfirmed(await reach('signedOut'))).toBe(false)
})

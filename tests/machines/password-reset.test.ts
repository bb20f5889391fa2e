import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import {
  type LinkCheck,
  type LinkRequest,
  type PasswordResetAttempt,
  passwordResetMachine,
} from '../../machines/password-reset/machine.ts'
import { selectEmail, selectScreen, selectTimeToNextMail } from '../../machines/password-reset/selectors.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'

type World = {
  token?: string
  email?: string
  checkLink?: (LinkCheck['output'] | Error)[]
  requestLink?: (LinkRequest['output'] | Error)[]
  resetPassword?: (PasswordResetAttempt['output'] | Error)[]
  signOut?: (undefined | Error)[]
}

function open(world: World) {
  const requestLink = answering<LinkRequest['output'], LinkRequest['input']>(...(world.requestLink ?? []))
  const checkLink = answering<LinkCheck['output'], LinkCheck['input']>(...(world.checkLink ?? [{ ok: true }]))
  const resetPassword = answering<PasswordResetAttempt['output'], PasswordResetAttempt['input']>(
    ...(world.resetPassword ?? []),
  )
  const signOut = answering<void, unknown>(...(world.signOut ?? []))
  const logged: unknown[] = []
  const reported: string[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    passwordResetMachine.provide({
      actors: {
        requestLink: requestLink.actor,
        checkLink: checkLink.actor,
        resetPassword: resetPassword.actor,
        signOut: signOut.actor,
      },
      actions: {
        'report reset': () => reported.push('reset'),
        'log sign-out failure': (_, { error }) => logged.push(error),
      },
    }),
    { input: { token: world.token ?? null, ...(world.email && { email: world.email }) }, clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof passwordResetMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  return { actor, clock, reach, logged, reported, requestLink, checkLink, resetPassword, signOut }
}

const address = { type: 'submit address', email: 'owner@example.com' } as const
const password = { type: 'submit password', password: 'Vuon-tao#2' } as const

test('the form begins with the address that is known', () => {
  const { actor } = open({ email: 'owner@example.com' })
  expect(selectScreen(actor.getSnapshot())).toBe('request')
  expect(selectEmail(actor.getSnapshot())).toBe('owner@example.com')
})

test('a mail is asked for, and one more only after a minute', async () => {
  const { actor, clock, reach, requestLink } = open({ requestLink: [{ ok: true }, { ok: true }] })
  expect(selectScreen(actor.getSnapshot())).toBe('request')
  actor.send(address)
  expect(selectSubmitting(actor.getSnapshot())).toBe(true)
  const sent = await reach('sent')
  expect([selectScreen(sent), selectEmail(sent), selectTimeToNextMail(sent)]).toEqual([
    'sent',
    'owner@example.com',
    60_000,
  ])
  clock.increment(59_999)
  actor.send({ type: 'resend' })
  expect(requestLink.asked.length).toBe(1)
  clock.increment(1)
  expect(selectTimeToNextMail(actor.getSnapshot())).toBeNull()
  actor.send({ type: 'resend' })
  await reach({ sent: 'waiting' })
  expect(requestLink.asked).toEqual([{ email: 'owner@example.com' }, { email: 'owner@example.com' }])
})

test('too many mails wait for exactly the time that the server said', async () => {
  const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 90_000 } as const
  const { actor, clock, reach } = open({ requestLink: [limit, { ok: true }, limit] })
  actor.send(address)
  expect(selectWaitingTime(await reach({ request: 'locked' }))).toBe(90_000)
  clock.increment(90_000)
  expect([actor.getSnapshot().value, selectWaitingTime(actor.getSnapshot())]).toEqual([
    { request: 'editing' },
    null,
  ])
  actor.send(address)
  await reach({ sent: 'waiting' })
  clock.increment(60_000)
  actor.send({ type: 'resend' })
  const locked = await reach({ sent: 'waiting' })
  expect([selectFailure(locked), selectTimeToNextMail(locked)]).toEqual([limit, 90_000])
  clock.increment(90_000)
  expect([actor.getSnapshot().value, selectFailure(actor.getSnapshot())]).toEqual([{ sent: 'ready' }, null])
})

test('a link sets a new password, and whoever was signed in here is signed out before the end', async () => {
  const { actor, reach, resetPassword, signOut, logged, reported } = open({
    token: 'cmVzZXQ',
    resetPassword: [{ ok: false, code: 'NETWORK' }, { ok: true }],
    signOut: [new Error('Logout failed')],
  })
  expect(selectScreen(await reach('link'))).toBe('new password')
  actor.send(password)
  expect(selectFailure(await reach({ link: 'editing' }))).toEqual({ ok: false, code: 'NETWORK' })
  expect(reported).toEqual([])
  actor.send(password)
  expect((await reach('signingOut')).context).toEqual({ email: '', token: null, failure: null })
  const end = await reach('done')
  expect([end.status, selectScreen(end), selectSubmitting(end)]).toEqual(['done', 'new password', true])
  expect(resetPassword.asked).toEqual([
    { token: 'cmVzZXQ', password: 'Vuon-tao#2' },
    { token: 'cmVzZXQ', password: 'Vuon-tao#2' },
  ])
  expect([signOut.asked.length, logged.length, reported]).toEqual([1, 1, ['reset']])
})

test('a link that does not count leads to asking for a new one, and another link may be opened', async () => {
  const { actor, reach, resetPassword } = open({
    token: 'b2xk',
    checkLink: [{ ok: true }, { ok: true }],
    resetPassword: [{ ok: false, code: 'INVALID_TOKEN' }],
  })
  await reach('link')
  actor.send(password)
  const invalid = await reach('linkInvalid')
  expect([selectScreen(invalid), invalid.context]).toEqual([
    'link invalid',
    { email: '', token: null, failure: null },
  ])
  actor.send({ type: 'request another link' })
  expect(selectScreen(actor.getSnapshot())).toBe('request')
  actor.send({ type: 'open link', token: 'bmV3' })
  await reach('link')
  actor.send(password)
  expect(resetPassword.asked.at(-1)).toEqual({ token: 'bmV3', password: 'Vuon-tao#2' })
})

test('a dead link is told before anybody fills in the form', async () => {
  const { actor, reach, checkLink, resetPassword } = open({
    token: 'b2xk',
    checkLink: [{ ok: false, code: 'INVALID_TOKEN' }],
  })
  expect(selectScreen(actor.getSnapshot())).toBe('checking')
  const invalid = await reach('linkInvalid')
  expect([selectScreen(invalid), invalid.context]).toEqual([
    'link invalid',
    { email: '', token: null, failure: null },
  ])
  expect([checkLink.asked, resetPassword.asked]).toEqual([[{ token: 'b2xk' }], []])
})

test.for<LinkCheck['output'] | Error>([
  { ok: false, code: 'NETWORK' },
  { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 90_000 },
  { ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' },
])('where a link cannot be looked up the form comes, without a word: %o', async answer => {
  const { reach } = open({ token: 'cmVzZXQ', checkLink: [answer] })
  expect((await reach({ link: 'editing' })).context).toEqual({ email: '', token: 'cmVzZXQ', failure: null })
})

test('the form comes after ten seconds without an answer', () => {
  const { actor, clock } = open({ token: 'cmVzZXQ', checkLink: [] })
  clock.increment(9999)
  expect(selectScreen(actor.getSnapshot())).toBe('checking')
  clock.increment(1)
  expect([actor.getSnapshot().value, selectScreen(actor.getSnapshot())]).toEqual([
    { link: 'editing' },
    'new password',
  ])
})

test('of links opened one after the other the last one counts', async () => {
  const { actor, reach, checkLink } = open({
    token: 'b2xk',
    checkLink: [{ ok: false, code: 'INVALID_TOKEN' }, { ok: true }, { ok: true }],
  })
  actor.send({ type: 'open link', token: 'bmV3' })
  expect((await reach('link')).context.token).toBe('bmV3')
  actor.send({ type: 'open link', token: 'bGFzdA' })
  expect((await reach('link')).context.token).toBe('bGFzdA')
  expect(checkLink.asked).toEqual([{ token: 'b2xk' }, { token: 'bmV3' }, { token: 'bGFzdA' }])
})

test('a link that has lost its token is told from one without a link', () => {
  expect(selectScreen(open({ token: '' }).actor.getSnapshot())).toBe('link invalid')
  expect(selectScreen(open({}).actor.getSnapshot())).toBe('request')
})

test('no password stays in the machine', async () => {
  const { actor, reach } = open({ token: 'cmVzZXQ', resetPassword: [{ ok: false, code: 'INVALID_REQUEST' }] })
  await reach('link')
  actor.send(password)
  expect(JSON.stringify((await reach({ link: 'editing' })).context)).not.toMatch(/Vuon-tao#/)
})

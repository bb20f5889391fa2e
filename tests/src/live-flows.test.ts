import { expect, test } from 'vitest'
import { createActor, fromPromise, setup } from 'xstate'
import {
  actorToShow,
  cleared,
  type History,
  innermost,
  keptEnded,
  momentOf,
  noHistory,
  received,
} from '../../flows/live/history.ts'
import type { LiveActor, Message, Step } from '../../flows/live/messages.ts'
import { keptSteps, listedActors, makeRecorder, stepsInBatch } from '../../flows/live/recorder.ts'
import {
  authenticateMachine,
  type CodeAttempt,
  type SignInAttempt,
} from '../../machines/authenticate/machine.ts'
import { owner } from '../machines/support/users.ts'

const password = 'Thu-nghiem-2026'
const answered = () => new Promise(done => setTimeout(done))

test('a two-step sign-in is recorded with its states and transitions, and without its secrets', async () => {
  const recorder = makeRecorder(() => 0)
  const challenge = { challenge: 'c2lnbi1pbg', expires_in: 300 }
  const actor = createActor(
    authenticateMachine.provide({
      actors: {
        signIn: fromPromise<SignInAttempt['output'], SignInAttempt['input']>(async () => ({
          ok: true,
          challenge,
        })),
        verifyCode: fromPromise<CodeAttempt['output'], CodeAttempt['input']>(async () => ({
          ok: true,
          user: owner,
        })),
      },
    }),
    { input: { username: '' }, inspect: recorder.inspect },
  ).start()
  actor.send({ type: 'submit credentials', username: owner.username, password })
  await answered()
  actor.send({ type: 'submit code', code: '287082' })
  await answered()
  const { actors, steps } = recorder.take()
  expect(steps.map(({ event, after, transitions }) => [event, innermost(after).join(), transitions])).toEqual(
    [
      ['xstate.init', 'password.editing', []],
      [
        'submit credentials',
        'password.submitting',
        ['password.editing: submit credentials → password.submitting'],
      ],
      [
        'xstate.done.actor.signIn',
        'code.editing',
        ['password.submitting: xstate.done.actor.signIn [1] → code'],
      ],
      ['submit code', 'code.submitting', ['code.editing: submit code → code.submitting']],
      ['xstate.done.actor.verifyCode', 'done', ['code.submitting: xstate.done.actor.verifyCode [2] → done']],
    ],
  )
  expect(actors.map(({ machine, status, active }) => [machine, status, active])).toEqual([
    ['authenticate', 'done', ['done']],
  ])
  const posted = JSON.stringify([actors, steps])
  const secrets = [password, '287082', challenge.challenge, owner.username, owner.email]
  expect(secrets.filter(secret => posted.includes(secret))).toEqual([])
})

const counter = setup({ types: { events: {} as { type: 'up' } | { type: 'turn' } } }).createMachine({
  id: 'counter',
  initial: 'left',
  states: {
    left: { on: { turn: 'right', up: { actions: () => undefined } } },
    right: { on: { turn: 'left' } },
  },
})

test('steps that change nothing are one step, and many at once are counted only', () => {
  const recorder = makeRecorder(() => 0)
  const actor = createActor(counter, { inspect: recorder.inspect }).start()
  for (let i = 0; i < 5000; i++) actor.send({ type: 'up' })
  expect(recorder.take().steps.map(({ event, times }) => [event, times])).toEqual([
    ['xstate.init', 1],
    ['up', 5000],
  ])
  for (let i = 0; i < stepsInBatch + 7; i++) actor.send({ type: 'turn' })
  const { actors, steps, leftOut } = recorder.take()
  expect([steps.length, leftOut, actors.map(({ active }) => active)]).toEqual([stepsInBatch, 7, [['right']]])
})

test('what a page is told that is opened later is bounded', () => {
  const recorder = makeRecorder(() => 0)
  const actors = Array.from({ length: 3 * listedActors }, () =>
    createActor(counter, { inspect: recorder.inspect }),
  )
  for (const actor of actors) actor.start()
  expect(recorder.take().actors.length).toBe(listedActors)
  for (let i = 0; i < keptSteps; i++) {
    actors[0]!.send({ type: 'turn' })
    recorder.take()
  }
  const whole = recorder.whole()
  expect([whole.actors.length, whole.steps.length]).toEqual([listedActors, keptSteps])
  for (const actor of actors.slice(0, 10)) actor.stop()
  recorder.take()
  for (const actor of actors.slice(-20)) actor.send({ type: 'turn' })
  expect(recorder.take().actors.length).toBe(10)
})

const actorOf = (id: string, more: Partial<LiveActor> = {}): LiveActor => ({
  ...{ id, parent: null, machine: 'counter', status: 'active', active: ['left'], context: {}, ...more },
})
const stepOf = (actor: string, before: string[], after: string[]): Step => ({
  ...{ at: 0, actor, machine: 'counter', event: 'turn', source: null, facts: {}, before, after },
  ...{ transitions: [], context: {}, times: 1 },
})
const opened = (console: string, actors: LiveActor[] = [], steps: Step[] = []): Message => ({
  ...{ type: 'opened', console, actors, steps, leftOut: 0 },
})
const changed = (console: string, actors: LiveActor[], steps: Step[] = []): Message => ({
  ...{ type: 'changed', console, actors, steps, leftOut: 0 },
})
const after = (...messages: Message[]): History => messages.reduce(received, noHistory)

test('a paused view shows the states of its time while the history goes on', () => {
  const one = [actorOf('x:0', { active: ['right'] })]
  const history = after(
    opened('a', one, [stepOf('x:0', [], ['left'])]),
    changed('a', one, [stepOf('x:0', ['left'], ['right'])]),
  )
  const actor = actorToShow(history, { machine: 'counter' })!
  const at = (position: number | null) => {
    const { status, active } = momentOf(history, actor, position)
    return [status, ...active]
  }
  expect([null, 2, 1, 0].map(at)).toEqual([
    ['active', 'right'],
    ['active', 'right'],
    ['active', 'left'],
    ['not started'],
  ])
})

test('what a console says again to another page is not taken twice, nor after clearing', () => {
  const again = opened('a', [actorOf('x:0')], [stepOf('x:0', [], ['left'])])
  expect(after(again, again).steps.length).toBe(1)
  expect(received(cleared(after(again)), again).steps).toEqual([])
})

test('actors of a console that closes are stopped, and few that have ended are kept', () => {
  const many = Array.from({ length: 100 }, (_, at) => actorOf(`x:${at}`))
  const history = after(opened('a', many), opened('b', [actorOf('x:0')]), { type: 'closed', console: 'a' })
  expect([...history.open]).toEqual(['b'])
  expect(history.actors.filter(({ status }) => status === 'stopped').length).toBe(keptEnded)
  expect(actorToShow(history, { machine: 'counter', actor: 'gone' })?.id).toBe('2 x:0')
})

import { expect, test } from 'vitest'
import { createActor, SimulatedClock, transition, waitFor } from 'xstate'
import { appUpdateMachine, selectPrompt, type VersionRead } from '../../machines/app-update/machine.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'

const look = 5 * 60_000
const same = { ok: true, version: '1.0.0' } as const
const newer = { ok: true, version: '1.0.1' } as const

function open(...answers: (VersionRead['output'] | Error)[]) {
  const readVersion = answering<VersionRead['output'], unknown>(...answers)
  const reloads: string[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    appUpdateMachine.provide({
      actors: { readVersion: readVersion.actor },
      actions: { 'reload page': () => reloads.push('reload') },
    }),
    { input: { running: '1.0.0' }, clock },
  ).start()
  const waiting = () =>
    waitFor(actor, snapshot => snapshot.matches({ current: 'waiting' }), { timeout: patience })
  const prompt = () => waitFor(actor, selectPrompt, { timeout: patience })
  return { actor, clock, reloads, readVersion, waiting, prompt }
}

test('a newer version is offered at the next look, whatever the looks before brought', async () => {
  const { actor, clock, readVersion, waiting, prompt } = open(
    same,
    { ok: false, code: 'NETWORK' },
    new Error('500'),
    newer,
  )
  for (let looks = 1; looks <= 3; looks++) {
    clock.increment(look - 1)
    expect(readVersion.asked.length).toBe(looks - 1)
    clock.increment(1)
    expect(readVersion.asked.length).toBe(looks)
    expect(selectPrompt(await waiting())).toBe(false)
  }
  clock.increment(look)
  await prompt()
  clock.increment(10 * look)
  expect([actor.getSnapshot().value, readVersion.asked.length]).toEqual(['available', 4])
})

test('a look can be asked for before its time', async () => {
  const { actor, prompt } = open(newer)
  actor.send({ type: 'check now' })
  expect((await prompt()).value).toBe('available')
})

test('the accepted version is loaded', async () => {
  const { actor, prompt, reloads } = open(newer)
  actor.send({ type: 'check now' })
  await prompt()
  actor.send({ type: 'accept' })
  expect([actor.getSnapshot().value, actor.getSnapshot().status, reloads]).toEqual([
    'reloading',
    'done',
    ['reload'],
  ])
})

test('a declined version is not offered again, and nothing is reloaded', async () => {
  const { actor, clock, prompt, readVersion, reloads } = open(newer, newer)
  actor.send({ type: 'check now' })
  await prompt()
  actor.send({ type: 'decline' })
  clock.increment(10 * look)
  expect([actor.getSnapshot().value, readVersion.asked.length, reloads]).toEqual(['declined', 1, []])
})

/** Written by hand: where each event leads from each state; an event that is not here leads nowhere. */
const chart = {
  'current waiting': { 'check now': 'current checking', 'time is up': 'current checking' },
  'current checking': {
    'same version': 'current waiting',
    'newer version': 'available',
    'no answer': 'current waiting',
    'a bug': 'current waiting',
  },
  available: { accept: 'reloading', decline: 'declined' },
  declined: { 'check now': 'available' },
  reloading: {},
} as const satisfies Record<string, Record<string, string>>

test('every event leads where the chart says, from every state', () => {
  const asked = 'xstate.done.actor.readVersion'
  const events = {
    'check now': { type: 'check now' },
    accept: { type: 'accept' },
    decline: { type: 'decline' },
    'time is up': { type: 'xstate.after.check interval.app-update.current.waiting' },
    'same version': { type: asked, output: same },
    'newer version': { type: asked, output: newer },
    'no answer': { type: asked, output: { ok: false, code: 'NETWORK' } },
    'a bug': { type: 'xstate.error.actor.readVersion', error: new Error('500') },
  }
  const walked = Object.keys(chart).map(name => {
    const [state, inside] = name.split(' ') as [string, string?]
    const value = inside ? { [state]: inside } : state
    const from = appUpdateMachine.resolveState({ value, context: { running: '1.0.0' } } as never)
    const targets = Object.entries(events).flatMap(([event, sent]) => {
      const [next] = transition(appUpdateMachine, from, sent as never)
      const target = typeof next.value === 'string' ? next.value : Object.entries(next.value).flat().join(' ')
      return target === name ? [] : [[event, target]]
    })
    return [name, Object.fromEntries(targets)]
  })
  expect(Object.fromEntries(walked)).toEqual(chart)
})

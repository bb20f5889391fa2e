import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { chartsAt } from '../../build/flows-revision.ts'
import { chartOf, statesOf } from '../../flows/chart.ts'
import { diffOf } from '../../flows/diff.ts'

const before = chartOf(
  createMachine({
    id: 'lamp',
    description: 'A lamp.',
    initial: 'off',
    states: {
      off: {
        description: 'Dark.',
        on: { press: [{ guard: 'has power', target: 'on' }, { actions: 'click' }] },
      },
      on: { description: 'Light.', on: { press: 'off', fail: 'broken' } },
      broken: { description: 'For good.', type: 'final' },
    },
  }),
)
const after = chartOf(
  createMachine({
    id: 'lamp',
    description: 'A lamp.',
    initial: 'off',
    states: {
      off: {
        description: 'Dark.',
        on: {
          press: [
            { guard: 'is locked', actions: 'beep' },
            { guard: 'has power', target: 'on' },
            { actions: 'click' },
          ],
        },
      },
      on: {
        description: 'Bright.',
        on: { press: { target: 'off', actions: 'click' } },
        after: { 1000: 'dim' },
      },
      dim: { description: 'Half.', on: { press: 'off' } },
    },
  }),
)

test('two revisions of a chart are one, in which what was added, removed and changed is marked', () => {
  const { chart, states, transitions } = diffOf(before, after)
  expect(statesOf(chart).map(({ path }) => path)).toEqual(['', 'off', 'on', 'dim', 'broken'])
  expect([...states]).toEqual([
    ['on', 'changed'],
    ['broken', 'removed'],
    ['dim', 'added'],
  ])
  // A branch before them does not change the others.
  expect([...transitions]).toEqual([
    ['off: press [1] → stays', 'added'],
    ['on: press → off', 'changed'],
    ['on: xstate.after.1000.lamp.on → dim', 'added'],
    ['dim: press → off', 'added'],
    ['on: fail → broken', 'removed'],
  ])
})

test('what has changed is told in words', () => {
  expect(diffOf(before, after).list.filter(({ change }) => change === 'changed')).toEqual([
    { change: 'changed', state: 'on', says: ['description: Light. → Bright.'] },
    { change: 'changed', transition: 'on: press → off', says: ['+ does click'] },
  ])
  const states = (on: object) =>
    chartOf(createMachine({ id: 'lamp', initial: 'off', states: { off: {}, on, dim: {} } }))
  const was = states({ entry: ['shine', 'hum'], exit: 'cool', invoke: { id: 'mains', src: 'power' } })
  const is = states({ entry: ['hum', 'shine'], tags: 'bright', type: 'final' })
  expect(diffOf(was, is).list).toEqual([
    {
      ...{ change: 'changed', state: 'on' },
      says: [
        'type: atomic → final',
        'another order: entry hum, shine',
        '− exit cool',
        '+ tag bright',
        '− waits for mains (power)',
      ],
    },
  ])
})

test('nothing of a chart that stays the same is marked; of a new one and of one that is gone everything is', () => {
  const same = diffOf(before, before)
  expect([same.states.size, same.transitions.size]).toEqual([0, 0])
  for (const [old, now, change] of [
    [null, after, 'added'],
    [before, null, 'removed'],
  ] as const) {
    const { chart, states, transitions } = diffOf(old, now)
    expect(new Set([...states.values(), ...transitions.values()])).toEqual(new Set([change]))
    expect([states.size, transitions.size]).toEqual([statesOf(chart).length, chart.transitions.length])
  }
})

const hasGit = spawnSync('git', ['rev-parse', 'HEAD']).status === 0

test.skipIf(!hasGit)(
  'the charts of a revision are read from Git; of one that it does not know it says so',
  async () => {
    expect((await chartsAt('HEAD')).map(({ id }) => id)).toContain('session')
    await expect(chartsAt('no-such-revision')).rejects.toThrow('Git knows no revision “no-such-revision”.')
    await expect(chartsAt('--output=x')).rejects.toThrow('Git knows no revision')
  },
)

import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { selectionMachine } from '../../machines/selection/machine.ts'
import { selectSelectingAll, selectSelection } from '../../machines/selection/selectors.ts'

const page = ['a', 'b']
const rows = ['a', 'b', 'c']

function open() {
  const told: string[] = []
  const flow = createActor(
    selectionMachine.provide({ actions: { 'tell cut': () => told.push('cut') } }),
  ).start()
  const seen = () => {
    const now = flow.getSnapshot()
    return [[...selectSelection(now).keys].join(''), selectSelectingAll(now), told]
  }
  return { flow, seen }
}

test('all rows are selected at once where they are loaded', () => {
  const { flow, seen } = open()
  flow.send({ type: 'select all', loaded: true, order: page })
  expect(seen()).toEqual(['ab', false, []])
})

test('rows that load without a selection of all select nothing', () => {
  const { flow, seen } = open()
  flow.send({ type: 'rows loaded', complete: true, order: rows })
  expect(seen()).toEqual(['', false, []])
})

test.each([
  ['all of them', true, []],
  ['what came before a limit or a failure, which is told', false, ['cut']],
])('rows that load first are selected when they are there: %s', (_, complete, told) => {
  const { flow, seen } = open()
  flow.send({ type: 'change', change: { type: 'only', key: 'b' }, order: page })
  flow.send({ type: 'select all', loaded: false, order: page })
  expect(seen()).toEqual(['b', true, []])
  flow.send({ type: 'rows loaded', complete, order: rows })
  expect(seen()).toEqual(['abc', false, told])
})

test.each([
  ['another selection', { type: 'change', change: { type: 'only', key: 'a' }, order: page }, 'a'],
  ['none', { type: 'change', change: { type: 'none' }, order: page }, ''],
  ['another folder', { type: 'folder opened' }, ''],
] as const)(
  '%s ends a selection of all that waits: rows that come later are not selected',
  (_, event, keys) => {
    const { flow, seen } = open()
    flow.send({ type: 'change', change: { type: 'only', key: 'b' }, order: page })
    flow.send({ type: 'select all', loaded: false, order: page })
    flow.send(event)
    flow.send({ type: 'rows loaded', complete: false, order: rows })
    expect(seen()).toEqual([keys, false, []])
  },
)

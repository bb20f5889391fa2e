import { expect, test } from 'vitest'
import type { Action } from '../browser/ways/action.ts'
import { type Control, keyOf } from '../browser/ways/controls.ts'
import { covering, onlyWay } from '../browser/ways/covering.ts'
import { actions } from '../browser/ways/table.ts'

const pairsOf = ({ action, way }: { action: Action; way: string }) =>
  action.controls.map(control => `${control.role} ${control.data ?? ''} by ${way}`)

test('the walks of the core press each kind of control in each way in which an action presses it', () => {
  const all = actions.flatMap(action => action.ways.map(way => ({ action, way })))
  const core = covering(actions)
  expect(new Set(core.flatMap(pairsOf))).toEqual(new Set(all.flatMap(pairsOf)))
  expect(core.length).toBeLessThan(actions.length / 5)
})

test('what one way is enough for is taken in one of its own ways', () => {
  expect(actions.filter(each => !each.ways.includes(onlyWay(each).way))).toEqual([])
})

test('controls that differ in what they match are different controls', () => {
  const control = (like: RegExp): Control => ({ role: 'button', data: 'row', like })
  expect(keyOf(control(/a/))).not.toBe(keyOf(control(/b/)))
})

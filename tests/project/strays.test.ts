import { expect, test } from 'vitest'
import { button, type Control, type Node, straysAmong } from '../browser/ways/controls.ts'
import { controlsOn } from '../browser/ways/table.ts'
import { screens, texts } from '../support/screens.ts'

const t = texts('en')
const row = (...children: Node[]): Node => ({ role: 'list', children: [{ role: 'listitem', children }] })
const burn = { role: 'button', name: 'Burn everything' }
const delivery = { role: 'button', name: 'ObjectCreated:Put website-static/a.jpg' }
const topics = controlsOn('setting-topic')

test('a button without an action is a stray, wherever it stands', () => {
  const found = ['button Burn everything']
  expect(straysAmong([burn], topics, t)).toEqual(found)
  expect(straysAmong([row(burn)], topics, t)).toEqual(found)
  expect(straysAmong([row(delivery, burn)], topics, t)).toEqual(found)
})

test('what an action names by its data is known in rows alone, and on its own screens alone', () => {
  expect(straysAmong([row(delivery)], topics, t)).toEqual([])
  expect(straysAmong([delivery], topics, t)).toHaveLength(1)
  expect(straysAmong([row(delivery)], controlsOn('files'), t)).toHaveLength(1)
})

test('a control that cannot be pressed now is none', () => {
  expect(straysAmong([{ ...burn, disabled: true }], topics, t)).toEqual([])
})

test('a sheet has the entries of a menu as buttons, a menu has no other buttons', () => {
  const entry: Control = { role: 'menuitem', id: 'common.delete' }
  expect(straysAmong([{ role: 'button', name: t('common.delete') }], [entry], t)).toEqual([])
  expect(
    straysAmong([{ role: 'menuitem', name: t('common.retry') }], [button('common.retry')], t),
  ).toHaveLength(1)
})

test('each screen is of a family with actions', () => {
  const least = controlsOn('none').length
  expect(screens.filter(({ name }) => controlsOn(name).length === least)).toEqual([])
})

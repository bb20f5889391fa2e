import { expect, test } from 'vitest'
import { noSelection, prune, type SelectionChange, select } from '../../machines/selection/rules.ts'
import { keyStroke } from '../../src/files/list/key-strokes.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const after = (...events: SelectionChange[]) => {
  const { keys, anchor, active } = events.reduce((now, event) => select(now, event, order), noSelection)
  return [[...keys].sort().join(''), anchor, active]
}

test('a click selects one, with Ctrl one more or less, with Shift all from the first on', () => {
  expect(after({ type: 'only', key: 'b' }, { type: 'only', key: 'c' })).toEqual(['c', 'c', 'c'])
  expect(after({ type: 'only', key: 'b' }, { type: 'toggle', key: 'd' })).toEqual(['bd', 'd', 'd'])
  expect(after({ type: 'toggle', key: 'b' }, { type: 'toggle', key: 'b' })).toEqual(['', 'b', 'b'])
  const range: SelectionChange = { type: 'range', key: 'a' }
  expect(after({ type: 'only', key: 'c' }, { type: 'range', key: 'e' })).toEqual(['cde', 'c', 'e'])
  expect(after({ type: 'only', key: 'c' }, { type: 'range', key: 'e' }, range)).toEqual(['abc', 'c', 'a'])
  expect(after(range)).toEqual(['a', 'a', 'a'])
})

test('arrows go from row to row, extend with Shift, and stop at the ends', () => {
  const down: SelectionChange = { type: 'move', by: 1, mode: 'select' }
  const extend: SelectionChange = { type: 'move', by: 1, mode: 'extend' }
  expect(after(down)).toEqual(['a', 'a', 'a'])
  expect(after(down, down, extend, extend)).toEqual(['bcd', 'b', 'd'])
  expect(after(down, { type: 'move', by: 99, mode: 'select' })).toEqual(['e', 'e', 'e'])
  expect(after(down, { type: 'move', by: 2, mode: 'keep' })).toEqual(['a', 'a', 'c'])
  expect(after(down, { type: 'move', by: -9, mode: 'select' })).toEqual(['a', 'a', 'a'])
})

test('Shift on a box adds all from the first on to what is selected', () => {
  const add = (key: string): SelectionChange => ({ type: 'range', key, add: true })
  expect(after({ type: 'toggle', key: 'b' }, add('d'))).toEqual(['bcd', 'b', 'd'])
  expect(after({ type: 'toggle', key: 'a' }, { type: 'toggle', key: 'c' }, add('e'))).toEqual([
    'acde',
    'c',
    'e',
  ])
})

test('everything and nothing', () => {
  expect(after({ type: 'all' })).toEqual(['abcde', null, null])
  expect(after({ type: 'all' }, { type: 'none' })).toEqual(['', null, null])
})

test('what is no longer in the list is no longer selected', () => {
  const all = select(noSelection, { type: 'all' }, order)
  expect([...prune(all, ['a', 'x']).keys]).toEqual(['a'])
  expect(prune(all, [...order, 'x'])).toBe(all)
})

test('keys do what the grid pattern says', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false }
  const stroke = (key: string, more = {}) =>
    keyStroke({ key, ...plain, ...more }, { columns: 1, count: 100, active: 7, page: 10 })
  expect([
    stroke('ArrowDown'),
    stroke('ArrowUp', { shiftKey: true }),
    stroke('PageDown', { ctrlKey: true }),
    stroke('End'),
    stroke(' '),
    stroke(' ', { shiftKey: true }),
    stroke(' ', { ctrlKey: true }),
    stroke('a', { metaKey: true }),
    stroke('a'),
    stroke('Enter'),
    stroke('Delete'),
    stroke('F10', { shiftKey: true }),
    stroke('F10'),
    stroke('Enter', { ctrlKey: true }),
  ]).toEqual([
    { type: 'move', by: 1, mode: 'select' },
    { type: 'move', by: -1, mode: 'extend' },
    { type: 'move', by: 10, mode: 'keep' },
    { type: 'move', by: 100, mode: 'select' },
    { type: 'toggle active' },
    { type: 'range to active' },
    { type: 'toggle active' },
    { type: 'all' },
    null,
    { type: 'open' },
    { type: 'remove' },
    { type: 'menu' },
    null,
    null,
  ])
})

test('among tiles the keys go in two directions, and stay in their column', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false }
  const from = (active: number) => (key: string) => {
    const stroke = keyStroke({ key, ...plain }, { columns: 4, count: 10, active, page: 2 })
    return stroke?.type === 'move' ? active + stroke.by : stroke
  }
  const keys = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']
  expect(keys.map(from(5))).toEqual([6, 4, 9, 1, 9, 1])
  expect(keys.map(from(1))).toEqual([2, 0, 5, 1, 9, 1])
  // Below the seventh there is none: the last one.
  expect(keys.map(from(7))).toEqual([8, 6, 9, 3, 9, 3])
  expect(keys.map(from(9))).toEqual([10, 8, 9, 5, 9, 1])
  expect(from(-1)('ArrowDown')).toBe(0)
})

test('a list leaves the arrows to the sides alone', () => {
  const list = { columns: 1, count: 10, active: 3, page: 5 }
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false }
  expect(keyStroke({ key: 'ArrowRight', ...plain }, list)).toBeNull()
  expect(keyStroke({ key: 'ArrowLeft', ...plain, shiftKey: true }, list)).toBeNull()
})

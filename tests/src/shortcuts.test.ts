import { expect, test } from 'vitest'
import { keyStroke } from '../../src/files/list/key-strokes.ts'
import { shortcutOf, shortcuts } from '../../src/ui/shortcuts.ts'

const tiles = { columns: 4, count: 100, active: 0, page: 10 }

/** The keys of a combination as the table writes it. */
function pressed(combination: string) {
  const parts = combination.split('+')
  const key = parts.at(-1)!
  return {
    key: key === 'Space' ? ' ' : key,
    shiftKey: parts.includes('Shift'),
    ctrlKey: parts.includes('Ctrl'),
    metaKey: false,
    altKey: parts.includes('Alt'),
  }
}

test('every shortcut of the list does something there, and no two share keys', () => {
  const all = Object.values(shortcuts.list).flat()
  expect(all.filter(each => keyStroke(pressed(each), tiles) === null)).toEqual([])
  expect(new Set(all).size).toBe(all.length)
})

test('a sign has its Shift in it, letters may be of any case, and Command is Ctrl', () => {
  const plain = { shiftKey: false, ctrlKey: false, metaKey: false }
  expect([
    shortcutOf('page', { ...plain, key: '?', shiftKey: true }),
    shortcutOf('page', { ...plain, key: '?' }),
    shortcutOf('page', { ...plain, key: '?', ctrlKey: true }),
    shortcutOf('list', { ...plain, key: 'a', metaKey: true }),
    shortcutOf('list', { ...plain, key: 'A', ctrlKey: true }),
    shortcutOf('list', { ...plain, key: 'a' }),
  ]).toEqual(['help', 'help', null, 'all', 'all', null])
})

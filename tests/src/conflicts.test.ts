import { expect, test } from 'vitest'
import { conflictsOf, renaming } from '../../src/objects/conflicts.ts'

const file = (name: string) => ({ name, folder: false })
const folder = (name: string) => ({ name, folder: true })
const taken = new Set(['a.txt', 'a (1).txt', 'ảnh/', 'c', '.env'])
const chosen = [file('a.txt'), file('b.txt'), folder('ảnh'), file('ảnh'), folder('c'), file('.env')]

test('a file is in the way of a file, and a folder of a folder', () => {
  expect(conflictsOf(chosen, taken)).toEqual([file('a.txt'), folder('ảnh'), file('.env')])
})

test('to replace changes no name, to skip leaves out, to keep both finds a free one', () => {
  const conflicts = conflictsOf(chosen, taken)
  expect([...renaming(conflicts, 'replace', taken, chosen)]).toEqual([])
  expect([...renaming(conflicts, 'skip', taken, chosen)]).toEqual([
    ['a.txt', null],
    ['ảnh', null],
    ['.env', null],
  ])
  expect([...renaming(conflicts, 'keep-both', taken, chosen)]).toEqual([
    ['a.txt', 'a (2).txt'],
    ['ảnh', 'ảnh (1)'],
    ['.env', '.env (1)'],
  ])
})

test('a free name is not one that is uploaded at the same time', () => {
  const both = [file('x'), file('x (1)')]
  expect([...renaming([file('x')], 'keep-both', new Set(['x']), both)]).toEqual([['x', 'x (2)']])
})

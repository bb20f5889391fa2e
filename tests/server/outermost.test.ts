import { expect, test } from 'vitest'
import { holderOf, outermost } from '../../server/storage/outermost.ts'

test('folders in others go; what a key is in is found, however the names sort', () => {
  const folders = ['b/', 'a/b/', 'a/', 'a-/', 'a/b/c/', 'ab/', 'a/']
  const kept = outermost(folders)
  expect(kept).toEqual(['a-/', 'a/', 'ab/', 'b/'])
  const keys = ['a/', 'a/b/x', 'a-/x', 'ab/c', 'ab', 'b', 'b/x', 'c/x', '', 'a', 'a.', 'B/x', 'b/ế']
  const plainly = (key: string) => folders.find(folder => kept.includes(folder) && key.startsWith(folder))
  expect(keys.map(key => holderOf(kept, key))).toEqual(keys.map(plainly))
})

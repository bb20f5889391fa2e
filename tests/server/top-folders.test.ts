import { expect, test } from 'vitest'
import { containingFolder, topFolders } from '../../server/storage/top-folders.ts'

test('nested folders are dropped, and the folder that contains a key is found, whatever the sort order', () => {
  const folders = ['b/', 'a/b/', 'a/', 'a-/', 'a/b/c/', 'ab/', 'a/']
  const kept = topFolders(folders)
  expect(kept).toEqual(['a-/', 'a/', 'ab/', 'b/'])
  const keys = ['a/', 'a/b/x', 'a-/x', 'ab/c', 'ab', 'b', 'b/x', 'c/x', '', 'a', 'a.', 'B/x', 'b/ế']
  const plainly = (key: string) => folders.find(folder => kept.includes(folder) && key.startsWith(folder))
  expect(keys.map(key => containingFolder(kept, key))).toEqual(keys.map(plainly))
})

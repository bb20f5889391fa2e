import { expect, test } from 'vitest'
import { isOntoItself, targetAt } from '../../domain/copy-target.ts'

test('a path over all buckets names a bucket and a folder of it, with or without its last slash', () => {
  expect(['anh', 'anh/', 'anh/Tết 2026', 'anh/Tết 2026/', 'anh//a/', '', '/a'].map(targetAt)).toEqual([
    { target_bucket: 'anh', target_folder: '' },
    { target_bucket: 'anh', target_folder: '' },
    { target_bucket: 'anh', target_folder: 'Tết 2026/' },
    { target_bucket: 'anh', target_folder: 'Tết 2026/' },
    { target_bucket: 'anh', target_folder: '/a/' },
    null,
    null,
  ])
})

test('a folder is not copied into itself, and nothing is moved to where it is', () => {
  const at = (bucket: string, key: string) => ({ bucket, key })
  expect(isOntoItself(at('anh', 'a/'), at('anh', 'a/b/a/'), false)).toBe(true)
  expect(isOntoItself(at('anh', 'a/'), at('khac', 'a/b/a/'), false)).toBe(false)
  expect(isOntoItself(at('anh', 'a/'), at('anh', 'ab/'), true)).toBe(false)
  expect(isOntoItself(at('anh', 'a.txt'), at('anh', 'a.txt'), true)).toBe(true)
  expect(isOntoItself(at('anh', 'a.txt'), at('anh', 'a.txt'), false)).toBe(false)
})

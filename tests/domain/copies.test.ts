import { expect, test } from 'vitest'
import { copyIssue } from '../../domain/copy-issue.ts'
import { isOntoItself, targetAt } from '../../domain/copy-target.ts'

const scope = [
  { bucket: 'anh', prefix: '2026/' },
  { bucket: 'chung', prefix: '' },
]
const file = { scope, bucket: 'anh', keys: ['2026/a.txt'], removes: false }
const folder = { ...file, keys: ['2026/tết/'] }

test('who is limited to folders copies and moves to those only', () => {
  const paths = ['anh/2026/mới', 'chung', 'chung/b/', 'anh', 'anh/2025/', 'anh/2026b', 'khác']
  const beyond = 'target-out-of-reach'
  for (const copied of [file, { ...file, removes: true }, folder]) {
    const issues = paths.map(path => copyIssue(copied, path))
    expect(issues).toEqual([null, null, null, beyond, beyond, beyond, beyond])
  }
  expect(paths.map(path => copyIssue({ ...file, scope: null }, path))).toEqual(paths.map(() => null))
})

test('a target is a path that begins with a bucket, not in what is copied, and not too long', () => {
  expect([
    copyIssue(file, ''),
    copyIssue(folder, 'anh/2026/tết/trong'),
    copyIssue({ ...file, removes: true }, 'anh/2026'),
    copyIssue(file, `chung/${'x'.repeat(1024)}`),
  ]).toEqual(['required', 'TARGET_INSIDE_SOURCE', 'TARGET_INSIDE_SOURCE', 'key-too-long'])
})

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

import { expect, test } from 'vitest'
import { mayCarry } from '../../domain/carry.ts'
import { copyIssue } from '../../domain/copy-issue.ts'
import { isOntoItself, targetAt } from '../../domain/copy-target.ts'
import type { Permission } from '../../openapi/schema.ts'

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

test('what is dragged goes to another folder, by who may read and write both', () => {
  const by = (permission: Permission, within: typeof scope | null) => ({
    ...{ is_admin: false, is_supper_admin: false, is_sub_user: true, enable_bucket_notification: false },
    ...{ permission, scope: within },
  })
  const all = by('read-write', null)
  const carried = (...keys: string[]) => ({ bucket: 'anh', keys, removes: true })
  const folder = carried('2026/tết/', '2026/a.txt')
  const to = (bucket: string, prefix: string) => ({ bucket, prefix })
  expect(
    [to('anh', '2026/hè/'), to('anh', ''), to('chung', ''), to('anh', '2026//')].map(target =>
      mayCarry(all, folder, target),
    ),
  ).toEqual([true, true, true, true])
  // Onto itself, into itself, and where it is; a copy of a file may be beside it.
  expect(
    [to('anh', '2026/tết/'), to('anh', '2026/tết/sâu/'), to('anh', '2026/')].map(target => [
      mayCarry(all, folder, target),
      mayCarry(all, { ...folder, removes: false }, target),
    ]),
  ).toEqual([
    [false, false],
    [false, false],
    [false, false],
  ])
  const copied = { ...carried('2026/a.txt'), removes: false }
  expect(mayCarry(all, copied, to('anh', '2026/'))).toBe(true)
  const levels = (['read', 'write', 'read-write', 'full-control'] as const).map(level => by(level, null))
  expect(levels.map(user => mayCarry(user, folder, to('chung', '')))).toEqual([false, false, true, true])
  const limited = by('full-control', scope)
  expect(
    [to('chung', ''), to('anh', '2026/hè/'), to('anh', ''), to('khác', '')].map(target =>
      mayCarry(limited, folder, target),
    ),
  ).toEqual([true, true, false, false])
  expect(mayCarry(limited, carried('2025/a.txt'), to('chung', ''))).toBe(false)
})

import { expect, test } from 'vitest'
import { copyIssue } from '../../domain/copy-issue.ts'

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

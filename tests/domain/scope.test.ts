import { expect, test } from 'vitest'
import { covers, entersBucket, type Scope, scopeFolderIssue, tidied, waysDown } from '../../domain/scope.ts'

const scope: Scope = [
  { bucket: 'website', prefix: 'anh/2024/' },
  { bucket: 'website', prefix: 'anh/ảnh cưới/' },
  { bucket: 'website', prefix: 'css/' },
  { bucket: 'kho', prefix: '' },
]

test.each([
  ['website', 'anh/2024/', true],
  ['website', 'anh/2024/a/b.txt', true],
  ['website', 'anh/2024', false],
  ['website', 'anh/', false],
  ['website', '', false],
  ['website', 'anh/2025/a.txt', false],
  ['website', 'csss/', false],
  ['kho', '', true],
  ['kho', 'a.txt', true],
  ['kho2', 'a.txt', false],
])('%s/%s: %s', (bucket, prefix, expected) => {
  expect(covers(scope, bucket, prefix)).toBe(expected)
  expect(covers(null, bucket, prefix)).toBe(true)
  expect(covers([], bucket, prefix)).toBe(false)
})

test('a scope enters its buckets alone', () => {
  expect(['website', 'kho', 'kho2'].map(bucket => entersBucket(scope, bucket))).toEqual([true, true, false])
  expect([entersBucket(null, 'any'), entersBucket([], 'any')]).toEqual([true, false])
})

test('the ways down lead to the places, and end there', () => {
  const ways = (prefix: string) => waysDown(scope, 'website', prefix)
  expect(ways('')).toEqual(['anh/', 'css/'])
  expect(ways('anh/')).toEqual(['anh/2024/', 'anh/ảnh cưới/'])
  expect([ways('anh/2024/'), ways('js/'), ways('anh/2023/')]).toEqual([[], [], []])
  expect([waysDown(scope, 'kho', ''), waysDown(scope, 'other', ''), waysDown(null, 'website', '')]).toEqual([
    [],
    [],
    [],
  ])
})

test('places that others include are left out', () => {
  const place = (bucket: string, prefix: string) => ({ bucket, prefix })
  const given = [place('b', 'x/y/'), place('a', 'z/'), place('b', 'x/'), place('a', 'z/'), place('b', 'x y/')]
  expect(tidied(given)).toEqual([place('a', 'z/'), place('b', 'x y/'), place('b', 'x/')])
  expect(tidied([...given, place('b', '')])).toEqual([place('a', 'z/'), place('b', '')])
  expect(tidied([])).toEqual([])
})

test.each([
  ['', null],
  ['ảnh cưới/2024/', null],
  ['$a/', 'scope-letters'],
  ['anh', 'scope-folder'],
  ['/anh/', 'scope-folder'],
  ['\ud800/', 'scope-folder'],
  ['a*/', 'scope-letters'],
  ['a?/', 'scope-letters'],
  ['a\n/', 'scope-letters'],
  [`${'ả'.repeat(200)}/`, 'scope-too-long'],
])('the folder %j: %s', (prefix, issue) => {
  expect(scopeFolderIssue(prefix)).toBe(issue)
})

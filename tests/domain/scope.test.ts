import { expect, test } from 'vitest'
import { covers, entersBucket, placeIssue, type Scope, tidied, waysDown } from '../../domain/scope.ts'

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
  ['$a/', null],
  ['anh', 'place-not-folder'],
  ['/anh/', 'place-not-folder'],
  ['\ud800/', 'place-not-folder'],
  ['a*/', 'place-letters'],
  ['a?/', 'place-letters'],
  [`a$\{b}/`, 'place-letters'],
  ['a\n/', 'place-letters'],
  [`${'ả'.repeat(200)}/`, 'place-too-long'],
])('the folder %j: %s', (prefix, issue) => {
  expect(placeIssue(prefix)).toBe(issue)
})

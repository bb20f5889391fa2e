import { expect, test } from 'vitest'
import { nameBelow, openWatches } from '../../server/engine/store/watches.ts'

const opened = () => {
  const clock = { now: 1_000 }
  return { clock, watches: openWatches(() => clock.now) }
}

test('a folder is told the names directly below it, each once, whatever changes below them', () => {
  const { watches } = opened()
  const root = watches.watch(1, '', 1_000)
  const photos = watches.watch(1, 'ảnh/', 1_000)
  const other = watches.watch(2, '', 1_000)
  for (const key of ['a', 'a', 'ảnh/1', 'ảnh/cưới/1', 'ảnh/cưới/2', 'ảnh/', 'ảnhx/1']) watches.note(1, key)
  expect(root.take()).toEqual(['a', 'ảnh/', 'ảnhx/'])
  expect(photos.take()).toEqual(['ảnh/1', 'ảnh/cưới/', 'ảnh/'])
  expect([root.waits(), photos.waits(), other.waits()]).toEqual([false, false, false])
  expect(root.take()).toEqual([])
  watches.note(1, 'ảnh/1')
  expect([root.waits(), other.waits()]).toEqual([true, false])
})

test('more than 50 names wait as one: too many', () => {
  const { watches } = opened()
  const watched = watches.watch(1, '', 1_000)
  for (let at = 0; at < 50; at++) watches.note(1, `${at}`)
  expect(watched.take()).toHaveLength(50)
  for (let at = 0; at < 51; at++) watches.note(1, `${at}`)
  expect([watched.waits(), watched.take(), watched.waits()]).toEqual([true, null, false])
  watches.note(1, 'a')
  expect(watched.take()).toEqual(['a'])
})

test('a watch begins with what changed since the folder was listed', () => {
  const { watches, clock } = opened()
  watches.note(1, 'before')
  clock.now = 2_000
  watches.note(1, 'after')
  watches.note(1, 'x/after')
  watches.note(2, 'elsewhere')
  expect(watches.watch(1, '', 2_000).take()).toEqual(['after', 'x/'])
  expect(watches.watch(1, 'x/', 2_000).take()).toEqual(['x/after'])
  expect(watches.watch(1, '', 2_001).take()).toEqual([])
})

test('too many have changed where not all since then are remembered', () => {
  const { watches, clock } = opened()
  expect(watches.watch(1, '', 999).take()).toBeNull()
  for (let at = 0; at < 5_000; at++) {
    clock.now += 1
    watches.note(2, `${at}`)
  }
  expect(watches.watch(1, '', clock.now - 4_095).take()).toBeNull()
  expect(watches.watch(1, '', clock.now - 4_094).take()).toEqual([])
})

test('a watch that is closed is told nothing, and others still are', () => {
  const { watches } = opened()
  const [one, two] = [watches.watch(1, 'a/', 1_000), watches.watch(1, 'a/', 1_000)]
  one.close()
  one.close()
  watches.note(1, 'a/b')
  expect([one.waits(), two.take()]).toEqual([false, ['a/b']])
  two.close()
  const third = watches.watch(1, 'a/', 1_001)
  one.close()
  watches.note(1, 'a/c')
  expect(third.take()).toEqual(['a/c'])
})

test.each([
  ['', 'a', 'a'],
  ['', 'a/b', 'a/'],
  ['a/', 'a/', 'a/'],
  ['a/', 'a//b', 'a//'],
])('below %j, %j shows as %j', (prefix, key, name) => {
  expect(nameBelow(prefix, key)).toBe(name)
})

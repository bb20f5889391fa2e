import { expect, test } from 'vitest'
import { RequestPool } from '../../src/uploads/request-pool.ts'

const never = new AbortController().signal

/** A pool, and what happened: which file got a place, in order. */
function open(limit: number, longLimit?: () => number) {
  const pool = new RequestPool(limit, longLimit)
  const granted: string[] = []
  const free: Record<string, (() => void)[]> = {}
  const files: Record<string, object> = {}
  return {
    granted,
    ask(name: string, long = false, signal = never) {
      files[name] ??= {}
      return pool.acquire(files[name], long, signal).then(release => {
        granted.push(name)
        free[name] = [...(free[name] ?? []), release]
      })
    },
    async release(name: string) {
      free[name]?.shift()?.()
      await new Promise<void>(resolve => setImmediate(resolve))
    },
  }
}
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

test('no more requests than places, and a free place goes to the file that holds the fewest', async () => {
  const { ask, release, granted } = open(3)
  for (const name of ['a', 'a', 'a', 'a', 'b', 'c', 'b']) void ask(name)
  await settled()
  expect(granted).toEqual(['a', 'a', 'a'])
  await release('a')
  await release('a')
  await release('a')
  expect(granted).toEqual(['a', 'a', 'a', 'b', 'c', 'a'])
  await release('a')
  expect(granted.at(-1)).toBe('b')
})

test('long requests leave a place to short ones', async () => {
  const { ask, granted, release } = open(3, () => 2)
  for (const name of ['a', 'b', 'c']) void ask(name, true)
  void ask('d')
  await settled()
  expect(granted).toEqual(['a', 'b', 'd'])
  await release('d')
  expect(granted).toEqual(['a', 'b', 'd'])
  await release('a')
  expect(granted).toEqual(['a', 'b', 'd', 'c'])
})

test('who stops waiting takes no place', async () => {
  const { ask, release, granted } = open(1)
  const stopped = new AbortController()
  await ask('a')
  const waiting = ask('b', false, stopped.signal)
  void ask('c')
  stopped.abort(new Error('paused'))
  await expect(waiting).rejects.toEqual(new Error('paused'))
  await expect(ask('b', false, stopped.signal)).rejects.toEqual(new Error('paused'))
  await release('a')
  expect(granted).toEqual(['a', 'c'])
})

import { expect, test } from 'vitest'
import { RequestPool } from '../../src/uploads/transfer/request-pool.ts'
import { SharedSlots } from '../../src/uploads/transfer/shared-slots.ts'

const never = new AbortController().signal

/** A pool, and what happened: which file got a place, in order. */
function open(limits: { all: number; long: number }, share?: SharedSlots) {
  const pool = new RequestPool({
    limits: () => limits,
    ...(share && { share: (long, signal) => share.take(long, signal) }),
  })
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
      await settled()
    },
  }
}

/** Until nothing more happens: places of all tabs are asked for over several turns. */
async function settled() {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>(resolve => setImmediate(resolve))
}

test('no more requests than places, and a free place goes to the file that holds the fewest', async () => {
  const { ask, release, granted } = open({ all: 3, long: 3 })
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
  const { ask, granted, release } = open({ all: 3, long: 2 })
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
  const { ask, release, granted } = open({ all: 1, long: 1 })
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

test('a limit that rises lets more begin at the next end', async () => {
  const limits = { all: 3, long: 1 }
  const { ask, release, granted } = open(limits)
  for (const name of ['a', 'b', 'c', 'd']) void ask(name, true)
  await settled()
  expect(granted).toEqual(['a'])
  limits.long = 2
  await release('a')
  expect(granted).toEqual(['a', 'b', 'c'])
})

test('tabs have their places together: long requests leave some free, and who waits comes in turn', async () => {
  const limits = { all: 3, long: 2 }
  const tabs = [1, 2].map(() => open(limits, new SharedSlots('together', 3, 2)))
  const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
  for (const name of ['a', 'b', 'c']) void one.ask(name, true)
  await settled()
  void two.ask('d', true)
  void two.ask('e')
  await settled()
  expect([one.granted, two.granted]).toEqual([['a', 'b'], ['e']])
  await one.release('a')
  await one.release('b')
  expect([one.granted, two.granted]).toEqual([
    ['a', 'b', 'c'],
    ['e', 'd'],
  ])
  await two.release('d')
  await two.release('e')
  await one.release('c')
  expect((await navigator.locks.query()).held).toEqual([])
})

test('who stops waiting for a place of all tabs takes none, in this tab neither', async () => {
  const limits = { all: 1, long: 1 }
  const one = open(limits, new SharedSlots('stopped', 1, 1))
  const two = open(limits, new SharedSlots('stopped', 1, 1))
  await one.ask('a')
  const stopped = new AbortController()
  const waiting = two.ask('b', false, stopped.signal)
  await settled()
  stopped.abort(new Error('paused'))
  await expect(waiting).rejects.toEqual(new Error('paused'))
  void two.ask('c')
  await settled()
  await one.release('a')
  expect(two.granted).toEqual(['c'])
  await two.release('c')
  expect(await navigator.locks.query()).toEqual({ held: [], pending: [] })
})

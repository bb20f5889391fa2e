import { expect, test } from 'vitest'
import { limitConcurrency } from '../../src/files/limit-concurrency.ts'

test('no more than the given number are done at once, and none that was given up is begun', async () => {
  const log: string[] = []
  const ends = new Map<string, () => void>()
  const act = (name: string) => () => {
    log.push(name)
    return new Promise<string>(resolve => ends.set(name, () => resolve(name)))
  }
  const limited = limitConcurrency(2)
  const { signal } = new AbortController()
  const gone = new AbortController()
  const a = limited(act('a'), signal)
  const b = limited(act('b'), signal)
  const c = limited(act('c'), gone.signal)
  const d = limited(act('d'), signal)
  expect(log).toEqual(['a', 'b'])
  gone.abort(new Error('out of sight'))
  ends.get('a')!()
  expect(await a).toBe('a')
  await expect(c).rejects.toThrow('out of sight')
  await expect.poll(() => log).toEqual(['a', 'b', 'd'])
  ends.get('b')!()
  ends.get('d')!()
  expect(await Promise.all([b, d])).toEqual(['b', 'd'])
})

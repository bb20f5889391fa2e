import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { leaveGuardMachine, selectIsAsking } from '../../machines/leave-guard/machine.ts'

/** A page whose guards and ways out are written down. */
function page() {
  const log: string[] = []
  const guard = createActor(
    leaveGuardMachine.provide({
      actors: {
        guardPage: fromCallback(() => {
          log.push('kept')
          return () => log.push('let go')
        }),
      },
      actions: { go: (_, { go }) => go() },
    }),
  ).start()
  const leave = (to: string) => guard.send({ type: 'leave', go: () => log.push(to) })
  return { guard, log, leave, asks: () => selectIsAsking(guard.getSnapshot()) }
}

test('who leaves with nothing to lose is not asked', () => {
  const { log, leave, asks } = page()
  leave('buckets')
  expect([log, asks()]).toEqual([['buckets'], false])
})

test('who leaves with something to lose goes only after agreeing, the way asked for last, and is not asked again', () => {
  const { guard, log, leave, asks } = page()
  guard.send({ type: 'guard' })
  leave('buckets')
  leave('back')
  expect([log, asks()]).toEqual([['kept'], true])
  guard.send({ type: 'discard' })
  expect([log.toSorted(), asks()]).toEqual([['back', 'kept', 'let go'], false])
  leave('buckets')
  expect([log.at(-1), asks()]).toEqual(['buckets', false])
})

test('who stays is asked again the next time', () => {
  const { guard, log, leave, asks } = page()
  guard.send({ type: 'guard' })
  leave('buckets')
  guard.send({ type: 'stay' })
  expect([log, asks()]).toEqual([['kept'], false])
  leave('back')
  expect([log, asks()]).toEqual([['kept'], true])
})

test('what is saved meanwhile is not asked about any more', () => {
  const { guard, log, leave, asks } = page()
  guard.send({ type: 'guard' })
  leave('buckets')
  guard.send({ type: 'release' })
  expect([log, asks()]).toEqual([['kept', 'let go'], false])
  leave('back')
  expect(log.at(-1)).toBe('back')
})

import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { selectToast, toastMachine } from '../../machines/toast/machine.ts'

function open() {
  const clock = new SimulatedClock()
  return { actor: createActor(toastMachine, { clock }).start(), clock }
}

test('a toast is a success for six seconds where nothing else is said', () => {
  const { actor, clock } = open()
  actor.send({ type: 'show', message: 'toast.copied' })
  expect(selectToast(actor.getSnapshot())).toEqual({
    message: 'toast.copied',
    values: {},
    about: null,
    severity: 'success',
    durationMs: 6000,
    action: null,
  })
  clock.increment(5999)
  expect(selectToast(actor.getSnapshot())).not.toBeNull()
  clock.increment(1)
  expect(selectToast(actor.getSnapshot())).toBeNull()
})

test('a toast stays as long as it says, or until it is dismissed', () => {
  const { actor, clock } = open()
  const toast = {
    message: 'bucket.deleted',
    values: { bucket: 'a' },
    about: 'ảnh gia đình',
    severity: 'info',
    durationMs: 100,
    action: null,
  } as const
  actor.send({ type: 'show', ...toast })
  expect(selectToast(actor.getSnapshot())).toEqual(toast)
  clock.increment(100)
  expect(selectToast(actor.getSnapshot())).toBeNull()
  actor.send({ type: 'show', ...toast })
  actor.send({ type: 'dismiss' })
  expect(selectToast(actor.getSnapshot())).toBeNull()
})

test('a newer toast takes the place of the older and has its whole time', () => {
  const { actor, clock } = open()
  actor.send({ type: 'show', message: 'first' })
  clock.increment(5000)
  actor.send({ type: 'show', message: 'second', severity: 'error' })
  clock.increment(5999)
  expect(selectToast(actor.getSnapshot())).toEqual({
    message: 'second',
    values: {},
    about: null,
    severity: 'error',
    durationMs: 6000,
    action: null,
  })
  clock.increment(1)
  expect(selectToast(actor.getSnapshot())).toBeNull()
})

test('a toast that is held stays, and has its whole time when it is let go', () => {
  const { actor, clock } = open()
  actor.send({ type: 'show', message: 'bucket.created' })
  clock.increment(5999)
  actor.send({ type: 'hold' })
  clock.increment(60_000)
  expect(selectToast(actor.getSnapshot())).not.toBeNull()
  actor.send({ type: 'release' })
  clock.increment(5999)
  expect(selectToast(actor.getSnapshot())).not.toBeNull()
  clock.increment(1)
  expect(selectToast(actor.getSnapshot())).toBeNull()
})

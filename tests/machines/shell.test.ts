import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { type ShellInput, shellMachine } from '../../machines/shell/machine.ts'
import { selectDrawerOpen, selectLocale, selectTheme, selectToast } from '../../machines/shell/selectors.ts'

function open(input: Partial<ShellInput> = {}) {
  const remembered: unknown[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    shellMachine.provide({
      actions: {
        'remember theme': (_, params) => remembered.push(params),
        'remember locale': (_, params) => remembered.push(params),
        'remember drawer': (_, params) => remembered.push(params),
      },
    }),
    { input: { theme: 'light', locale: 'en', collapsed: false, small: false, ...input }, clock },
  ).start()
  return { actor, clock, remembered }
}

test('the theme and language of the last visit are there from the start, without being stored again', () => {
  const { actor, remembered } = open({ theme: 'dark', locale: 'vi' })
  expect([selectTheme(actor.getSnapshot()), selectLocale(actor.getSnapshot()), remembered]).toEqual([
    'dark',
    'vi',
    [],
  ])
})

test('a chosen theme or language is remembered; the one that is on already is not chosen again', () => {
  const { actor, remembered } = open()
  actor.send({ type: 'toggle theme' })
  actor.send({ type: 'choose locale', locale: 'en' })
  actor.send({ type: 'choose locale', locale: 'vi' })
  expect([selectTheme(actor.getSnapshot()), selectLocale(actor.getSnapshot())]).toEqual(['dark', 'vi'])
  actor.send({ type: 'toggle theme' })
  actor.send({ type: 'choose locale', locale: 'en' })
  expect([selectTheme(actor.getSnapshot()), selectLocale(actor.getSnapshot())]).toEqual(['light', 'en'])
  expect(remembered).toEqual([{ theme: 'dark' }, { locale: 'vi' }, { theme: 'light' }, { locale: 'en' }])
})

test('a language that is not one of ours is not chosen', () => {
  const { actor, remembered } = open()
  actor.send({ type: 'choose locale', locale: 'xx' as never })
  expect([selectLocale(actor.getSnapshot()), remembered]).toEqual(['en', []])
})

test('on a wide screen the drawer is open and stays open after navigation', () => {
  const { actor } = open()
  expect(selectDrawerOpen(actor.getSnapshot())).toBe(true)
  actor.send({ type: 'navigated' })
  expect(selectDrawerOpen(actor.getSnapshot())).toBe(true)
  actor.send({ type: 'toggle drawer' })
  actor.send({ type: 'navigated' })
  expect(selectDrawerOpen(actor.getSnapshot())).toBe(false)
})

test('a drawer that was closed on a wide screen is closed on the next visit, whatever a small screen does between', () => {
  const { actor, remembered } = open()
  actor.send({ type: 'toggle drawer' })
  actor.send({ type: 'screen changed', small: true })
  actor.send({ type: 'toggle drawer' })
  actor.send({ type: 'screen changed', small: false })
  expect([selectDrawerOpen(actor.getSnapshot()), remembered]).toEqual([false, [{ collapsed: true }]])
  expect(selectDrawerOpen(open({ collapsed: true }).actor.getSnapshot())).toBe(false)
  actor.send({ type: 'toggle drawer' })
  expect([selectDrawerOpen(actor.getSnapshot()), remembered.at(-1)]).toEqual([true, { collapsed: false }])
})

test('on a small screen the drawer is closed, and closes after navigation and when it is left', () => {
  const { actor } = open({ small: true })
  expect(selectDrawerOpen(actor.getSnapshot())).toBe(false)
  for (const type of ['navigated', 'close drawer', 'toggle drawer'] as const) {
    actor.send({ type: 'toggle drawer' })
    expect(selectDrawerOpen(actor.getSnapshot())).toBe(true)
    actor.send({ type })
    expect(selectDrawerOpen(actor.getSnapshot())).toBe(false)
  }
})

test('a window that becomes small closes the drawer, one that becomes wide opens it', () => {
  const { actor } = open()
  actor.send({ type: 'screen changed', small: true })
  expect(selectDrawerOpen(actor.getSnapshot())).toBe(false)
  actor.send({ type: 'toggle drawer' })
  actor.send({ type: 'navigated' })
  expect(selectDrawerOpen(actor.getSnapshot())).toBe(false)
  actor.send({ type: 'screen changed', small: false })
  actor.send({ type: 'navigated' })
  expect(selectDrawerOpen(actor.getSnapshot())).toBe(true)
})

test('a toast is a success for six seconds where nothing else is said', () => {
  const { actor, clock } = open()
  actor.send({ type: 'show toast', message: 'toast.copied' })
  expect(selectToast(actor.getSnapshot())).toEqual({
    message: 'toast.copied',
    values: {},
    about: null,
    severity: 'success',
    durationMs: 6000,
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
  } as const
  actor.send({ type: 'show toast', ...toast })
  expect(selectToast(actor.getSnapshot())).toEqual(toast)
  clock.increment(100)
  expect(selectToast(actor.getSnapshot())).toBeNull()
  actor.send({ type: 'show toast', ...toast })
  actor.send({ type: 'dismiss toast' })
  expect(selectToast(actor.getSnapshot())).toBeNull()
})

test('a newer toast takes the place of the older and has its whole time', () => {
  const { actor, clock } = open()
  actor.send({ type: 'show toast', message: 'first' })
  clock.increment(5000)
  actor.send({ type: 'show toast', message: 'second', severity: 'error' })
  clock.increment(5999)
  expect(selectToast(actor.getSnapshot())).toEqual({
    message: 'second',
    values: {},
    about: null,
    severity: 'error',
    durationMs: 6000,
  })
  clock.increment(1)
  expect(selectToast(actor.getSnapshot())).toBeNull()
})

test('a toast that is held stays, and has its whole time when it is let go', () => {
  const { actor, clock } = open()
  actor.send({ type: 'show toast', message: 'bucket.created' })
  clock.increment(5999)
  actor.send({ type: 'hold toast' })
  clock.increment(60_000)
  expect(selectToast(actor.getSnapshot())).not.toBeNull()
  actor.send({ type: 'release toast' })
  clock.increment(5999)
  expect(selectToast(actor.getSnapshot())).not.toBeNull()
  clock.increment(1)
  expect(selectToast(actor.getSnapshot())).toBeNull()
})

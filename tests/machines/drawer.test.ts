import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type DrawerInput, drawerMachine, selectDrawerOpen } from '../../machines/drawer/machine.ts'

function open(input: Partial<DrawerInput> = {}) {
  const remembered: unknown[] = []
  const actor = createActor(
    drawerMachine.provide({ actions: { 'remember drawer': (_, params) => remembered.push(params) } }),
    { input: { collapsed: false, small: false, ...input } },
  ).start()
  return { actor, remembered }
}

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

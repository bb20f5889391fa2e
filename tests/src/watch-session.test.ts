// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import type { SessionEvent } from '../../machines/session/types.ts'
import { tellUserChanged, watchSession } from '../../src/session/actors.ts'

/** The events that a session is sent. */
function watch() {
  const events: SessionEvent[] = []
  const machine = setup({
    types: { events: {} as SessionEvent },
    actors: { watchSession },
  }).createMachine({
    invoke: { src: 'watchSession' },
    on: { '*': { actions: ({ event }) => events.push(event) } },
  })
  return { actor: createActor(machine).start(), events }
}

test('when a first password or PIN is set in one tab, the others read the user', async () => {
  localStorage.setItem('kho_refresh', 'token owner@example.com')
  const { actor, events } = watch()
  tellUserChanged()
  await vi.waitFor(() =>
    expect(events).toEqual([{ type: 'signed in elsewhere', username: 'owner@example.com' }]),
  )
  actor.stop()
})

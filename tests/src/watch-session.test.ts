// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createActor, setup } from 'xstate'
import type { SessionEvent } from '../../machines/session/setup.ts'
import { watchSession } from '../../src/session/flow.ts'
import { storageName } from '../../src/site/installation.ts'

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
  const { actor, events } = watch()
  new BroadcastChannel(storageName('session')).postMessage(null)
  await expect.poll(() => events).toEqual([{ type: 'signed in elsewhere', user: '' }])
  actor.stop()
})

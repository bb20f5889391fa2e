import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import { finderMachine } from '../../machines/finder/machine.ts'
import type { Found, Lookup } from '../../machines/finder/types.ts'
import { selectUser } from '../../machines/session/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { session } from '../session/flow.ts'
import { complete } from './complete.ts'
import { search } from './search.ts'

type Look = (user: CurrentUser, input: Lookup['input'], signal: AbortSignal) => Promise<Lookup['output']>

/** A lookup by the signed-in user. */
const byUser = (look: Look) =>
  actor<Lookup['output'], Lookup['input']>(async (input, signal) => {
    const user = selectUser(session.getSnapshot())
    return user ? look(user, input, signal) : { ok: false, code: 'UNAUTHORIZED' }
  })

const machine = finderMachine.provide({ actors: { complete: byUser(complete), search: byUser(search) } })

export type FinderFlow = ActorRefFrom<typeof finderMachine>

/** `go` goes to what was chosen, or does it. */
export function useFinder(go: (found: Found) => void): FinderFlow {
  return useActorRef(machine.provide({ actions: { go: (_, { found }) => go(found) } }))
}

export function useFinderEvents(flow: FinderFlow) {
  return useMemo(
    () => ({
      open: (known: readonly Found[]) => flow.send({ type: 'open', known }),
      close: () => flow.send({ type: 'close' }),
      type: (text: string) => flow.send({ type: 'type', text }),
      enter: () => flow.send({ type: 'enter' }),
      choose: (found: Found) => flow.send({ type: 'choose', found }),
      retry: () => flow.send({ type: 'retry' }),
    }),
    [flow],
  )
}

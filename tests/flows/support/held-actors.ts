import { fromPromise } from 'xstate'
import type { FlowEvent } from '../../../flows/kit/paths.ts'

type Ending = { input: unknown; resolve: (output: unknown) => void; reject: (error: unknown) => void }

const awaited = new Map<string, Ending>()

/**
 * Takes the place of `machines/actor.ts`, so that every call of every flow waits until a test ends it:
 * `vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))`.
 */
export const actor = () =>
  fromPromise<unknown, unknown>(
    ({ self, input }) => new Promise((resolve, reject) => awaited.set(self.id, { input, resolve, reject })),
  )

/** Whether the view has called this actor, and awaits its end. */
export const isAwaited = (id: string) => awaited.has(id)

/** What the view has called it with. */
export const inputOf = (id: string) => awaited.get(id)?.input

/** Ends the call of an actor as the event of its end says. */
export function end({ actorId = '', ...event }: Pick<FlowEvent, 'actorId' | 'output' | 'error'>): void {
  const ending = awaited.get(actorId)
  if (!ending) throw new Error(`"${actorId}" was not called: ${[...awaited.keys()]}`)
  awaited.delete(actorId)
  if ('error' in event) ending.reject(event.error)
  else ending.resolve(event.output)
}

export const forgetCalls = () => awaited.clear()

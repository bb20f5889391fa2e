import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * The placeholder of an actor that reaches the outside world. It rejects until `.provide` gives the real one, so a
 * forgotten implementation shows as the flow's unexpected failure, not as an endless wait.
 */
export function outside<TOutput, TInput = NonReducibleUnknown>(name: string) {
  return fromPromise<TOutput, TInput>(() =>
    Promise.reject(new Error(`No implementation of "${name}" is provided`)),
  )
}

/** The same for an actor that only tells its parent events, as long as it is wanted. */
export function outsideCallback<TTold extends EventObject>(name: string) {
  return fromCallback<EventObject, NonReducibleUnknown, TTold>(() => {
    throw new Error(`No implementation of "${name}" is provided`)
  })
}

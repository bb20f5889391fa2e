import { type EventObject, fromCallback, fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * Placeholder for an actor that reaches the outside. It rejects until `.provide` replaces it, so that a forgotten
 * implementation is an unexpected failure, not an endless wait.
 */
export function placeholder<TOutput, TInput = NonReducibleUnknown>(name: string) {
  return fromPromise<TOutput, TInput>(() =>
    Promise.reject(new Error(`No implementation of "${name}" is provided`)),
  )
}

/** The same for an actor that only sends events to its parent. */
export function placeholderCallback<TTold extends EventObject, TInput = NonReducibleUnknown>(name: string) {
  return fromCallback<EventObject, TInput, TTold>(() => {
    throw new Error(`No implementation of "${name}" is provided`)
  })
}

import { fromPromise, type NonReducibleUnknown } from 'xstate'

/**
 * The placeholder of an actor that reaches the outside world. It rejects until `.provide` gives the real one, so a
 * forgotten implementation shows as the flow's unexpected failure, not as an endless wait.
 */
export function outside<TOutput, TInput = NonReducibleUnknown>(name: string) {
  return fromPromise<TOutput, TInput>(() =>
    Promise.reject(new Error(`No implementation of "${name}" is provided`)),
  )
}

import { fromPromise } from 'xstate'

/** The actor of one asynchronous call. `signal` aborts when its state is left. */
export const actor = <Output, Input>(call: (input: Input, signal: AbortSignal) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input, signal }) => call(input, signal))

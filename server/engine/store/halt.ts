/** What everything fails with once the engine has stopped: nobody knows what of the last commit is on the disk. */
export class Halted extends Error {
  constructor(cause: unknown) {
    super('The engine has stopped.', { cause })
  }
}

/** Whether the engine has stopped for good. A new start reads from the disk what there is. */
export type Halt = {
  /** Set once stopped: what requests and changes fail with. */
  readonly halted: Halted | undefined
  /** Stops the engine; `what` failed with `cause`. Gives what to fail with. */
  stop(what: string, cause: unknown): Halted
}

/** `onHalt` is told once, with a sentence for the log. */
export const createHalt = (onHalt: (message: string, cause: unknown) => void): Halt => {
  let halted: Halted | undefined
  return {
    get halted() {
      return halted
    },
    stop: (what, cause) => {
      if (halted) return halted
      halted = new Halted(cause)
      onHalt(`${what} failed. The engine has stopped, and must be started again.`, cause)
      return halted
    },
  }
}

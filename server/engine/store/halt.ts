/** Thrown by every call after the engine has halted: the last commit may not be durable. */
export class Halted extends Error {
  constructor(cause: unknown) {
    super('The engine has stopped.', { cause })
  }
}

/** Whether the engine has stopped permanently; a restart reads the disk's actual state. */
export type Halt = {
  /** Set once stopped: requests and changes fail with it. */
  readonly halted: Halted | undefined
  /** Stops the engine, as `what` failed with `cause`; returns the error to throw. */
  stop(what: string, cause: unknown): Halted
}

/** `onHalt`: called once, with a sentence for the log. */
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

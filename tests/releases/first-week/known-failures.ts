type Known = {
  why: string
  /** A part of what the step, or the log of Kho during it, prints. */
  prints: string
}

/** What fails today, by the name of its step. A step that passes is red until it is removed here. */
export const knownFailures: Record<string, Known> = {}

/** Leaves: navigates, goes back, closes the dialog, signs out. */
export type Go = () => void

export type LeaveGuardContext = {
  /** What waits for the user's answer, or null. */
  go: Go | null
}

/** The user wants to leave, whichever way. */
export type LeaveEvent = { type: 'leave'; go: Go }

export type LeaveGuardEvent =
  | LeaveEvent
  /** Leaving would now lose something. */
  | { type: 'guard' }
  /** Nothing would be lost any more: it is saved, or as before. */
  | { type: 'release' }
  | { type: 'stay' }
  | { type: 'discard' }

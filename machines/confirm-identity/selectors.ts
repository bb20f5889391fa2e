import type { SnapshotFrom } from 'xstate'
import type { ConfirmationMethod } from '../../openapi/schema.ts'
import type { confirmIdentityMachine } from './machine.ts'
import type { ConfirmIdentityFailure } from './types.ts'

type Snapshot = SnapshotFrom<typeof confirmIdentityMachine>

/** What the dialog shows: that it reads the method, that it cannot, or the form. */
export function selectStep(snapshot: Snapshot): 'loading' | 'unavailable' | 'form' {
  if (snapshot.matches('loading')) return 'loading'
  return snapshot.matches('unavailable') ? 'unavailable' : 'form'
}

/** Whether what is protected goes on; false while the dialog is open, and where it was left. */
export function selectConfirmed(snapshot: Snapshot): boolean {
  return snapshot.matches('confirmed')
}

/** How the user confirms, or null while that is not known. */
export function selectMethod(snapshot: Snapshot): ConfirmationMethod | null {
  return snapshot.context.method
}

/** Whether the form takes an attempt now. */
export function selectReady(snapshot: Snapshot): boolean {
  return snapshot.matches('asking')
}

/** Whether an answer is awaited: the button shows it. */
export function selectSubmitting(snapshot: Snapshot): boolean {
  return snapshot.matches('submitting')
}

/** Why the last attempt failed, or null. */
export function selectFailure(snapshot: Snapshot): ConfirmIdentityFailure | null {
  return snapshot.context.failure
}

/** The waiting time in ms from when the form was locked, or null while it is not. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const { failure } = snapshot.context
  return snapshot.matches('locked') && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}

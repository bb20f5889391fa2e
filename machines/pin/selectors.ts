import type { SnapshotFrom } from 'xstate'
import type { pinMachine } from './machine.ts'
import type { PinFailure } from './types.ts'

type Snapshot = SnapshotFrom<typeof pinMachine>

/** The form to show; `ended`: none, the new pin counts or the session is over. */
export function selectStep(snapshot: Snapshot): 'change' | 'offer' | 'code' | 'ended' {
  if (snapshot.status === 'done') return 'ended'
  if (snapshot.matches('changing')) return 'change'
  return snapshot.matches({ recovering: 'entering' }) ? 'code' : 'offer'
}

/** Whether the answer to a sent form is awaited. */
export function selectSubmitting(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ changing: 'submitting' }) ||
    snapshot.matches({ recovering: 'requesting' }) ||
    snapshot.matches({ recovering: { entering: { form: 'submitting' } } })
  )
}

/** Why the last attempt failed, or null. */
export function selectFailure(snapshot: Snapshot): PinFailure | null {
  return snapshot.context.failure
}

/** The waiting time in ms from when the form was locked, or null while it is not. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const { failure } = snapshot.context
  const locked =
    snapshot.matches({ changing: 'locked' }) ||
    snapshot.matches({ recovering: { entering: { form: 'locked' } } })
  return locked && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}

/** Whether another mail can be asked for, is being sent, or has to wait. */
export function selectResend(snapshot: Snapshot): 'allowed' | 'sending' | 'waiting' {
  if (snapshot.matches({ recovering: { entering: { resend: 'waiting' } } })) return 'waiting'
  return snapshot.matches({ recovering: { entering: { resend: 'sending' } } }) ? 'sending' : 'allowed'
}

/** How long another mail has to wait, in ms from when the last answer came. */
export function selectResendTime(snapshot: Snapshot): number {
  return snapshot.context.resendInMs
}

/** Whether the time of the mailed code is over. */
export function selectCodeExpired(snapshot: Snapshot): boolean {
  return snapshot.matches({ recovering: { entering: { code: 'expired' } } })
}

/** Whether the form with the mailed code can be sent. */
export function selectMayReset(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ recovering: { entering: { form: 'editing' } } }) &&
    !selectCodeExpired(snapshot) &&
    selectResend(snapshot) !== 'sending'
  )
}

/** Whether the new pin counts. */
export function selectDone(snapshot: Snapshot): boolean {
  return snapshot.matches('done')
}

/** Whether the form takes the present pin: not while it waits, and never again once the pin is blocked. */
export function selectTakesPin(snapshot: Snapshot): boolean {
  return !snapshot.matches({ changing: 'locked' }) && !snapshot.matches({ changing: 'blocked' })
}

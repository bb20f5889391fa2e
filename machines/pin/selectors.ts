import type { SnapshotFrom } from 'xstate'
import { selectSubmitting } from '../attempt.ts'
import type { pinMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof pinMachine>

/** The form to show; `ended`: none, as the PIN is set or the session has ended. */
export function selectStep(snapshot: Snapshot): 'change' | 'offer' | 'code' | 'ended' {
  if (snapshot.status === 'done') return 'ended'
  if (snapshot.matches('changing')) return 'change'
  return snapshot.matches({ recovering: 'entering' }) ? 'code' : 'offer'
}

export function selectResend(snapshot: Snapshot): 'allowed' | 'sending' | 'waiting' {
  if (snapshot.matches({ recovering: { entering: { resend: 'waiting' } } })) return 'waiting'
  return snapshot.matches({ recovering: { entering: { resend: 'sending' } } }) ? 'sending' : 'allowed'
}

/** Ms from the last answer until another email is allowed. */
export function selectResendTime(snapshot: Snapshot): number {
  return snapshot.context.resendInMs
}

export function selectCodeExpired(snapshot: Snapshot): boolean {
  return snapshot.matches({ recovering: { entering: { code: 'expired' } } })
}

export function selectMayReset(snapshot: Snapshot): boolean {
  return snapshot.can({ type: 'submit reset', code: '', newPin: '' })
}

export function selectDone(snapshot: Snapshot): boolean {
  return snapshot.matches('done')
}

/** Whether the form accepts the current PIN: not while locked, nor once the PIN is blocked. */
export function selectAcceptsPin(snapshot: Snapshot): boolean {
  return selectSubmitting(snapshot) || snapshot.can({ type: 'submit change', pin: '', newPin: '' })
}

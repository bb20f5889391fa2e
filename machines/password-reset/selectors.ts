import type { SnapshotFrom } from 'xstate'
import { timeBetweenMails } from '../../domain/limits.ts'
import type { passwordResetMachine } from './machine.ts'
import type { PasswordResetFailure } from './types.ts'

type Snapshot = SnapshotFrom<typeof passwordResetMachine>

/** The screen to show; the last one is the form of the new password, also while and after it is stored. */
export function selectScreen(
  snapshot: Snapshot,
): 'request' | 'sent' | 'checking' | 'link invalid' | 'new password' {
  if (snapshot.matches('request')) return 'request'
  if (snapshot.matches('sent')) return 'sent'
  if (snapshot.matches('checking')) return 'checking'
  return snapshot.matches('linkInvalid') ? 'link invalid' : 'new password'
}

/** Whether an answer is awaited: the form is disabled and its button shows it. */
export function selectSubmitting(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ request: 'submitting' }) ||
    snapshot.matches({ sent: 'sending' }) ||
    snapshot.matches({ link: 'submitting' }) ||
    snapshot.matches('signingOut') ||
    snapshot.matches('done')
  )
}

/** Why the last attempt failed, or null. */
export function selectFailure(snapshot: Snapshot): PasswordResetFailure | null {
  return snapshot.context.failure
}

/** The waiting time in ms from when a limit was reached, or null while none is. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const { failure } = snapshot.context
  return failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}

/** The time in ms from the last mail until another one may be asked for, or null while one may be. */
export function selectTimeToNextMail(snapshot: Snapshot): number | null {
  return snapshot.matches({ sent: 'waiting' })
    ? (selectWaitingTime(snapshot) ?? timeBetweenMails * 1000)
    : null
}

/** Where the last mail was asked for; empty before. */
export function selectEmail(snapshot: Snapshot): string {
  return snapshot.context.email
}

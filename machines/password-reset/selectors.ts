import type { SnapshotFrom } from 'xstate'
import { timeBetweenMails } from '../../domain/limits.ts'
import { selectWaitingTime } from '../attempt.ts'
import type { passwordResetMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof passwordResetMachine>

/** The screen to show; `new password` also while and after the password is saved. */
export function selectScreen(
  snapshot: Snapshot,
): 'request' | 'sent' | 'checking' | 'link invalid' | 'new password' {
  if (snapshot.matches('request')) return 'request'
  if (snapshot.matches('sent')) return 'sent'
  if (snapshot.matches('checking')) return 'checking'
  return snapshot.matches('linkInvalid') ? 'link invalid' : 'new password'
}

/** Ms from the last email until another one is allowed, or null if one is. */
export function selectTimeToNextMail(snapshot: Snapshot): number | null {
  return snapshot.matches({ sent: 'waiting' })
    ? (selectWaitingTime(snapshot) ?? timeBetweenMails * 1000)
    : null
}

export function selectEmail(snapshot: Snapshot): string {
  return snapshot.context.email
}

import type { SnapshotFrom } from 'xstate'
import type { Failure } from '../failure.ts'
import type { AuthenticateContext, authenticateMachine, CodeKind } from './machine.ts'

type Snapshot = SnapshotFrom<typeof authenticateMachine>

export function selectStep(snapshot: Snapshot): 'password' | 'code' {
  return snapshot.matches('code') ? 'code' : 'password'
}

export function selectSubmitting(snapshot: Snapshot): boolean {
  return snapshot.hasTag('submitting')
}

export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure
}

/** Ms from locking the form until the next attempt, or null. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const { failure } = snapshot.context
  return snapshot.hasTag('locked') && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}

export function selectNotice(snapshot: Snapshot): AuthenticateContext['notice'] {
  return snapshot.context.notice
}

export function selectUsername(snapshot: Snapshot): string {
  return snapshot.context.username
}

/** Ms that the second step may take from its start; null outside of it. */
export function selectTimeForCode(snapshot: Snapshot): number | null {
  const { challenge } = snapshot.context
  return challenge && challenge.expires_in * 1000
}

export function selectCodeKind(snapshot: Snapshot): CodeKind {
  return snapshot.context.codeKind
}

import type { SnapshotFrom } from 'xstate'
import type { AuthenticateContext, authenticateMachine, CodeKind } from './machine.ts'

type Snapshot = SnapshotFrom<typeof authenticateMachine>

export function selectStep(snapshot: Snapshot): 'password' | 'code' {
  return snapshot.matches('code') ? 'code' : 'password'
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

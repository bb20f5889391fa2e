import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { SignInStep } from '../../domain/roles.ts'
import type { authenticateMachine } from '../authenticate/machine.ts'
import type { Failure } from '../failure.ts'
import type { signInMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof signInMachine>

/** The step to show, also while it is left by signing out. `done` has no form. */
export function selectStep({ context }: Snapshot): 'authentication' | SignInStep | 'done' {
  return context.required ? (context.required[0] ?? 'done') : 'authentication'
}

/** The running authentication; undefined outside of that step. */
export function selectAuthenticate(snapshot: Snapshot): ActorRefFrom<typeof authenticateMachine> | undefined {
  return snapshot.children.authenticate
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

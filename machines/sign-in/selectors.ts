import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { type SignInStep, signInOrder } from '../../domain/roles.ts'
import type { authenticateMachine } from '../authenticate/machine.ts'
import type { Failure } from '../failure.ts'
import type { signInMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof signInMachine>

/** The step to show. `signing out` and `done` have no form. */
export function selectStep(snapshot: Snapshot): 'authentication' | SignInStep | 'signing out' | 'done' {
  const step = signInOrder.find(step => snapshot.matches(step))
  if (step) return step
  if (snapshot.matches('signingOut')) return 'signing out'
  return snapshot.matches('done') ? 'done' : 'authentication'
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

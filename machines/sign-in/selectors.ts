import type { SnapshotFrom } from 'xstate'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { signInMachine } from './machine.ts'
import type { SignInContext, SignInFailure } from './types.ts'

type Snapshot = SnapshotFrom<typeof signInMachine>

/** The step to show. `signing out` and `done` have no form. */
export function selectStep(
  snapshot: Snapshot,
): 'credentials' | 'two-step' | 'password change' | 'pin set-up' | 'signing out' | 'done' {
  if (snapshot.matches('twoStep')) return 'two-step'
  if (snapshot.matches('passwordChange')) return 'password change'
  if (snapshot.matches('pinSetUp')) return 'pin set-up'
  if (snapshot.matches('signingOut')) return 'signing out'
  return snapshot.matches('done') ? 'done' : 'credentials'
}

export function selectSubmitting(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ credentials: 'submitting' }) ||
    snapshot.matches({ twoStep: 'submitting' }) ||
    snapshot.matches({ passwordChange: 'submitting' }) ||
    snapshot.matches({ pinSetUp: 'submitting' }) ||
    snapshot.matches('signingOut')
  )
}

export function selectFailure(snapshot: Snapshot): SignInFailure | null {
  return snapshot.context.failure
}

/** Ms from locking the form until the next attempt, or null. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const locked =
    snapshot.matches({ credentials: 'locked' }) ||
    snapshot.matches({ twoStep: 'locked' }) ||
    snapshot.matches({ passwordChange: 'locked' })
  const { failure } = snapshot.context
  return locked && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}

/** Ms that the second step may take from its start; null outside of it. */
export function selectTimeForCode(snapshot: Snapshot): number | null {
  return snapshot.context.challenge?.lifeMs ?? null
}

export function selectUsername(snapshot: Snapshot): string {
  return snapshot.context.username
}

export function selectNotice(snapshot: Snapshot): SignInContext['notice'] {
  return snapshot.context.notice
}

export function selectUser(snapshot: Snapshot): CurrentUser | null {
  return snapshot.context.user
}

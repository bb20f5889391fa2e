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

/** Whether an answer is awaited: the form is disabled and its button shows it. */
export function selectSubmitting(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ credentials: 'submitting' }) ||
    snapshot.matches({ twoStep: 'submitting' }) ||
    snapshot.matches({ passwordChange: 'submitting' }) ||
    snapshot.matches({ pinSetUp: 'submitting' }) ||
    snapshot.matches('signingOut')
  )
}

/** Why the last attempt failed, or null. */
export function selectFailure(snapshot: Snapshot): SignInFailure | null {
  return snapshot.context.failure
}

/** The waiting time in ms from when the form was locked, or null while it is not. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const locked =
    snapshot.matches({ credentials: 'locked' }) ||
    snapshot.matches({ twoStep: 'locked' }) ||
    snapshot.matches({ passwordChange: 'locked' })
  const { failure } = snapshot.context
  return locked && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}

/** How long the second step may take, in ms from its beginning; null outside of it. */
export function selectTimeForCode(snapshot: Snapshot): number | null {
  return snapshot.context.challenge?.lifeMs ?? null
}

/** The e-mail address that was sent last; empty where none was. */
export function selectUsername(snapshot: Snapshot): string {
  return snapshot.context.username
}

/** Why credentials are asked for, or null. */
export function selectNotice(snapshot: Snapshot): SignInContext['notice'] {
  return snapshot.context.notice
}

/** Who is signed in, or null. */
export function selectUser(snapshot: Snapshot): CurrentUser | null {
  return snapshot.context.user
}

import type { SnapshotFrom } from 'xstate'
import type { twoStepMachine } from './machine.ts'
import type { SetUp, TwoStepFailure } from './types.ts'

type Snapshot = SnapshotFrom<typeof twoStepMachine>

/** The step to show; `ended`: none, what was wanted is done or the session is over. */
export function selectStep(
  snapshot: Snapshot,
): 'password' | 'code' | 'timed out' | 'proof' | 'recovery codes' | 'ended' {
  if (snapshot.matches('password')) return 'password'
  if (snapshot.matches('code')) return 'code'
  if (snapshot.matches('timedOut')) return 'timed out'
  if (snapshot.matches('keeping')) return 'recovery codes'
  return snapshot.status === 'done' ? 'ended' : 'proof'
}

/** Whether an answer is awaited: the button shows it. */
export function selectSubmitting(snapshot: Snapshot): boolean {
  return (
    snapshot.matches({ password: 'submitting' }) ||
    snapshot.matches({ code: 'submitting' }) ||
    snapshot.matches({ proving: 'submitting' })
  )
}

/** Why the last attempt failed, or null. */
export function selectFailure(snapshot: Snapshot): TwoStepFailure | null {
  return snapshot.context.failure
}

/** The waiting time in ms from when the form was locked, or null while it is not. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const locked =
    snapshot.matches({ password: 'locked' }) ||
    snapshot.matches({ code: 'locked' }) ||
    snapshot.matches({ proving: 'locked' })
  const { failure } = snapshot.context
  return locked && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}

/** What the authenticator app needs, or null where it is not shown. */
export function selectSetUp(snapshot: Snapshot): SetUp | null {
  return snapshot.context.setUp
}

/** The recovery codes while they are shown; none otherwise. */
export function selectRecoveryCodes(snapshot: Snapshot): readonly string[] {
  return snapshot.context.recoveryCodes ?? []
}

/** Whether the user says that the recovery codes are kept. */
export function selectCodesKept(snapshot: Snapshot): boolean {
  return snapshot.matches({ keeping: 'confirmed' })
}

/** Whether what the user wanted is done. */
export function selectDone(snapshot: Snapshot): boolean {
  return snapshot.matches('done')
}

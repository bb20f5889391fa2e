import type { SnapshotFrom } from 'xstate'
import type { SetUp, twoStepMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof twoStepMachine>

/** The step to show; `ended`: none, as the task is done or the session has ended. */
export function selectStep(
  snapshot: Snapshot,
): 'password' | 'code' | 'timed out' | 'proof' | 'recovery codes' | 'ended' {
  if (snapshot.matches('password')) return 'password'
  if (snapshot.matches('code')) return 'code'
  if (snapshot.matches('timedOut')) return 'timed out'
  if (snapshot.matches('showingRecoveryCodes')) return 'recovery codes'
  return snapshot.status === 'done' ? 'ended' : 'proof'
}

export function selectSetUp(snapshot: Snapshot): SetUp | null {
  return snapshot.context.setUp
}

export function selectRecoveryCodes(snapshot: Snapshot): readonly string[] {
  return snapshot.context.recoveryCodes ?? []
}

export function selectCodesAcknowledged(snapshot: Snapshot): boolean {
  return snapshot.matches({ showingRecoveryCodes: 'acknowledged' })
}

export function selectDone(snapshot: Snapshot): boolean {
  return snapshot.matches('done')
}

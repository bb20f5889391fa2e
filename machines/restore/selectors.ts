import type { SnapshotFrom } from 'xstate'
import type { restoreMachine } from './machine.ts'

export function selectBusy(snapshot: SnapshotFrom<typeof restoreMachine>): boolean {
  return snapshot.hasTag('busy')
}

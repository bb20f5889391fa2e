import type { SnapshotFrom } from 'xstate'
import type { leaveGuardMachine } from './machine.ts'

export function selectIsAsking(snapshot: SnapshotFrom<typeof leaveGuardMachine>): boolean {
  return snapshot.matches({ guarded: 'asking' })
}

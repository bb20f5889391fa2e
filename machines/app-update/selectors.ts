import type { SnapshotFrom } from 'xstate'
import type { appUpdateMachine } from './machine.ts'

export function selectPrompt(snapshot: SnapshotFrom<typeof appUpdateMachine>): boolean {
  return snapshot.matches('available')
}

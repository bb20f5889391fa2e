import type { SnapshotFrom } from 'xstate'
import type { appUpdateMachine } from './machine.ts'

/** Whether the prompt is open. */
export function selectPrompt(snapshot: SnapshotFrom<typeof appUpdateMachine>): boolean {
  return snapshot.matches('available')
}

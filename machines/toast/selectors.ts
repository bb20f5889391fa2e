import type { SnapshotFrom } from 'xstate'
import type { Toast, toastMachine } from './machine.ts'

export function selectToast(snapshot: SnapshotFrom<typeof toastMachine>): Toast | null {
  return snapshot.context.toast
}

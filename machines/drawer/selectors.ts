import type { SnapshotFrom } from 'xstate'
import type { drawerMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof drawerMachine>

export function selectDrawerOpen(snapshot: Snapshot): boolean {
  return snapshot.matches('open')
}

/** Whether the drawer covers the page. */
export function selectSmall(snapshot: Snapshot): boolean {
  return snapshot.context.small
}
